import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { departDelay } from './depart-delay.ts';

test('fires above two days against the departure, not at two', () => {
  expect(keysIn(departDelay, buildSimpleView({ booking: { etd: at(-5), atd: at(-3) } }))).toEqual([]);
  expect(detectIn(departDelay, buildSimpleView({ booking: { etd: at(-5), atd: at(-3, 1) } }))).toMatchObject([
    { params: { atdAt: at(-3, 1) }, severity: 'medium' },
  ]);
  expect(detectIn(departDelay, buildSimpleView({ booking: { etd: at(-20), atd: at(-12) } }))).toMatchObject([
    { severity: 'high', params: { days: 8 } },
  ]);
});

test('fires against the clock while the ship has not left', () => {
  expect(keysIn(departDelay, buildSimpleView({ booking: { etd: at(-2) } }))).toEqual([]);
  const [finding] = detectIn(departDelay, buildSimpleView({ booking: { etd: at(-2, -1) } }));
  expect(finding?.params).toMatchObject({ days: 2 });
  expect(finding?.params).not.toHaveProperty('atdAt');
});

test('a later milestone, a leg or an arrival proves the departure', () => {
  const booking = { etd: at(-9) };
  const events = [buildEvent('MERU1234567', 'TSDC', 'SGSIN', { actual: at(-2) })];
  expect(keysIn(departDelay, buildSimpleView({ booking, events }))).toEqual([]);
  expect(keysIn(departDelay, buildSimpleView({ booking: { ...booking, ata: at(-1) } }))).toEqual([]);
  const onTime = [buildLeg(1, 'CNSHA', 'NLRTM', { atd: at(-9) })];
  expect(keysIn(departDelay, buildSimpleView({ booking, legs: onTime }))).toEqual([]);
});

test('is silent without an estimate and after the end', () => {
  expect(keysIn(departDelay, buildSimpleView({ booking: { atd: at(0) } }))).toEqual([]);
  const view = buildSimpleView({ booking: { etd: at(-9) } }, { subscription: { ended: true } });
  expect(keysIn(departDelay, view)).toEqual([]);
});

test('counts against the plan, which does not move with the ship, and not with a time that lies ahead', () => {
  const late = { plannedDeparture: at(-6), etd: at(-3), atd: at(-3) };
  expect(detectIn(departDelay, buildSimpleView({ booking: late }))).toMatchObject([
    { params: { days: 3, etdAt: at(-6) }, evidence: [{ path: 'booking.plannedDeparture' }, { path: 'booking.atd' }] },
  ]);
  expect(keysIn(departDelay, buildSimpleView({ booking: { etd: at(-1), atd: at(5) } }))).toEqual([]);
});

test('says what the carrier expects now', () => {
  const booking = { portOfLoading: 'CNSHA', plannedDeparture: at(-5), etd: at(2) };
  expect(detectIn(departDelay, buildSimpleView({ booking }))).toMatchObject([
    { params: { etdAt: at(-5), newEtdAt: at(2) } },
  ]);
  expect(
    detectIn(departDelay, buildSimpleView({ booking: { ...booking, etd: at(-5) } }))[0]?.params,
  ).not.toHaveProperty('newEtdAt');
});
