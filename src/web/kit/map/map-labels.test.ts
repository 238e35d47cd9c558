import { describe, expect, test } from 'vitest';
import { boxesOf, fittingNames, type LabelSpot, placeLabels, placeNames } from './map-labels.ts';

const spot = (x: number, y: number): LabelSpot => ({ x, y, width: 60, height: 16 });

test('a name with room stands to the right of its point', () => {
  expect(placeLabels([spot(0, 0), spot(300, 0)])).toEqual(['right', 'right']);
});

test('names of points close to each other cover neither names nor points', () => {
  // Shanghai and Ningbo on a map of the world.
  expect(placeLabels([spot(100, 100), spot(104, 108)])).toEqual(['left', 'right']);
  expect(placeLabels([spot(100, 100), spot(100, 110), spot(100, 120)])).toEqual(['right', 'left', 'right']);
  expect(placeLabels([spot(100, 100), spot(130, 100)])).toEqual(['left', 'right']);
});

test('a name without room is left out, one that comes first never', () => {
  const crowd = Array.from({ length: 8 }, (_, index) => spot(100 + index, 100));
  const sides = placeLabels(crowd);
  expect(sides.filter((side) => side !== 'none').length).toBeLessThan(8);
  expect(placeLabels([])).toEqual([]);
});

const buttons = { left: 0, top: 0, right: 52, bottom: 80 };
const roomOf = (width: number, height: number) => ({ width, height, covered: [buttons] });

test('a name stands inside the map, and never under its buttons', () => {
  expect(placeLabels([spot(380, 100)], roomOf(400, 200))).toEqual(['left']);
  expect(placeLabels([spot(20, 100)], roomOf(400, 200))).toEqual(['right']);
  // To the left are the buttons, to the right the edge.
  expect(placeLabels([spot(100, 40)], roomOf(150, 200))).toEqual(['below']);
  // It fits nowhere: below its point less of it is cut off than to the left or right.
  expect(placeLabels([spot(100, 120)], roomOf(140, 200))).toEqual(['left']);
  expect(placeLabels([spot(60, 120)], roomOf(115, 200))).toEqual(['below']);
  expect(placeLabels([spot(-40, 40)], roomOf(400, 200))).not.toContain('right');
});

describe('names of the map', () => {
  const name = (x: number, y: number, isSea = false) => ({ ...spot(x, y), isSea });
  const room = roomOf(400, 200);

  test('stand beside their points, those of seas in the middle; the first ones choose first', () => {
    expect(placeNames([name(200, 100), name(210, 104), name(300, 160, true)], [], room)).toEqual([
      'right',
      'none',
      'middle',
    ]);
  });

  test('are away from what the map is about, from buttons and from edges', () => {
    const own = [spot(200, 100)];
    const taken = boxesOf(own, placeLabels(own));
    expect(placeNames([name(200, 102), name(230, 100, true), name(150, 100)], taken, room)).toEqual([
      'none',
      'none',
      'left',
    ]);
    expect(placeNames([name(30, 40), name(398, 120), name(20, 150, true)], [], room)).toEqual(['none', 'left', 'none']);
  });
});

test('a name of an area that would cover one before it is left out', () => {
  expect(fittingNames([spot(100, 100), spot(150, 104), spot(150, 120), spot(300, 100)])).toEqual([
    true,
    false,
    true,
    true,
  ]);
});
