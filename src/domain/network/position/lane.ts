import { cumulativeNm, distanceNm, lonLatAt, nmAt, wrapLongitude } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';

/** A way by sea prepared for asking how far along it one is. */
export type Lane = { line: readonly LonLat[]; sums: readonly number[]; distanceNm: number };

/** Prepares the line of a sea route. */
export function toLane(line: readonly LonLat[]): Lane {
  const sums = cumulativeNm(line);
  return { line, sums, distanceNm: sums.at(-1) ?? 0 };
}

/** Where one is beside a lane, in nautical miles. */
export type LaneProgress = {
  /** Along the lane to the end, and from where one is back to the lane. */
  leftNm: number;
  offNm: number;
  /** The part of the line one is beside, by the index of its first point. */
  index: number;
};

/** Nearest place of a lane to a point; a leg is taken as straight on a chart stretched to its latitude. */
export function progressOn(lane: Lane, [lon, lat]: LonLat): LaneProgress {
  let best = { leftNm: lane.distanceNm, offNm: Number.POSITIVE_INFINITY, index: 0 };
  const { line, sums } = lane;
  if (line.length === 1) return { leftNm: 0, offNm: distanceNm(lonLatAt(line, 0), [lon, lat]), index: 0 };
  for (let index = 0; index + 1 < line.length; index += 1) {
    const a = lonLatAt(line, index);
    const b = lonLatAt(line, index + 1);
    const scale = Math.max(0.05, Math.cos((((a[1] + b[1]) / 2) * Math.PI) / 180));
    const x = wrapLongitude(lon - a[0]) * scale;
    const y = lat - a[1];
    const dx = (b[0] - a[0]) * scale;
    const dy = b[1] - a[1];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
    const offNm = Math.hypot(x - share * dx, y - share * dy) * 60;
    if (offNm < best.offNm) {
      const done = nmAt(sums, index) + share * (nmAt(sums, index + 1) - nmAt(sums, index));
      best = { leftNm: lane.distanceNm - done, offNm, index };
    }
  }
  return best;
}
