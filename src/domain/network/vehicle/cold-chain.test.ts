import { expect, test } from 'vitest';
import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { type Excursion, type OpenExcursion, stepExcursion } from './cold-chain.ts';
import type { VehicleFix } from './types.ts';

const start = Date.UTC(2026, 10, 22, 8);
const range = { min: 2, max: 8 };

/** Excursions found in readings that are two minutes apart; null: a position without temperature. */
function found(readings: readonly (number | null)[], limits: typeof range | null = range): Excursion[] {
  let open: OpenExcursion | null = null;
  const all = new Map<Instant, Excursion>();
  for (const [index, temperatureC] of readings.entries()) {
    const fix = { at: start + index * 2 * MINUTE_MS, temperatureC } as VehicleFix;
    const step = stepExcursion(open, fix, limits);
    open = step.open;
    for (const one of step.news) all.set(one.beganAt, one);
  }
  return [...all.values()];
}
const minutes = (at: Instant | null): number | null => (at === null ? null : (at - start) / MINUTE_MS);
const shown = (excursions: readonly Excursion[]) =>
  excursions.map(({ beganAt, endedAt, extremeC }) => [minutes(beganAt), minutes(endedAt), extremeC]);

test('readings within the range, without a range and without a temperature are no excursion', () => {
  expect(found([2, 5, 8, null])).toEqual([]);
  expect(found([20, 20], null)).toEqual([]);
});

test('it begins with the first reading outside, keeps the worst one, and ends once it was calm for ten minutes', () => {
  expect(shown(found([5, 9, 12, 10]))).toEqual([[2, null, 12]]);
  expect(shown(found([5, 9, 12, 8, 8, 8, 8, 8, 8]))).toEqual([[2, 6, 12]]);
  expect(shown(found([1, -3, 0]))).toEqual([[0, null, -3]]);
});

test('readings that jump over the limit and back are one excursion', () => {
  expect(shown(found([9, 8, 9, null, 8, 8, 9, 8, 8, 8, 8, 8, 8]))).toEqual([[0, 14, 9]]);
});
