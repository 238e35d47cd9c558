import { expect, test } from 'vitest';
import { at, buildEvent, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { arriveDelay } from './arrive-delay.ts';

test('fires above two days against the arrival, not at two', () => {
  expect(keysIn(arriveDelay, buildSimpleView({ booking: { eta: at(-5), ata: at(-3) } }))).toEqual([]);
  expect(detectIn(arriveDelay, buildSimpleView({ booking: { eta: at(-5), ata: at(-3, 1) } }))).toMatchObject([
    { params: { ataAt: at(-3, 1) }, severity: 'medium' },
  ]);
});

test('fires against the clock while the ship has not arrived', () => {
  expect(keysIn(arriveDelay, buildSimpleView({ booking: { eta: at(-2) } }))).toEqual([]);
  expect(detectIn(arriveDelay, buildSimpleView({ booking: { eta: at(-8) } }))).toMatchObject([
    { params: { days: 8 }, severity: 'high' },
  ]);
});

test('a discharge proves the arrival; a discharge that is only planned does not', () => {
  const booking = { eta: at(-8) };
  const discharge = (times: object) => [buildEvent('MERU1234567', 'DSCH', 'NLRTM', times)];
  expect(keysIn(arriveDelay, buildSimpleView({ booking, events: discharge({ actual: at(-7) }) }))).toEqual([]);
  expect(keysIn(arriveDelay, buildSimpleView({ booking, events: discharge({ planned: at(-7) }) }))).toEqual(['']);
});

test('is silent without an estimate and after the end', () => {
  expect(keysIn(arriveDelay, buildSimpleView({ booking: { ata: at(0) } }))).toEqual([]);
  expect(keysIn(arriveDelay, buildSimpleView({ booking: { eta: at(-9) } }, { subscription: { ended: true } }))).toEqual(
    [],
  );
});

test('counts against the plan, which does not move with the ship, and not with a time that lies ahead', () => {
  const late = { plannedArrival: at(-6), eta: at(-3), ata: at(-3) };
  expect(detectIn(arriveDelay, buildSimpleView({ booking: late }))).toMatchObject([
    { params: { days: 3, etaAt: at(-6) }, evidence: [{ path: 'booking.plannedArrival' }, { path: 'booking.ata' }] },
  ]);
  expect(keysIn(arriveDelay, buildSimpleView({ booking: { eta: at(-1), ata: at(5) } }))).toEqual([]);
});
