import { railWay } from '#shared/geo/rail-way.ts';
import type { SeaRoute } from '#shared/geo/sea-lanes.ts';
import { placeIn } from './places.ts';
import type { ReferenceSnapshot } from './reference-store.ts';
import { straightWay } from './straight-way.ts';

/** The way of a train between two stations, along the main lines where they are known; undefined when one has no position. */
export function railWayBetween(
  from: string,
  to: string,
  reference: Pick<ReferenceSnapshot, 'ports' | 'otherPlaces'>,
): Pick<SeaRoute, 'line' | 'distanceNm'> | undefined {
  const [a, b] = [placeIn(reference, from), placeIn(reference, to)];
  if (a?.lon == null || a.lat == null || b?.lon == null || b.lat == null) return undefined;
  return railWay([a.lon, a.lat], [b.lon, b.lat]) ?? straightWay(from, to, reference);
}
