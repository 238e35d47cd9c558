import { expect, test } from 'vitest';
import { at, buildSimpleView, detectIn, keysIn, reference } from '../../testing/builders.ts';
import { etaSlip } from './eta-slip.ts';

const known = (knownAt: number, value: number) => ({ knownAt, value });
const view = (history: ReturnType<typeof known>[], content = {}, more = {}) =>
  buildSimpleView(content, { etaHistory: history, ...more });

test('fires at three days against the first estimate, not below', () => {
  expect(keysIn(etaSlip, view([known(at(-20), at(9)), known(at(-5), at(12) - 1)]))).toEqual([]);
  expect(detectIn(etaSlip, view([known(at(-20), at(9)), known(at(-5), at(12))]))).toMatchObject([
    { params: { total: 1, days: 3, oldEtaAt: at(9), newEtaAt: at(12) }, severity: 'medium' },
  ]);
  expect(detectIn(etaSlip, view([known(at(-20), at(9)), known(at(-5), at(16))]))).toMatchObject([{ severity: 'high' }]);
});

test('shows both estimates with when each was reported, and turns at the end of the window after each', () => {
  const history = [known(at(-20), at(9)), known(at(-5), at(12))];
  expect(detectIn(etaSlip, view(history))[0]?.evidence).toEqual([
    { path: 'booking.eta', value: at(9), observedAt: at(-20), zone: '' },
    { path: 'booking.eta', value: at(12), observedAt: at(-5), zone: '' },
  ]);
  expect(etaSlip.changeTimes?.(view(history), { windowHours: 24 }, reference)).toEqual([at(-19), at(-4)]);
});

test('fires on a day within a day, and is over a day later', () => {
  const history = [known(at(-20), at(9)), known(at(0, -3), at(10))];
  expect(detectIn(etaSlip, view(history))).toMatchObject([{ params: { hours: 24, windowHours: 24 } }]);
  expect(keysIn(etaSlip, view(history), {}, at(1, -2))).toEqual([]);
  expect(keysIn(etaSlip, view([known(at(-20), at(9)), known(at(0, -3), at(10) - 1)]))).toEqual([]);
});

test('an ETA that comes nearer and a single one are no slip, and after the arrival it is an outcome', () => {
  expect(keysIn(etaSlip, view([known(at(-20), at(9)), known(at(0, -3), at(3))]))).toEqual([]);
  expect(keysIn(etaSlip, view([known(at(-20), at(9))]))).toEqual([]);
  expect(keysIn(etaSlip, view([]))).toEqual([]);
  const arrived = view([known(at(-20), at(-9)), known(at(-5), at(-2))], { booking: { ata: at(-2) } });
  expect(detectIn(etaSlip, arrived)).toMatchObject([{ over: 'happened', params: { days: 7 } }]);
});

test('estimates for another port of discharge are not compared', () => {
  const routeHistory = (ports: string[]) => [
    { knownAt: at(-20), value: ['CNSHA', 'NLRTM'] },
    { knownAt: at(-5), value: ports },
  ];
  const history = [known(at(-20), at(9)), known(at(-5), at(15))];
  expect(keysIn(etaSlip, view(history, {}, { routeHistory: routeHistory(['CNSHA', 'DEHAM']) }))).toEqual([]);
  expect(keysIn(etaSlip, view(history, {}, { routeHistory: routeHistory(['CNSHA', 'SGSIN', 'NLRTM']) }))).toEqual(['']);
});

test('what was replaced in the same instant was never shown: the first leg was pushed, and the whole way answered', () => {
  const routeHistory = [
    { knownAt: at(-4), value: ['CNNGB', 'KRPUS'] },
    { knownAt: at(-4), value: ['CNNGB', 'KRPUS', 'THLCH'] },
  ];
  const history = [known(at(-6), at(2)), known(at(-4), at(3)), known(at(-4), at(17))];
  expect(keysIn(etaSlip, view(history, {}, { routeHistory }))).toEqual([]);
  expect(keysIn(etaSlip, view([...history, known(at(-1), at(21))], {}, { routeHistory }))).toEqual(['']);
});

test('an estimate from before any way was known may be of a port of transhipment', () => {
  const routeHistory = [{ knownAt: at(-4), value: ['CNSHA', 'SGSIN', 'NLRTM'] }];
  const history = [known(at(-5), at(9)), known(at(-4), at(40))];
  expect(keysIn(etaSlip, view(history, {}, { routeHistory }))).toEqual([]);
  // From then on it counts.
  expect(keysIn(etaSlip, view([...history, known(at(-1), at(44))], {}, { routeHistory }))).toEqual(['']);
  // Where no way is ever reported there is only the one port.
  expect(keysIn(etaSlip, view(history))).toEqual(['']);
});

test('the slip within a day alone is no slip against the first estimate', () => {
  const history = [known(at(-20), at(9)), known(at(0, -3), at(10))];
  const [found] = detectIn(etaSlip, view(history));
  expect(Object.keys(found?.params ?? {})).not.toContain('total');
  // The estimate that was shown a day ago is the one of that moment.
  const exactly = [known(at(-20), at(12)), known(at(-1), at(9)), known(at(0, -3), at(10))];
  expect(detectIn(etaSlip, view(exactly))).toMatchObject([{ params: { hours: 24, oldEtaAt: at(9) } }]);
});
