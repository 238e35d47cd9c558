import { describe, expect, test } from 'vitest';
import type { Position } from 'geojson';
import { landPolygons } from './land.ts';
import names from './names.json' with { type: 'json' };

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

describe('names of places', () => {
  type Place = { kind: string; from: number; at: [number, number]; name: string };
  const places = names.flatMap(([kind, from, lon, lat, name]): Place[] =>
    typeof lon === 'number' && typeof lat === 'number'
      ? [{ kind: String(kind), from: Number(from), at: [lon, lat], name: String(name) }]
      : [],
  );
  /** A city at the coast may lie beside the land as it is drawn. */
  const isNearLand = ([lon, lat]: [number, number]): boolean =>
    [-0.2, 0, 0.2].some((east) => [-0.2, 0, 0.2].some((north) => isLand([lon + east, lat + north])));

  test('of seas stand on water, those of cities on land', () => {
    // Straits and canals are narrower than the land is drawn.
    const dry = places.filter(({ kind, from, at }) => kind === 'sea' && from < 4 && isLand(at));
    const wet = places.filter(({ kind, at }) => kind === 'city' && !isNearLand(at));
    expect([...dry, ...wet].map(({ name }) => name)).toEqual([]);
  });

  test('are in both languages, once each, seas and large cities before the ports of the trade', () => {
    const known = names.filter(([, from]) => Number(from) < 7);
    expect(known.filter(([, , , , name, nameCn]) => name === '' || nameCn === '')).toEqual([]);
    const near = new Map<string, string>();
    const twice = known.filter(([kind, , lon, lat, name]) => {
      const key = `${name} ${Math.round(Number(lon))} ${Math.round(Number(lat))}`;
      const before = near.get(key);
      near.set(key, String(kind));
      return before !== undefined;
    });
    expect(twice).toEqual([]);
    expect(names.map(([, from]) => Number(from))).toEqual(
      names.map(([, from]) => Number(from)).toSorted((a, b) => a - b),
    );
  });
});
