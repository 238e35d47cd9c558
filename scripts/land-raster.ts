import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import land from 'world-atlas/land-10m.json' with { type: 'json' };

function listRings(): Position[][] {
  const topology = land as unknown as Topology<{ land: GeometryCollection }>;
  return feature(topology, topology.objects.land).features.flatMap(({ geometry }) => {
    const shape = geometry as Polygon | MultiPolygon;
    return shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat();
  });
}

/** A ring that goes round by the antimeridian: the crossing lies on it, at 180 or at -180. */
const JUMP = Number.NaN;

function lengthOf(lons: readonly number[]): number {
  return lons.reduce((sum, lon, i) => sum + (i % 2 === 0 ? -lon : lon), 0);
}

/** Puts the jumps on the side that leaves the row with less land: the other choice floods the row. */
function placeJumps(crossings: readonly number[]): number[] {
  const known = crossings.filter((lon) => !Number.isNaN(lon));
  const jumps = crossings.length - known.length;
  const choices = Array.from({ length: jumps + 1 }, (_, west) =>
    [
      ...known,
      ...Array.from({ length: west }, () => -180),
      ...Array.from({ length: jumps - west }, () => 180),
    ].sort((x, y) => x - y),
  );
  return choices.sort((x, y) => lengthOf(x) - lengthOf(y))[0] ?? [];
}

function addCrossings(rings: Position[][], rows: number, cellDegrees: number): number[][] {
  const crossings: number[][] = Array.from({ length: rows }, () => []);
  const latOf = (row: number): number => 90 - (row + 0.5) * cellDegrees;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i += 1) {
      const [lonA = 0, latA = 0] = ring[i - 1] ?? [];
      const [lonB = 0, latB = 0] = ring[i] ?? [];
      if (latA === latB) continue;
      const top = Math.max(latA, latB);
      const bottom = Math.min(latA, latB);
      const first = Math.max(0, Math.floor((90 - top) / cellDegrees - 0.5) - 1);
      for (let row = first; row < rows && latOf(row) > bottom; row += 1) {
        // Compared like the bottom, so that a vertex on the row counts once for the two edges that meet there.
        if (latOf(row) > top) continue;
        const lon = lonA + ((lonB - lonA) * (latOf(row) - latA)) / (latB - latA);
        crossings[row]?.push(Math.abs(lonB - lonA) > 180 ? JUMP : lon);
      }
    }
  }
  return crossings;
}

/** Land as rows of cells from north to south (1 = the middle of the cell is land). */
export function rasterizeLand(cellDegrees: number): Uint8Array[] {
  const rows = Math.round(180 / cellDegrees);
  const columns = Math.round(360 / cellDegrees);
  return addCrossings(listRings(), rows, cellDegrees).map((crossings) => {
    const lons = placeJumps(crossings);
    const row = new Uint8Array(columns);
    for (let i = 0; i + 1 < lons.length; i += 2) {
      const start = Math.ceil(((lons[i] as number) + 180) / cellDegrees - 0.5);
      const end = Math.ceil(((lons[i + 1] as number) + 180) / cellDegrees - 0.5);
      row.fill(1, Math.max(0, start), Math.min(columns, end));
    }
    return row;
  });
}
