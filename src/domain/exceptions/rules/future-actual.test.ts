import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { futureActual } from './future-actual.ts';

const gateIn = (actual: number | null, values = {}) =>
  buildSimpleView({ events: [buildEvent('MERU1234567', 'GITM', 'CNSHA', { actual, ...values })] });

test('fires above two hours, not at two', () => {
  expect(keysIn(futureActual, gateIn(at(0, 2)))).toEqual([]);
  expect(detectIn(futureActual, gateIn(at(0, 2) + 1))).toMatchObject([
    { key: 'GITM|CNSHA|1', params: { actualZone: 'Asia/Shanghai', containerNo: 'MERU1234567' } },
  ]);
});

test('future estimates are what estimates are for', () => {
  expect(keysIn(futureActual, gateIn(null, { planned: at(5), estimated: at(6) }))).toEqual([]);
});

test('one call reported by booking, leg and containers under an alias has one key', () => {
  const atd = at(1);
  const view = buildSimpleView({
    booking: { portOfLoading: 'CNSHA', atd },
    legs: [buildLeg(1, 'CNSHA', 'NLRTM', { atd })],
    events: [
      buildEvent('MERU1234567', 'DLPT', 'CNSHA', { actual: atd }),
      buildEvent('MERU7654321', 'DLPT', 'CNSGH', { actual: atd }),
    ],
  });
  expect(new Set(keysIn(futureActual, view))).toEqual(new Set(['departure|CNSHA']));
});

test('values that fusion did not choose do not count', () => {
  expect(keysIn(futureActual, buildSimpleView({}))).toEqual([]);
});
