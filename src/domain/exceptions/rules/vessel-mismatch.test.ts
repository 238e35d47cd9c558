import { expect, test } from 'vitest';
import { at, buildLeg, buildOverride, buildRecord, buildView, detectIn, keysIn } from '../../testing/builders.ts';
import { vesselMismatch } from './vessel-mismatch.ts';

type Ship = { vesselName?: string | null; voyage?: string | null; vesselImo?: string | null };
const records = (a: Ship, b: Ship, hoursOlder = 0) => [
  buildRecord('a', { legs: [buildLeg(1, 'CNSHA', 'NLRTM', a)] }),
  buildRecord(
    'b',
    { legs: [buildLeg(1, 'CNSHA', 'NLRTM', b)] },
    { sourceType: 'FT', sourceCode: 'ft', observedAt: at(0, -hoursOlder) },
  ),
];

test('fires on another ship, and less on another voyage of one ship', () => {
  expect(detectIn(vesselMismatch, buildView(records({ vesselName: 'STAR' }, { vesselName: 'MOON' })))).toMatchObject([
    { key: 'leg:1', severity: 'medium', params: { first: 'STAR', second: 'MOON', secondSource: 'ft' } },
  ]);
  const voyages = records({ vesselName: 'STAR', voyage: '001E' }, { vesselName: 'Star', voyage: '002E' });
  expect(detectIn(vesselMismatch, buildView(voyages))).toMatchObject([{ severity: 'low', params: { isVoyage: 1 } }]);
});

test('spelling, leading zeros, a left out direction and a missing value are no mismatch', () => {
  for (const [a, b] of [
    [{ vesselName: 'MV STAR OF EAST' }, { vesselName: 'Star of East' }],
    [{ voyage: '0023E' }, { voyage: '23' }],
    [{ vesselName: 'STAR' }, { vesselName: null, voyage: '1' }],
  ] as const) {
    expect(keysIn(vesselMismatch, buildView(records(a, b)))).toEqual([]);
  }
});

test('one IMO number is one ship', () => {
  const ships = (imo: string) =>
    records({ vesselName: 'STAR', vesselImo: '9074729' }, { vesselName: 'STAR II', vesselImo: imo });
  expect(keysIn(vesselMismatch, buildView(ships('9074729')))).toEqual([]);
  expect(keysIn(vesselMismatch, buildView(ships('9074730')))).toEqual(['leg:1']);
});

test('a source that has been quiet for more than two days lags, one at two days does not', () => {
  expect(keysIn(vesselMismatch, buildView(records({ vesselName: 'STAR' }, { vesselName: 'MOON' }, 48)))).toEqual([
    'leg:1',
  ]);
  expect(keysIn(vesselMismatch, buildView(records({ vesselName: 'STAR' }, { vesselName: 'MOON' }, 49)))).toEqual([]);
});

test('a source that has stated nothing for half a day since the ship changed lags', () => {
  const shipHistory = [
    { knownAt: at(-9), value: [{ vesselName: 'MOON', voyage: '1E' }] },
    { knownAt: at(0, -20), value: [{ vesselName: 'STAR', voyage: '1E' }] },
  ];
  const view = (hours: number) =>
    buildView(records({ vesselName: 'STAR' }, { vesselName: 'MOON' }, hours), { shipHistory });
  expect(keysIn(vesselMismatch, view(9))).toEqual([]);
  expect(keysIn(vesselMismatch, view(8))).toEqual(['leg:1']);
});

test('another voyage of the same ship waits as well', () => {
  const shipHistory = ['001E', '002E'].map((voyage, index) => ({
    knownAt: at(0, -20 + index),
    value: [{ vesselName: 'STAR', voyage }],
  }));
  const view = (hours: number) =>
    buildView(records({ vesselName: 'STAR', voyage: '002E' }, { vesselName: 'STAR', voyage: '001E' }, hours), {
      shipHistory,
    });
  expect(keysIn(vesselMismatch, view(8))).toEqual([]);
  expect(keysIn(vesselMismatch, view(7))).toEqual(['leg:1']);
});

test('a ship that is shown since the beginning waits only for a source that has not spoken since', () => {
  const shown = (hoursAgo: number) => [{ knownAt: at(0, -hoursAgo), value: [{ vesselName: 'STAR', voyage: null }] }];
  const keys = (hoursOlder: number, hoursAgo: number) =>
    keysIn(
      vesselMismatch,
      buildView(records({ vesselName: 'STAR' }, { vesselName: 'MOON' }, hoursOlder), { shipHistory: shown(hoursAgo) }),
    );
  expect(keys(0, 1)).toEqual(['leg:1']);
  expect(keys(4, 12)).toEqual([]);
  expect(keys(4, 13)).toEqual(['leg:1']);
});

test('is silent where an expert has decided', () => {
  const overrides = [buildOverride('leg[1].vesselName', 'STAR')];
  expect(
    keysIn(vesselMismatch, buildView(records({ vesselName: 'STAR' }, { vesselName: 'MOON' }), { overrides })),
  ).toEqual([]);
});
