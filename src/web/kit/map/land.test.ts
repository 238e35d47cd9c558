import { describe, expect, test } from 'vitest';
import type { Position } from 'geojson';
import { landPolygons } from './land.ts';

const polygons = landPolygons().features[0]?.geometry.coordinates ?? [];

function inRing([x = 0, y = 0]: Position, ring: Position[]): boolean {
  let inside = false;
  ring.forEach(([x1 = 0, y1 = 0], index) => {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] as Position;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside;
  });
  return inside;
}

const isLand = (point: Position): boolean =>
  polygons.some(
    ([outer, ...holes]) => outer !== undefined && inRing(point, outer) && !holes.some((hole) => inRing(point, hole)),
  );

describe('the base map', () => {
  test.each([
    ['inland China', [110, 30], true],
    ['Kansas', [-98, 38.5], true],
    ['Chukotka east of the antimeridian', [-175, 66.5], true],
    ['Chukotka west of the antimeridian', [176, 67.5], true],
    ['the South Pole', [0, -89], true],
    ['the middle of the Pacific', [-150, 0], false],
    ['the Pacific at the antimeridian', [179.9, 40], false],
    ['the Caspian Sea, a hole', [51, 41], false],
    ['the Black Sea', [34, 43], false],
    ['the Suez roads', [32.57, 29.5], false],
  ])('%s', (_, point, expected) => {
    expect(isLand(point as Position)).toBe(expected);
  });

  test('stays within one world and tears nowhere', () => {
    for (const rings of polygons) {
      for (const ring of rings) {
        ring.forEach(([x = 0, y = 0], index) => {
          expect(Math.abs(x)).toBeLessThanOrEqual(180);
          expect(Math.abs(y)).toBeLessThanOrEqual(90);
          const [beforeX = x, beforeY = y] = ring[index - 1] ?? [];
          // Only the closing line along the pole and cuts along the antimeridian may be long.
          if (Math.abs(x - beforeX) > 30) expect(Math.max(Math.abs(y), Math.abs(beforeY))).toBe(90);
        });
      }
    }
  });
});
