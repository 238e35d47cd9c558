import { expect, test } from 'vitest';
import { at, buildEvent, buildSimpleView, detectIn, keysIn, reference } from '../../testing/builders.ts';
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

test('seven days late is not yet severe; an arrival at this moment counts', () => {
  expect(detectIn(arriveDelay, buildSimpleView({ booking: { eta: at(-7) } }))).toMatchObject([{ severity: 'medium' }]);
  expect(keysIn(arriveDelay, buildSimpleView({ booking: { eta: at(-5), ata: at(0) } }))).toEqual(['']);
});

test('days against the clock are whole ones; against the arrival they have parts', () => {
  const daysOf = (booking: object) => detectIn(arriveDelay, buildSimpleView({ booking }))[0]?.params['days'];
  expect(daysOf({ eta: at(-2, -12) })).toBe(2);
  expect(daysOf({ eta: at(-6, -12), ata: at(-4) })).toBe(2.5);
});

test('shows the new estimate of a ship that has not arrived, if it is later than what was due', () => {
  const [late] = detectIn(arriveDelay, buildSimpleView({ booking: { plannedArrival: at(-6), eta: at(4) } }));
  expect(late).toMatchObject({
    params: { etaAt: at(-6), newEtaAt: at(4) },
    evidence: [{ path: 'booking.plannedArrival' }, { path: 'booking.eta', value: at(4) }],
  });
  const [plain] = detectIn(arriveDelay, buildSimpleView({ booking: { eta: at(-6) } }));
  expect(plain?.evidence).toHaveLength(1);
  expect(Object.keys(plain?.params ?? {})).not.toContain('newEtaAt');
});

test('turns at the arrival, or when the tolerated days after the due time are over', () => {
  const changeTimesOf = (booking: object) =>
    arriveDelay.changeTimes?.(buildSimpleView({ booking }), { thresholdDays: 2 }, reference);
  expect(changeTimesOf({ eta: at(-5), ata: at(-4) })).toEqual([at(-4)]);
  expect(changeTimesOf({ eta: at(-6) })).toEqual([at(-4)]);
  expect(changeTimesOf({})).toEqual([]);
});
