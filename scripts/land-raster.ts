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

function addCrossings(rings: Position[][], rows: number, cellDegrees: number): number[][] {
  const crossings: number[][] = Array.from({ length: rows }, () => []);
  const latOf = (row: number): number => 90 - (row + 0.5) * cellDegrees;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i += 1) {
      const [lonA = 0, latA = 0] = ring[i - 1] ?? [];
      const [rawB = 0, latB = 0] = ring[i] ?? [];
      // Islands on the antimeridian write its longitude now as 180, now as -180.
      const lonB = Math.abs(rawB - lonA) > 180 ? rawB + Math.sign(lonA) * 360 : rawB;
      if (latA === latB) continue;
      const top = Math.max(latA, latB);
      const bottom = Math.min(latA, latB);
      const first = Math.max(0, Math.floor((90 - top) / cellDegrees - 0.5) - 1);
      for (let row = first; row < rows && latOf(row) > bottom; row += 1) {
        // Compared like the bottom, so that a vertex on the row counts once for the two edges that meet there.
        if (latOf(row) > top) continue;
        const lon = lonA + ((lonB - lonA) * (latOf(row) - latA)) / (latB - latA);
        crossings[row]?.push(lon);
      }
    }
  }
  return crossings;
}

/** Land as rows of cells from north to south (1 = the middle of the cell is land). */
export function rasterizeLand(cellDegrees: number): Uint8Array[] {
  const rows = Math.round(180 / cellDegrees);
  const columns = Math.round(360 / cellDegrees);
  return addCrossings(listRings(), rows, cellDegrees).map((lons) => {
    lons.sort((x, y) => x - y);
    const row = new Uint8Array(columns);
    for (let i = 0; i + 1 < lons.length; i += 2) {
      const start = Math.ceil(((lons[i] as number) + 180) / cellDegrees - 0.5);
      const end = Math.ceil(((lons[i + 1] as number) + 180) / cellDegrees - 0.5);
      row.fill(1, Math.max(0, start), Math.min(columns, end));
    }
    return row;
  });
}
