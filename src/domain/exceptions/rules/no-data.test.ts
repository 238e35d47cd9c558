import { expect, test } from 'vitest';
import { at, buildSimpleView, buildView, detectIn, keysIn } from '../../testing/builders.ts';
import { noData } from './no-data.ts';

test('fires at 24 hours and not before, higher after three days', () => {
  const subscribedAt = (hours: number) => buildView([], { subscription: { subscribedAt: at(0, -hours) } });
  expect(keysIn(noData, subscribedAt(23.9))).toEqual([]);
  expect(detectIn(noData, subscribedAt(24))).toMatchObject([{ key: '', severity: 'medium', params: { hours: 24 } }]);
  expect(detectIn(noData, subscribedAt(72))).toMatchObject([{ severity: 'high' }]);
});

test('shows what went wrong at the sources', () => {
  const source = {
    sourceCode: 'ft',
    consecutiveFailures: 2,
    lastSuccessAt: null,
    lastChangeAt: null,
    lastError: 'timeout',
  };
  expect(detectIn(noData, buildView([], { sources: [source] }))[0]?.evidence).toContainEqual({
    path: 'source.lastError',
    value: 'timeout',
    sourceCode: 'ft',
  });
});

test('is silent once any source has spoken, and after the end', () => {
  expect(keysIn(noData, buildSimpleView({}))).toEqual([]);
  expect(keysIn(noData, buildView([], { subscription: { ended: true } }))).toEqual([]);
});

test('counts from the day we follow it, however old the order is', () => {
  const followed = (hours: number) =>
    buildView([], { subscription: { subscribedAt: at(-47), followedSince: at(0, -hours) } });
  expect(keysIn(noData, followed(0.1))).toEqual([]);
  expect(detectIn(noData, followed(25))).toMatchObject([{ params: { hours: 25, sinceAt: at(0, -25) } }]);
});

test('is silent while one of the sources that are asked has not answered for a day: it may know the shipment', () => {
  const requested = (sourceCode: string, lastSuccessAt: number | null) => ({
    sourceCode,
    isQueried: true,
    consecutiveFailures: 0,
    lastSuccessAt,
    lastChangeAt: null,
    lastError: null,
  });
  const reports = { ...requested('ais', null), isQueried: false };
  const keys = (...sources: ReturnType<typeof requested>[]) =>
    keysIn(noData, buildView([], { subscription: { subscribedAt: at(-3) }, sources: [...sources, reports] }));
  expect(keys(requested('ft', at(0)), requested('rpa:WILL', null))).toEqual([]);
  expect(keys(requested('ft', at(0)), requested('rpa:WILL', at(-2, -0.1)))).toEqual([]);
  expect(keys(requested('ft', at(0)), requested('rpa:WILL', at(-2)))).toEqual(['']);
  expect(
    detectIn(noData, buildView([], { subscription: { subscribedAt: at(-3) }, sources: [requested('ft', at(-1))] })),
  ).toMatchObject([{ params: { hours: 48 } }]);
});
