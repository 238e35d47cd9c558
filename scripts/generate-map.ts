// Turns the land polygons of world-atlas into the compact base map of the browser: node scripts/generate-map.ts
import { writeFileSync } from 'node:fs';
import type { Position } from 'geojson';
import { itemAt, lastItem } from '#shared/values/items.ts';
import { landPolygons } from './land-polygons.ts';

/** Steps per degree: 0.04 degrees is about 4 km, about a pixel at zoom 5, where routes are looked at. */
const STEPS = 25;
/** Rings smaller than this many square degrees are dropped (about 40 km2 at mid latitudes). */
const SMALLEST = 0.004;
const TARGET = new URL('../src/web/kit/map/land.json', import.meta.url);

type Point = [lon: number, lat: number];
type Ring = Point[];

/** The ring with continuous longitudes, so that a crossing of the antimeridian is no jump across the world. */
function unwrap(ring: readonly Position[]): Ring {
  let turn = 0;
  return ring.map(([lon = 0, lat = 0], index): Point => {
    const before = ring[index - 1]?.[0];
    if (before !== undefined && lon - before > 180) turn -= 360;
    if (before !== undefined && lon - before < -180) turn += 360;
    return [lon + turn, lat];
  });
}

/** A ring that goes once around the world encloses the pole: close it along the map's lower edge. */
function closeAtPole(ring: Ring): Ring {
  const first = itemAt(ring, 0);
  const last = lastItem(ring);
  if (Math.abs(last[0] - first[0]) < 180) return ring;
  const pole = first[1] < 0 ? -90 : 90;
  return [...ring, [last[0], pole], [first[0], pole], first];
}

/** Sutherland-Hodgman against one meridian. */
function clip(ring: Ring, limit: number, keepEast: boolean): Ring {
  const inside = ([lon]: Point) => (keepEast ? lon >= limit : lon <= limit);
  const result: Ring = [];
  ring.forEach((point, index) => {
    const from = itemAt(ring, (index + ring.length - 1) % ring.length);
    if (inside(point) !== inside(from)) {
      const [x0, y0] = from;
      const [x1, y1] = point;
      result.push([limit, y0 + ((y1 - y0) * (limit - x0)) / (x1 - x0)]);
    }
    if (inside(point)) result.push(point);
  });
  return result;
}

/** Twice the signed area in square degrees. */
function area(ring: Ring): number {
  let sum = 0;
  ring.forEach((point, index) => {
    const next = itemAt(ring, (index + 1) % ring.length);
    sum += point[0] * next[1] - next[0] * point[1];
  });
  return sum;
}

/** The ring as steps from point to point, without points that fall together; undefined when too small to see. */
function encode(ring: Ring): number[] | undefined {
  if (Math.abs(area(ring)) / 2 < SMALLEST) return undefined;
  const deltas: number[] = [];
  let x = 0;
  let y = 0;
  for (const [lon, lat] of ring) {
    const nextX = Math.round(lon * STEPS);
    const nextY = Math.round(lat * STEPS);
    if (deltas.length > 0 && nextX === x && nextY === y) continue;
    deltas.push(nextX - x, nextY - y);
    x = nextX;
    y = nextY;
  }
  return deltas.length >= 8 ? deltas : undefined;
}

/** A polygon cut into the pieces that lie in one world, holes kept. */
function pieces(polygon: readonly Position[][]): number[][][] {
  const unwrapped = polygon.map((ring) => closeAtPole(unwrap(ring)));
  const outerWest = Math.min(...itemAt(unwrapped, 0).map(([lon]) => lon));
  const result: number[][][] = [];
  for (const shift of [-360, 0, 360]) {
    const rings = unwrapped.map((ring) => {
      // A hole has to lie in the same world as its outline.
      const west = Math.min(...ring.map(([lon]) => lon));
      const align = 360 * Math.ceil((outerWest - west - 1e-6) / 360);
      const moved = ring.map(([lon, lat]): Point => [lon + shift + align, lat]);
      return encode(clip(clip(moved, -180, true), 180, false));
    });
    if (rings[0] !== undefined) result.push(rings.filter((ring) => ring !== undefined));
  }
  return result;
}

const land = { steps: STEPS, polygons: landPolygons('land-50m').flatMap(pieces) };
writeFileSync(TARGET, `${JSON.stringify(land)}\n`);
process.stdout.write(`${land.polygons.length} polygons\n`);
