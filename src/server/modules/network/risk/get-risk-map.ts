// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { fleetAt, type VesselAt } from '#server/modules/network/vessel/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { type Area, areasAt, placeOf } from './areas.ts';
import { listCrowds } from './congestion-queries.ts';
import { presentCrowd } from './congestion.ts';
import { listStormPoints, listWeather } from './weather-queries.ts';

type Data = CallData<'riskMap'>;
type Booking = Data['areas'][number]['vessels'][number]['bookings'][number];

const maxPorts = 80;

/** Areas at a moment, how crowded ports are, and where all this is from. */
export async function readAreas(database: Database, reference: ReferenceSnapshot, now: Instant, at: Instant) {
  const [points, weather, crowds] = await Promise.all([
    listStormPoints(database, now),
    listWeather(database),
    listCrowds(database, now, maxPorts),
  ]);
  const ports = crowds.map((crowd) => presentCrowd(crowd, reference));
  const sources = new Map(weather.map((source) => [source.code, source]));
  return { areas: areasAt({ reference, points, sources, ports }, now, at), ports, weather };
}

/** What the caller's tenants have on board of these vessels. */
async function bookingsOn(ctx: Ctx, mmsis: readonly number[]): Promise<Map<number, Booking[]>> {
  if (mmsis.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('voyage_watch as w')
    .innerJoin('subscription as s', 's.id', 'w.subscription_id')
    .select(['w.mmsi', 's.id', 's.bill_no', 's.container_no', 's.shipment_id'])
    .distinct()
    .where('w.mmsi', 'in', mmsis)
    .where('w.state', 'in', ['underway', 'loading'])
    .where('s.ended', '=', false)
    .orderBy('s.id')
    .execute();
  const bookings = new Map<number, Booking[]>();
  for (const { mmsi, id, bill_no, container_no, shipment_id } of rows) {
    const list = bookings.get(mmsi) ?? [];
    list.push({
      obmTkSubscribeId: String(id),
      referenceNo: bill_no ?? container_no ?? String(id),
      obmBkId: shipment_id === null ? null : String(shipment_id),
    });
    bookings.set(mmsi, list);
  }
  return bookings;
}

/** Vessels in an area. */
export const vesselsIn = (area: Area, fleet: readonly VesselAt[]): VesselAt[] =>
  fleet.filter((vessel) => area.contains(placeOf(vessel)));

/** Risk areas at a moment with the vessels and the caller's bookings inside, and how crowded ports are. */
export async function getRiskMap({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedQuery<'riskMap'>;
  reference: ReferenceSnapshot;
}): Promise<Data> {
  const now = ctx.clock.now();
  const at = now + input.ahead * HOUR_MS;
  const [{ areas, ports, weather }, fleet] = await Promise.all([
    readAreas(ctx.unscoped, reference, now, at),
    fleetAt(ctx.unscoped, reference, now, at),
  ]);
  const inside = areas.map((area) => ({ area, vessels: vesselsIn(area, fleet) }));
  const bookings = await bookingsOn(ctx, [
    ...new Set(inside.flatMap(({ vessels }) => vessels.map(({ mmsi }) => mmsi))),
  ]);
  return {
    now,
    at,
    areas: inside.map(({ area: { contains: _contains, ...area }, vessels }) => ({
      ...area,
      vessels: vessels
        .map(({ mmsi, name, reckoned }) => ({
          mmsi: String(mmsi).padStart(9, '0'),
          vesselName: name,
          reckoned,
          bookings: bookings.get(mmsi) ?? [],
        }))
        .toSorted((a, b) => b.bookings.length - a.bookings.length || a.mmsi.localeCompare(b.mmsi)),
    })),
    ports,
    sources: weather.map(({ failures, ...source }) => ({ ...source, failing: failures > 0 })),
  };
}
