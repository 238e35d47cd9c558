import { expect, test } from 'vitest';
import type { RiskArea } from '#contract/network/risk.ts';
import { countInside, kindsOf, kindsText, layersOf } from './risk-layers.ts';

const booking = (id: string) => ({ obmTkSubscribeId: id, referenceNo: id, obmBkId: null });
const area = (code: string, vessels: RiskArea['vessels'], storm: RiskArea['storm'] = null): RiskArea => ({
  code,
  kind: storm === null ? 'WAR' : 'STORM',
  name: code,
  nameCn: null,
  severity: 'high',
  note: null,
  noteCn: null,
  validFrom: null,
  validTo: null,
  source: 'test',
  sourceCn: null,
  saidTime: null,
  outline: [
    [
      [1, 1],
      [2, 1],
      [2, 2],
    ],
  ],
  storm,
  vessels,
});
const ship = (mmsi: string, ...ids: string[]) => ({
  mmsi,
  vesselName: null,
  reckoned: false,
  bookings: ids.map(booking),
});

test('vessels and bookings count once, however many areas they are in', () => {
  const areas = [area('A', [ship('1', 'x', 'y'), ship('2')]), area('B', [ship('1', 'x', 'y'), ship('3', 'y')])];
  expect(countInside(areas)).toEqual({ vessels: 3, bookings: 2 });
});

test('kinds are shown in the address unless all are shown', () => {
  expect(kindsText(kindsOf(undefined))).toBeUndefined();
  expect(kindsText(kindsOf('WAR,STORM,NONE'))).toBe('STORM,WAR');
  expect(kindsOf(kindsText([]))).toEqual([]);
});

test('the way of a storm is drawn with it', () => {
  const storm = {
    windKn: 70,
    radiusNm: 100,
    errorNm: 5,
    track: [[1, 1] as [number, number], [3, 4] as [number, number]],
  };
  const { areas, lines } = layersOf([area('A', []), area('S', [], storm)], ({ code }) => `the ${code}`);
  expect(areas.map(({ label }) => label)).toEqual(['the A', 'the S']);
  expect(lines).toMatchObject([
    {
      id: 'S',
      kind: 'remaining',
      points: [
        [1, 1],
        [3, 4],
      ],
    },
  ]);
});
