import { expect, test } from 'vitest';
import { fittingNames, type LabelSpot, placeLabels } from './map-labels.ts';

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

test('a name stands inside the map and beside its buttons, if it can', () => {
  const room = { width: 400, height: 200 };
  expect(placeLabels([spot(380, 100)], room)).toEqual(['left']);
  expect(placeLabels([spot(20, 100)], room)).toEqual(['right']);
  // To the left are the buttons, to the right the edge.
  expect(placeLabels([spot(100, 40)], { width: 150, height: 200 })).toEqual(['below']);
  // It fits nowhere: below its point less of it is cut off than to the left or right.
  expect(placeLabels([spot(100, 100)], { width: 140, height: 200 })).toEqual(['left']);
  expect(placeLabels([spot(60, 100)], { width: 115, height: 200 })).toEqual(['below']);
});

test('a name of an area that would cover one before it is left out', () => {
  expect(fittingNames([spot(100, 100), spot(150, 104), spot(150, 120), spot(300, 100)])).toEqual([
    true,
    false,
    true,
    true,
  ]);
});
