import { expect, test } from 'vitest';
import { alignLines, alignPlaces, boundsOf, type MapLine, type MapPlace } from './map-model.ts';

const pacific: MapLine = {
  id: '1',
  kind: 'travelled',
  points: [
    [122, 31],
    [170, 45],
    [200, 45],
    [241.7, 33.7],
  ],
};
const place = (id: string, lon: number, lat: number): MapPlace => ({ id, at: [lon, lat], label: id, kind: 'port' });

test('a port on the other side of the antimeridian stands at the end of the line, not a world away', () => {
  const [shanghai, losAngeles] = alignPlaces([place('CNSHA', 121.5, 31.2), place('USLAX', -118.3, 33.7)], [pacific]);
  expect(shanghai?.at[0]).toBe(121.5);
  expect(losAngeles?.at[0]).toBeCloseTo(241.7);
  expect(boundsOf([pacific], [losAngeles as MapPlace])).toEqual([122, 31, 241.7, 45]);
});

test('a way west over the Pacific lies beside one that comes from the east', () => {
  const back: MapLine = {
    id: '2',
    kind: 'remaining',
    points: [
      [-123, 49],
      [-231, 35],
    ],
  };
  const [first, second] = alignLines([pacific, back, { ...back, id: '3', points: [] }]);
  expect(first).toBe(pacific);
  expect(second?.points).toEqual([
    [237, 49],
    [129, 35],
  ]);
});

test('places without a line gather around the first', () => {
  expect(alignPlaces([place('a', 170, 0), place('b', -170, 0)], []).map((item) => item.at[0])).toEqual([170, 190]);
  expect(boundsOf([], [])).toBeUndefined();
});
