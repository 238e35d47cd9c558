import { expect, test } from 'vitest';
import {
  alignLines,
  alignPlaces,
  boundsOf,
  gatherAreas,
  type MapArea,
  type MapLine,
  type MapPlace,
} from './map-model.ts';

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

test('areas around the world lie in the copy of it where they take the least room, with the ways of their storms', () => {
  const area = (id: string, lon: number): MapArea => ({
    id,
    label: id,
    rings: [
      [
        [lon, 10],
        [lon + 2, 10],
        [lon, 12],
      ],
    ],
  });
  const west = ({ rings }: MapArea): number | undefined => rings[0]?.[0]?.[0];
  const storm: MapLine = {
    id: 's',
    kind: 'remaining',
    points: [
      [-50, 20],
      [-45, 25],
    ],
  };
  const atlantic = gatherAreas(
    [area('NEW YORK', -74), area('LARCH', -50), area('ADEN', 45), area('YOKOHAMA', 139)],
    [storm],
  );
  expect(atlantic.areas.map(west)).toEqual([-74, -50, 45, 139]);
  expect(atlantic.lines[0]?.points).toEqual(storm.points);
  const overPacific = gatherAreas(
    [area('LOS ANGELES', -118), area('YOKOHAMA', 139), area('ADEN', 45)],
    [
      {
        ...storm,
        points: [
          [-170, 20],
          [-175, 25],
        ],
      },
    ],
  );
  expect(overPacific.areas.map(west)).toEqual([242, 139, 45]);
  expect(overPacific.lines[0]?.points[0]).toEqual([190, 20]);
  expect(gatherAreas([], [storm]).lines).toHaveLength(1);
});
