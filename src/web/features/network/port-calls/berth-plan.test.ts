import { expect, test } from 'vitest';
import { shiftOf, spansOf } from './berth-plan.ts';

const hour = 3_600_000;
const now = 1_000 * hour;
const words = { waiting: 'waiting', berthed: 'berthed', stay: 'stay' };
const none = { planned: null, estimated: null, actual: null };
const call = {
  arrival: { planned: now - 30 * hour, estimated: null, actual: null },
  departure: { planned: now - 10 * hour, estimated: null, actual: null },
  berthing: none,
  seenArrival: null,
  seenDeparture: null,
  state: 'expected' as const,
};
const partsOf = (row: Parameters<typeof spansOf>[0]): string[] =>
  spansOf(row, now, words).map(
    ({ kind, name, from, to, open }) =>
      `${kind} ${name ?? ''} ${(from - now) / hour}..${((to ?? from) - now) / hour}${open ? ' open' : ''}`,
  );

test('what was planned only has no other part; an omitted call has nothing else', () => {
  expect(partsOf(call)).toEqual(['planned  -30..-10']);
  expect(partsOf({ ...call, seenArrival: now - hour, state: 'omitted' })).toEqual(['planned  -30..-10']);
});

test('a vessel at berth has waited, is at berth until now, and is expected to leave after as long as planned', () => {
  expect(partsOf({ ...call, seenArrival: now - 20 * hour, berthing: { ...none, actual: now - 8 * hour } })).toEqual([
    'planned  -30..-10',
    'actual waiting -20..-8',
    'actual berthed -8..0',
    'estimated berthed 0..12 open',
  ]);
});

test('one that waits is expected at berth; one that left has only what happened', () => {
  expect(partsOf({ ...call, seenArrival: now - 4 * hour, berthing: { ...none, estimated: now + 6 * hour } })).toEqual([
    'planned  -30..-10',
    'actual waiting -4..0',
    'estimated waiting 0..6',
    'estimated berthed 6..26 open',
  ]);
  expect(partsOf({ ...call, arrival: { ...none, actual: now - 9 * hour }, seenDeparture: now - hour })).toEqual([
    'actual stay -9..-1',
  ]);
});

test('an estimate that has passed is still no fact', () => {
  expect(partsOf({ ...call, arrival: { ...none, estimated: now - 2 * hour } })).toEqual(['estimated  -2..22 open']);
});

test('an end that nobody has stated is drawn, and is open', () => {
  const departure = { ...none, estimated: now + 30 * hour };
  const arrival = { ...none, planned: now + 2 * hour, estimated: now + 3 * hour };
  expect(partsOf({ ...call, arrival, departure })).toEqual(['planned  2..26 open', 'estimated stay 3..30']);
});

test('a shift of some hours is worth a word', () => {
  expect(shiftOf({ arrival: { ...none, planned: now, estimated: now + 2 * hour }, seenArrival: null })).toBeUndefined();
  expect(shiftOf({ arrival: { ...none, planned: now, estimated: now + 2 * hour }, seenArrival: now + 9 * hour })).toBe(
    9 * hour,
  );
});
