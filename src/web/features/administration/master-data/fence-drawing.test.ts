import { describe, expect, test } from 'vitest';
import { distanceNm } from '#shared/geo/geodesy.ts';
import { fenceArea } from '#shared/geo/port-fence.ts';
import { draftOfDrawing, drawingOf, edgeOf, moved, pressed, redrawn, removed, ringOf } from './fence-drawing.ts';

const empty = { longitude: '', latitude: '', radiusNm: '', outline: '' };
const square = { ...empty, outline: '122 31, 122.2 31, 122.2 31.2, 122 31.2' };

describe('a circle', () => {
  test('begins with a press and is entered as its values', () => {
    expect(ringOf(drawingOf(empty))).toBeUndefined();
    const drawn = pressed(drawingOf(empty), [121.123456, 31.5]);
    expect(draftOfDrawing(drawn)).toEqual({ ...empty, longitude: '121.1235', latitude: '31.5', radiusNm: '5' });
    for (const corner of ringOf(drawn) ?? []) expect(distanceNm([121.123456, 31.5], corner)).toBeCloseTo(5, 6);
  });

  test('is moved by its middle and widened by its edge, within limits', () => {
    const circle = drawingOf({ ...empty, longitude: '120', latitude: '30', radiusNm: '6' });
    expect(draftOfDrawing(moved(circle, 'middle', [181, 30]))).toMatchObject({ longitude: '-179', radiusNm: '6' });
    expect(draftOfDrawing(moved(circle, 'edge', edgeOf([120, 30], 9.5)))).toMatchObject({ radiusNm: '9.5' });
    expect(draftOfDrawing(moved(circle, 'edge', [125, 30]))).toMatchObject({ radiusNm: '60' });
    expect(draftOfDrawing(moved(circle, 'edge', [120, 30]))).toMatchObject({ radiusNm: '0.3' });
  });

  test('over the date line stays in one piece', () => {
    const lons = (ringOf(drawingOf({ ...empty, longitude: '179.99', latitude: '10', radiusNm: '10' })) ?? []).map(
      ([lon]) => lon,
    );
    expect(Math.max(...lons) - Math.min(...lons)).toBeLessThan(1);
  });
});

describe('an outline', () => {
  test('grows where a press makes the least way more', () => {
    expect(draftOfDrawing(pressed(drawingOf(square), [122.3, 31.1])).outline).toBe(
      '122 31, 122.2 31, 122.3 31.1, 122.2 31.2, 122 31.2',
    );
  });

  test('is moved and shortened by its corners, also while they are too few', () => {
    const drawing = drawingOf(square);
    expect(draftOfDrawing(moved(drawing, '1', [122.25, 31])).outline).toContain('122.25 31, 122.2 31.2');
    const two = drawingOf({ ...empty, outline: '122 31, 122.2 31' });
    expect(ringOf(two)).toHaveLength(2);
    expect(ringOf(removed(two, '0'))).toBeUndefined();
    expect(draftOfDrawing(removed(removed(two, '0'), '0'))).toEqual(empty);
  });

  test('that crosses itself is shown, so that it can be mended', () => {
    expect(ringOf(drawingOf({ ...empty, outline: '122 31, 122.2 31.2, 122.2 31, 122 31.2' }))).toHaveLength(4);
  });
});

test('one kind becomes the other, about as large', () => {
  const circle = drawingOf({ ...empty, longitude: '120', latitude: '30', radiusNm: '6' });
  const outline = redrawn(circle);
  expect(fenceArea({ outline: draftOfDrawing(outline).outline })).toMatchObject({ radiusNm: expect.closeTo(6.1, 1) });
  expect(redrawn(outline)).toMatchObject({ kind: 'circle', radiusNm: expect.closeTo(6.1, 1) });
  expect(redrawn(drawingOf(empty))).toEqual({ kind: 'outline', corners: [] });
});
