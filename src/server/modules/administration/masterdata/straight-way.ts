import { distanceNm, interpolateGreatCircle, type LonLat } from '#shared/geo/geodesy.ts';
import type { SeaRoute } from '#shared/geo/sea-lanes.ts';

/** A way as it is drawn, and how long it is. */
export type RouteGeometry = Pick<SeaRoute, 'line' | 'distanceNm'>;

const steps = 48;

/** Keeps the longitude of a point in the same turn of the globe as the one before it. */
const unwrapped = ([lon, lat]: LonLat, before: number): LonLat => [lon + Math.round((before - lon) / 360) * 360, lat];

/** The great circle between two places, as what flies takes it. */
export function straightWay(from: LonLat, to: LonLat): RouteGeometry {
  const line: LonLat[] = [from];
  for (let step = 1; step <= steps; step += 1)
    line.push(unwrapped(interpolateGreatCircle(from, to, step / steps), line.at(-1)?.[0] ?? from[0]));
  return { line, distanceNm: distanceNm(from, to) };
}
