import { expect, test } from 'vitest';
import { EventQueryError } from './event-filter.ts';
import { subscriptionPage } from './subscription-page.ts';

const all = ['B', 'A', 'C'].map((letter) => ({ subscriptionID: letter, callbackUrl: `https://${letter}.example/` }));
const pageOf = (query: string) => subscriptionPage(all, new URLSearchParams(query));
const ids = (query: string): string[] => pageOf(query).items.map(({ subscriptionID }) => subscriptionID);

test('subscriptions page by page, in the order they were made or the one requested', () => {
  expect(ids('')).toEqual(['B', 'A', 'C']);
  expect(pageOf('')).toMatchObject({ next: null, prev: null });
  const first = pageOf('limit=2&sort=callbackUrl:DESC');
  expect(first.items.map(({ subscriptionID }) => subscriptionID)).toEqual(['C', 'B']);
  const second = pageOf(`cursor=${first.next}`);
  expect(second.items.map(({ subscriptionID }) => subscriptionID)).toEqual(['A']);
  expect(second).toMatchObject({ next: null, prev: first.current, first: first.current, last: second.current });
  expect(first.last).toBe(first.next);
});

test('a question that is none is refused', () => {
  for (const query of ['limit=0', 'limit=x', 'sort=callbackUrl:UP', 'cursor=nonsense', 'colour=red', 'sort=colour'])
    expect(() => pageOf(query)).toThrow(EventQueryError);
});

test('beside a cursor stands what it was made with, or nothing', () => {
  const { next } = pageOf('limit=1&sort=callbackUrl');
  expect(ids(`cursor=${next}&limit=1`)).toEqual(['B']);
  expect(ids(`cursor=${pageOf('sort=callbackUrl').current}&limit=100`)).toEqual(['A', 'B', 'C']);
  for (const beside of ['limit=2', 'sort=callbackUrl:DESC'])
    expect(() => pageOf(`cursor=${next}&${beside}`)).toThrow('is not as it was when the cursor was made');
});
