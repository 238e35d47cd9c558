import { expect, test } from 'vitest';
import { at, buildLeg, buildSimpleView, keysIn } from '../../testing/builders.ts';
import { legOverlap } from './leg-overlap.ts';

const legs = (ata: number | null, atd: number | null) => [
  buildLeg(1, 'CNSHA', 'SGSIN', { ata }),
  buildLeg(2, 'SGSIN', 'NLRTM', { atd }),
];

test('fires when the next leg departs before this one arrives, not when at once', () => {
  expect(keysIn(legOverlap, buildSimpleView({ legs: legs(at(0, 9), at(0, 8)) }))).toEqual(['leg:1']);
  expect(keysIn(legOverlap, buildSimpleView({ legs: legs(at(0, 9), at(0, 9)) }))).toEqual([]);
});

test('is silent without both actual times and for a date of the same day', () => {
  expect(keysIn(legOverlap, buildSimpleView({ legs: legs(null, at(-5)) }))).toEqual([]);
  expect(keysIn(legOverlap, buildSimpleView({ legs: legs(at(0), null) }))).toEqual([]);
  // 16:00 UTC is midnight in Singapore: departed "on the 10th", arrived on the 10th at 17:00 local time.
  expect(keysIn(legOverlap, buildSimpleView({ legs: legs(at(0, 1), at(-1, 16)) }))).toEqual([]);
});

test('estimates never overlap', () => {
  const estimated = [buildLeg(1, 'CNSHA', 'SGSIN', { eta: at(5) }), buildLeg(2, 'SGSIN', 'NLRTM', { etd: at(1) })];
  expect(keysIn(legOverlap, buildSimpleView({ legs: estimated }))).toEqual([]);
});
