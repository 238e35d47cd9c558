import { expect, test } from 'vitest';
import { at, buildView, detectIn, keysIn } from '../testing/builders.ts';
import { routesOf, withoutCorrections } from './corrections.ts';
import { etaSlip } from './rules/eta-slip.ts';
import { rolled } from './rules/rolled.ts';
import { routeChanged } from './rules/route-changed.ts';
import type { DatedValue } from './types.ts';

const reported = <T>(days: number, value: T): DatedValue<T> => ({ value, knownAt: at(days) });
const corrected = <T>(days: number, value: T): DatedValue<T> => ({ ...reported(days, value), corrected: true });

test('a correction takes the place of what it corrects, and of earlier entries that stated the same', () => {
  expect(withoutCorrections([reported(-9, 'A'), corrected(-2, 'B')])).toEqual([reported(-9, 'B')]);
  expect(withoutCorrections([reported(-9, 'A'), reported(-5, 'B'), reported(-4, 'A'), corrected(-2, 'C')])).toEqual([
    reported(-9, 'C'),
    reported(-5, 'B'),
    reported(-4, 'C'),
  ]);
  const plain = [reported(-9, 'A'), reported(-2, 'B')];
  expect(withoutCorrections(plain)).toBe(plain);
});

test('a port that was mapped is the same port in earlier routes', () => {
  const history = [
    reported(-9, ['CNSHA', 'RTM X']),
    reported(-5, ['CNSHA', 'SGSIN', 'RTM X']),
    corrected(-2, ['CNSHA', 'SGSIN', 'NLRTM']),
  ];
  expect(routesOf(history).map(({ value }) => value)).toEqual([
    ['CNSHA', 'NLRTM'],
    ['CNSHA', 'SGSIN', 'NLRTM'],
  ]);
});

test('a correction of the route is no change of it; what the world changed stays one', () => {
  const mapped = buildView([], {
    routeHistory: [reported(-9, ['CNSHA', 'RTM X']), corrected(-2, ['CNSHA', 'NLRTM'])],
  });
  expect(keysIn(routeChanged, mapped)).toEqual([]);
  const changed = buildView([], {
    routeHistory: [
      reported(-9, ['CNSHA', 'RTM X']),
      corrected(-4, ['CNSHA', 'NLRTM']),
      reported(-2, ['CNSHA', 'SGSIN', 'NLRTM']),
    ],
  });
  expect(detectIn(routeChanged, changed)).toMatchObject([
    { params: { oldRoute: 'CNSHA → NLRTM', newRoute: 'CNSHA → SGSIN → NLRTM', added: 'SGSIN' }, severity: 'medium' },
  ]);
});

test('an estimate that an expert or another precedence moved has not slipped', () => {
  const moved = buildView([], { etaHistory: [reported(-9, at(20)), corrected(-2, at(26))] });
  expect(keysIn(etaSlip, moved)).toEqual([]);
  const slipped = buildView([], { etaHistory: [reported(-9, at(20)), reported(-4, at(26)), corrected(-2, at(27))] });
  expect(keysIn(etaSlip, slipped)).toEqual(['']);
});

test('a ship that was corrected left no container behind', () => {
  const sailing = (vesselName: string, etd: number) => ({ etd: at(etd), vesselName, voyage: '1' });
  const history = [reported(-9, sailing('STAR', 1)), corrected(-2, sailing('MOON', 6))];
  expect(keysIn(rolled, buildView([], { departureHistory: history }))).toEqual([]);
  const left = [reported(-9, sailing('STAR', 1)), reported(-2, sailing('MOON', 6))];
  expect(keysIn(rolled, buildView([], { departureHistory: left }))).toEqual(['']);
});
