import { distanceNm, interpolateGreatCircle, type LonLat } from '#shared/geo/geodesy.ts';
import type { SeaRoute } from '#shared/geo/sea-lanes.ts';
import { placeIn } from './places.ts';
import type { ReferenceSnapshot } from './reference-store.ts';

const steps = 48;

/** Keeps the longitude of a point in the same turn of the globe as the one before it. */
const unwrapped = ([lon, lat]: LonLat, before: number): LonLat => [lon + Math.round((before - lon) / 360) * 360, lat];

/** The great circle between two places, as what flies takes it; undefined when one of them has no position. */
export function straightWay(
  from: string,
  to: string,
  reference: Pick<ReferenceSnapshot, 'ports' | 'otherPlaces'>,
): Pick<SeaRoute, 'line' | 'distanceNm'> | undefined {
  const [a, b] = [placeIn(reference, from), placeIn(reference, to)];
  if (a?.lon == null || a.lat == null || b?.lon == null || b.lat == null) return undefined;
  const ends: readonly [LonLat, LonLat] = [
    [a.lon, a.lat],
    [b.lon, b.lat],
  ];
  const line: LonLat[] = [ends[0]];
  for (let step = 1; step <= steps; step += 1)
    line.push(unwrapped(interpolateGreatCircle(...ends, step / steps), line.at(-1)?.[0] ?? a.lon));
  return { line, distanceNm: distanceNm(...ends) };
}
