import { expect, test } from 'vitest';
import { cardParts, factsOf } from './card-model.ts';
import type { DataColumn } from './column-model.ts';

const keysOf = (columns: readonly { key: string; card?: DataColumn<never>['card']; grow?: true; lines?: 2 }[]) => {
  const { title, states, about, facts } = cardParts(columns);
  const keys = (part: readonly { key: string }[]): string[] => part.map(({ key }) => key);
  return { title: title?.key, states: keys(states), about: keys(about), facts: keys(facts) };
};

test('place and name of a column say its part: its own name first, states, long text, and values', () => {
  expect(
    keysOf([
      { key: '__index' },
      { key: 'handleStatus' },
      { key: 'blNo' },
      { key: 'severity' },
      { key: 'robotState' },
      { key: 'remark', grow: true },
      { key: 'carrierCode' },
    ]),
  ).toEqual({
    title: 'blNo',
    states: ['handleStatus', 'severity'],
    about: ['remark'],
    // A third state would push the name away.
    facts: ['carrierCode', 'robotState'],
  });
});

test("a column that declares its part has it, and the user's order counts", () => {
  expect(
    keysOf([
      { key: 'createTime', card: 'fact' },
      { key: 'type', card: 'about' },
      { key: 'mode', card: 'none' },
      { key: 'subject', card: 'title' },
    ]),
  ).toEqual({ title: 'subject', states: [], about: ['type'], facts: ['createTime'] });
});

test('a list of states alone still has a title', () => {
  expect(keysOf([{ key: 'state' }]).title).toBe('state');
  expect(keysOf([]).title).toBeUndefined();
});

test('a card shows the first three values that are there', () => {
  const column = (key: string): DataColumn<Record<string, string>> => ({
    key,
    title: key,
    text: (row) => row[key] ?? '',
  });
  const shown = factsOf(['a', 'b', 'c', 'd', 'e'].map(column), { b: '2', c: '3', d: '4', e: '5' });
  expect(shown.map(({ key }) => key)).toEqual(['b', 'c', 'd']);
});
