import { type LonLat, wrapLongitude } from '#shared/geo/geodesy.ts';

/** Opposite corners as [latitude, longitude], south-west first. */
export type Box = readonly [readonly [number, number], readonly [number, number]];

/** Lines are looked at so closely, in degrees. */
const stepDegrees = 1;
const finestDegrees = 2;
const coarsestDegrees = 45;

function* pointsOn(line: readonly LonLat[]): Generator<LonLat> {
  let previous: LonLat | undefined;
  for (const point of line) {
    if (previous !== undefined) {
      const [dLon, dLat] = [wrapLongitude(point[0] - previous[0]), point[1] - previous[1]];
      const steps = Math.ceil(Math.max(Math.abs(dLon), Math.abs(dLat)) / stepDegrees);
      for (let n = 1; n < steps; n += 1) yield [previous[0] + (dLon * n) / steps, previous[1] + (dLat * n) / steps];
    }
    yield point;
    previous = point;
  }
}

/** Squares of a grid that lines pass through, each row's neighbours put together. */
function squares(lines: readonly (readonly LonLat[])[], size: number): Box[] {
  const rows = new Map<number, Set<number>>();
  for (const line of lines)
    for (const [lon, lat] of pointsOn(line)) {
      const row = Math.min(Math.floor((Math.max(-90, Math.min(90, lat)) + 90) / size), Math.ceil(180 / size) - 1);
      const column = Math.min(Math.floor((wrapLongitude(lon) + 180) / size), Math.ceil(360 / size) - 1);
      const known = rows.get(row);
      if (known === undefined) rows.set(row, new Set([column]));
      else known.add(column);
    }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([row, columns]) => {
      const boxes: Box[] = [];
      let [from, to] = [Number.NaN, Number.NaN];
      const close = (): void => {
        if (Number.isNaN(from)) return;
        const [south, west] = [row * size - 90, from * size - 180];
        boxes.push([
          [south, west],
          [Math.min(90, south + size), Math.min(180, (to + 1) * size - 180)],
        ]);
      };
      for (const column of [...columns].toSorted((a, b) => a - b)) {
        if (column !== to + 1) {
          close();
          from = column;
        }
        to = column;
      }
      close();
      return boxes;
    });
}

/**
 * Boxes that together hold all lines and places (lines of one point), at most so many: squares of 2 degrees, and coarser ones where
 * those would be more. None crosses the antimeridian. The same lines in another order give the same boxes.
 */
export function boxesAround(lines: readonly (readonly LonLat[])[], limit: number): Box[] {
  let size = finestDegrees;
  let boxes = squares(lines, size);
  while (boxes.length > limit && size < coarsestDegrees) {
    size = Math.min(coarsestDegrees, size * 2);
    boxes = squares(lines, size);
  }
  return boxes;
}
