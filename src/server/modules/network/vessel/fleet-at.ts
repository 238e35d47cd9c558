import { progressOn } from '#domain/network/position/lane.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { laneBetween } from '#server/modules/network/position/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { pointAtDistance } from '#shared/geo/geodesy.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { listFleet } from './fleet-queries.ts';
import { listVoyagers, type Voyager } from './outlook-queries.ts';

/** Where a vessel is, or will be by her schedule. */
export type VesselAt = { mmsi: number; name: string | null; lon: number; lat: number; reckoned: boolean };

/** Positions older than this say nothing about where she is. */
const freshMs = DAY_MS;

/** Where she is on the way to her next call when she keeps to the time that her carrier tells. */
function onTheWay(voyager: Voyager, reference: ReferenceSnapshot, now: Instant, at: Instant) {
  const { next_port: next, next_at: arrives, from_port: from, lon, lat } = voyager;
  if (next === null || arrives === null || arrives <= now) return undefined;
  const lane = laneBetween(from, next, reference);
  if (lane === null) return undefined;
  const { leftNm } = progressOn(lane, [lon, lat]);
  const share = Math.min(1, (at - now) / (arrives - now));
  return pointAtDistance(lane.line, lane.distanceNm - leftNm * (1 - share), lane.sums).point;
}

/** All vessels as they were heard, or at a moment ahead: those with a next call on their way to it, the others where they lie. */
export async function fleetAt(
  database: Database,
  reference: ReferenceSnapshot,
  now: Instant,
  at: Instant,
): Promise<VesselAt[]> {
  const fleet = (await listFleet(database)).filter(({ fix_at }) => now - fix_at <= freshMs);
  if (at <= now) return fleet.map(({ mmsi, name, lon, lat }) => ({ mmsi, name, lon, lat, reckoned: false }));
  const voyagers = new Map((await listVoyagers(database, now - freshMs)).map((voyager) => [voyager.mmsi, voyager]));
  return fleet.flatMap(({ mmsi, name, lon, lat, in_port: lies }): VesselAt[] => {
    const voyager = voyagers.get(mmsi);
    if (voyager === undefined) return lies ? [{ mmsi, name, lon, lat, reckoned: true }] : [];
    const place = onTheWay(voyager, reference, now, at);
    return place === undefined ? [] : [{ mmsi, name, lon: place[0], lat: place[1], reckoned: true }];
  });
}
