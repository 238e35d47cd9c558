import type { Position } from 'geojson';
import { itemAt } from '#shared/values/items.ts';
import { landPolygons } from './land-polygons.ts';

/** The longitudes at which a ring crosses the middle of each row; a ring over the antimeridian runs on beyond 180. */
function crossingsOf(ring: Position[], rows: number, cellDegrees: number): Map<number, number[]> {
  const crossings = new Map<number, number[]>();
  const latOf = (row: number): number => 90 - (row + 0.5) * cellDegrees;
  let [lonA = 0, latA = 0] = ring[0] ?? [];
  for (let i = 1; i < ring.length; i += 1) {
    const [lon = 0, latB = 0] = ring[i] ?? [];
    const lonB = lonA + ((((lon - lonA + 540) % 360) + 360) % 360) - 180;
    const top = Math.max(latA, latB);
    const bottom = Math.min(latA, latB);
    const first = Math.max(0, Math.floor((90 - top) / cellDegrees - 0.5) - 1);
    for (let row = first; row < rows && latOf(row) > bottom; row += 1) {
      // Compared like the bottom, so that a vertex on the row counts once for the two edges that meet there.
      if (latOf(row) > top) continue;
      const at = lonA + ((lonB - lonA) * (latOf(row) - latA)) / (latB - latA);
      const list = crossings.get(row);
      if (list === undefined) crossings.set(row, [at]);
      else list.push(at);
    }
    [lonA, latA] = [lonB, latB];
  }
  return crossings;
}

/** Land as rows of cells from north to south (1 = the middle of the cell is land). */
export function rasterizeLand(cellDegrees: number): Uint8Array[] {
  const rows = Math.round(180 / cellDegrees);
  const columns = Math.round(360 / cellDegrees);
  const cells = Array.from({ length: rows }, () => new Uint8Array(columns));
  const columnOf = (lon: number): number => Math.ceil((lon + 180) / cellDegrees - 0.5);
  for (const ring of landPolygons('land-10m').flat()) {
    for (const [row, lons] of crossingsOf(ring, rows, cellDegrees)) {
      lons.sort((x, y) => x - y);
      const line = itemAt(cells, row);
      for (let i = 0; i + 1 < lons.length; i += 2) {
        const end = columnOf(itemAt(lons, i + 1));
        for (let column = columnOf(itemAt(lons, i)); column < end; column += 1) {
          const cell = ((column % columns) + columns) % columns;
          // A ring inside another is a lake: it turns land back into water.
          line[cell] = line[cell] === 1 ? 0 : 1;
        }
      }
    }
  }
  return cells;
}
