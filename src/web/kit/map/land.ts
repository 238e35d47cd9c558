import type { FeatureCollection, MultiPolygon, Position } from 'geojson';
import land from './land.json' with { type: 'json' };

/** Rings kept as steps from point to point in parts of a degree. */
type PackedLand = { steps: number; polygons: number[][][] };

function unpackRing(deltas: readonly number[], steps: number): Position[] {
  const ring: Position[] = [];
  let x = 0;
  let y = 0;
  for (let index = 0; index < deltas.length; index += 2) {
    x += deltas[index] ?? 0;
    y += deltas[index + 1] ?? 0;
    ring.push([x / steps, y / steps]);
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push(first);
  return ring;
}

/** The land of the world as GeoJSON, without borders between countries. */
export function landPolygons(packed: PackedLand = land): FeatureCollection<MultiPolygon> {
  const coordinates = packed.polygons.map((rings) => rings.map((ring) => unpackRing(ring, packed.steps)));
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }],
  };
}
