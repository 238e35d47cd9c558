import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A vessel with bookings of an incident, where she was heard last. */
export type VesselOf = {
  mmsi: number;
  vessel_name: string | null;
  lon: number;
  lat: number;
  fix_at: Instant;
  bookings: number;
};
/** A port where bookings of an incident are discharged. */
export type PortOf = { port_code: string; bookings: number };

const maxPlaces = 100;

/** What the cause of an incident is about, such as a port or a zone. */
export async function findFacts(ctx: Ctx, id: number): Promise<Record<string, string | number>> {
  const facts = sql<Record<string, string | number>>`facts`.as('facts');
  const row = await ctx.db.selectFrom('incident').select(facts).where('id', '=', id).executeTakeFirst();
  return row?.facts ?? {};
}

/** Bookings of the caller's tenants with an open exception of these incidents. */
const bookingsOf = (ctx: Ctx, incidentIds: readonly number[]) =>
  ctx.db
    .selectFrom('shipment_exception')
    .select('subscription_id')
    .where('open', '=', true)
    .where('incident_id', '=', sql<number>`any(${[...incidentIds]})`);

/** Vessels that carry these bookings or wait to load them, those with most bookings first. */
export const listVesselsOf = (ctx: Ctx, incidentIds: readonly number[]): Promise<VesselOf[]> =>
  ctx.db
    .selectFrom('voyage_watch as w')
    .innerJoin('ais_vessel as v', 'v.mmsi', 'w.mmsi')
    .select('w.mmsi')
    .select([sql<number>`v.lon`.as('lon'), sql<number>`v.lat`.as('lat'), sql<Instant>`v.fix_at`.as('fix_at')])
    .select(sql<string | null>`coalesce(v.name, max(w.vessel_name))`.as('vessel_name'))
    .select(sql<number>`count(distinct w.subscription_id)::int`.as('bookings'))
    .where('w.subscription_id', 'in', bookingsOf(ctx, incidentIds))
    .where('w.state', 'in', ['underway', 'loading'])
    .where('v.lon', 'is not', null)
    .where('v.lat', 'is not', null)
    .where('v.fix_at', 'is not', null)
    .groupBy(['w.mmsi', 'v.name', 'v.lon', 'v.lat', 'v.fix_at'])
    .orderBy('bookings', 'desc')
    .orderBy('w.mmsi')
    .limit(maxPlaces)
    .execute();

/** Ports of discharge of these bookings, those with most bookings first. */
export const listPortsOf = (ctx: Ctx, incidentIds: readonly number[]): Promise<PortOf[]> =>
  ctx.db
    .selectFrom('subscription as s')
    .innerJoin('shipment as f', 'f.id', 's.shipment_id')
    .select(sql<string>`f.port_of_discharge`.as('port_code'))
    .select(sql<number>`count(*)::int`.as('bookings'))
    .where('s.id', 'in', bookingsOf(ctx, incidentIds))
    .where('f.port_of_discharge', 'is not', null)
    .groupBy('f.port_of_discharge')
    .orderBy('bookings', 'desc')
    .orderBy('f.port_of_discharge')
    .limit(maxPlaces)
    .execute();
