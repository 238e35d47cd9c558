import { wrapLongitude } from '#shared/geo/geodesy.ts';

type Point = { lon: number; lat: number };

/** Distance of a point from the line between two others, in degrees of latitude, on a chart stretched to their latitude. */
function offLine(point: Point, from: Point, to: Point): number {
  const scale = Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180);
  const x = wrapLongitude(point.lon - from.lon) * scale;
  const y = point.lat - from.lat;
  const dx = wrapLongitude(to.lon - from.lon) * scale;
  const dy = to.lat - from.lat;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
  return Math.hypot(x - share * dx, y - share * dy);
}

/** Within bounds by construction. */
const pointAt = <P extends Point>(points: readonly P[], index: number): P => points[index] as P;

/** Points that matter for the shape by more than the tolerance (Douglas-Peucker), as indices in order. */
function keptAt(points: readonly Point[], tolerance: number): number[] {
  const kept = new Uint8Array(points.length);
  kept[0] = 1;
  kept[points.length - 1] = 1;
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [from, to] = range;
    let farthest = -1;
    let max = tolerance;
    for (let at = from + 1; at < to; at += 1) {
      const off = offLine(pointAt(points, at), pointAt(points, from), pointAt(points, to));
      if (off > max) [farthest, max] = [at, off];
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([from, farthest], [farthest, to]);
  }
  return [...kept.keys()].filter((index) => kept[index] === 1);
}

/** The shape of a track in at most so many points, first and last included; fewer points are given back as they are. */
export function simplifyTrack<P extends Point>(points: readonly P[], limit: number): P[] {
  if (points.length <= limit || points.length < 3) return [...points];
  let tolerance = 0.0005;
  let kept = keptAt(points, tolerance);
  while (kept.length > limit) {
    tolerance *= 2;
    kept = keptAt(points, tolerance);
  }
  return kept.map((index) => pointAt(points, index));
}
