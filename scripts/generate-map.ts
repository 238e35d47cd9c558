// Turns the land polygons of world-atlas into the compact base map of the browser: node scripts/generate-map.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Steps per degree: 0.04 degrees is about 4 km, about a pixel at zoom 5, where routes are looked at. */
const STEPS = 25;
/** Rings smaller than this many square degrees are dropped (about 40 km2 at mid latitudes). */
const SMALLEST = 0.004;
const TARGET = new URL('../src/web/kit/map/land.json', import.meta.url);

type Ring = Position[];

/** The ring with continuous longitudes, so that a crossing of the antimeridian is no jump across the world. */
function unwrap(ring: Ring): Ring {
  let turn = 0;
  return ring.map(([lon = 0, lat = 0], index) => {
    const before = ring[index - 1]?.[0];
    if (before !== undefined && lon - before > 180) turn -= 360;
    if (before !== undefined && lon - before < -180) turn += 360;
    return [lon + turn, lat];
  });
}

/** A ring that goes once around the world encloses the pole: close it along the map's lower edge. */
function closeAtPole(ring: Ring): Ring {
  const first = ring[0] as Position;
  const last = ring.at(-1) as Position;
  if (Math.abs((last[0] as number) - (first[0] as number)) < 180) return ring;
  const pole = (first[1] as number) < 0 ? -90 : 90;
  return [...ring, [last[0] as number, pole], [first[0] as number, pole], first];
}

/** Sutherland-Hodgman against one meridian. */
function clip(ring: Ring, limit: number, keepEast: boolean): Ring {
  const inside = (point: Position) => (keepEast ? (point[0] as number) >= limit : (point[0] as number) <= limit);
  const result: Ring = [];
  ring.forEach((point, index) => {
    const from = ring[(index + ring.length - 1) % ring.length] as Position;
    if (inside(point) !== inside(from)) {
      const [x0 = 0, y0 = 0] = from;
      const [x1 = 0, y1 = 0] = point;
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
    const next = ring[(index + 1) % ring.length] as Position;
    sum += (point[0] as number) * (next[1] as number) - (next[0] as number) * (point[1] as number);
  });
  return sum;
}

/** The ring as steps from point to point, without points that fall together; undefined when too small to see. */
function encode(ring: Ring): number[] | undefined {
  if (Math.abs(area(ring)) / 2 < SMALLEST) return undefined;
  const deltas: number[] = [];
  let x = 0;
  let y = 0;
  for (const [lon = 0, lat = 0] of ring) {
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
function pieces(polygon: Ring[]): number[][][] {
  const unwrapped = polygon.map((ring) => closeAtPole(unwrap(ring)));
  const outerWest = Math.min(...(unwrapped[0] as Ring).map((point) => point[0] as number));
  const result: number[][][] = [];
  for (const shift of [-360, 0, 360]) {
    const rings = unwrapped.map((ring) => {
      // A hole has to lie in the same world as its outline.
      const west = Math.min(...ring.map((point) => point[0] as number));
      const align = 360 * Math.ceil((outerWest - west - 1e-6) / 360);
      const moved = ring.map(([lon = 0, lat = 0]) => [lon + shift + align, lat]);
      return encode(clip(clip(moved, -180, true), 180, false));
    });
    if (rings[0] !== undefined) result.push(rings.filter((ring) => ring !== undefined));
  }
  return result;
}

const source = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology<{ land: GeometryCollection }>;
const polygons = feature(topology, topology.objects.land).features.flatMap(({ geometry }) => {
  const shape = geometry as Polygon | MultiPolygon;
  return shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
});
const land = { steps: STEPS, polygons: polygons.flatMap(pieces) };
writeFileSync(TARGET, `${JSON.stringify(land)}\n`);
process.stdout.write(`${land.polygons.length} polygons\n`);
