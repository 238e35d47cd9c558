import type { LegContent, ShipmentContent } from '#domain/tracking/model.ts';
import { railWayBetween, straightWay, type RouteGeometry } from '#server/modules/administration/masterdata/index.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Where a place lies, as far as that is known. */
type PlaceOf = (code: string) => { lon: number | null; lat: number | null } | undefined;

const KM_PER_NM = 1.852;

/**
 * How far a leg has come at `now`: 0 before departure, 1 after arrival, else the share of the time between
 * actual departure and expected arrival; what should be there but is not stays just off the place.
 */
export function shareTravelled({ atd, eta, ata }: LegContent, now: Instant): number {
  if (ata !== null && ata <= now) return 1;
  if (atd === null || atd > now) return 0;
  const end = ata ?? eta;
  if (end === null || end <= atd) return 0.5;
  return Math.min(0.98, (now - atd) / (end - atd));
}

function positionOf(code: string | null, placeOf: PlaceOf): LonLat | undefined {
  const place = code === null ? undefined : placeOf(code);
  return place?.lon == null || place.lat == null ? undefined : [place.lon, place.lat];
}

/** The way of a leg over land or through the air; undefined when one of its ends has no position. */
export function landWayOf(
  mode: ShipmentContent['mode'],
  { portOfLoading, portOfDischarge }: LegContent,
  placeOf: PlaceOf,
): RouteGeometry | undefined {
  const [from, to] = [positionOf(portOfLoading, placeOf), positionOf(portOfDischarge, placeOf)];
  if (from === undefined || to === undefined) return undefined;
  return mode === 'rail' ? railWayBetween(from, to) : straightWay(from, to);
}

/**
 * How far goods by rail or road have come on their way and have to go, in whole km: by rail along the main lines, by road
 * from stop to stop. Null by other modes, and where the way is not known from its beginning to its end.
 */
export function kmOnWay(
  { mode, legs }: Pick<ShipmentContent, 'mode' | 'legs'>,
  placeOf: PlaceOf,
  now: Instant,
): { doneKm: number; remainingKm: number } | null {
  if ((mode !== 'rail' && mode !== 'road') || legs.length === 0) return null;
  // A stop that was left out is passed once a later one is reached.
  const reached = legs.findLastIndex(({ ata }) => ata !== null && ata <= now);
  let [done, total] = [0, 0];
  for (const [index, leg] of legs.entries()) {
    const way = landWayOf(mode, leg, placeOf);
    if (way === undefined) return null;
    total += way.distanceNm;
    done += way.distanceNm * (index < reached ? 1 : shareTravelled(leg, now));
  }
  const doneKm = Math.round(done * KM_PER_NM);
  return { doneKm, remainingKm: Math.round(total * KM_PER_NM) - doneKm };
}
