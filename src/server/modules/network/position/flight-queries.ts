import type { AircraftFix } from '#server/connectors/adsb/read-aircraft.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** The newest position of an aircraft that flies under a flight number. */
export type FlightFix = AircraftFix & { flight: string; feed: string };

/** Flight numbers that goods of living subscriptions by air are booked on, as their sources write them. */
export async function listFollowedFlights(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ flight: string }>(
    `select distinct leg ->> 'vesselName' as flight
     from subscription o join shipment s on s.id = o.shipment_id, json_array_elements(s.content -> 'legs') leg
     where o.mode = 'air' and not o.ended and leg ->> 'vesselName' is not null`,
  );
  return rows.map(({ flight }) => flight);
}

/** Keeps the newest position of each flight; an older one replaces nothing. */
export async function writeFlightFixes(database: Database, fixes: readonly FlightFix[]): Promise<void> {
  if (fixes.length === 0) return;
  await database.execute(
    `insert into flight_position (flight, callsign, hex, at, lon, lat, altitude_ft, speed_kn, course, feed)
     select r.flight, r.callsign, r.hex, to_timestamp(r.at / 1000.0), r.lon, r.lat, r."altitudeFt"::int, r."speedKn", r.course, r.feed
     from jsonb_to_recordset($1::jsonb) as r(flight text, callsign text, hex text, at float8, lon float8, lat float8,
       "altitudeFt" float8, "speedKn" real, course real, feed text)
     on conflict (flight) do update set callsign = excluded.callsign, hex = excluded.hex, at = excluded.at, lon = excluded.lon,
       lat = excluded.lat, altitude_ft = excluded.altitude_ft, speed_kn = excluded.speed_kn, course = excluded.course,
       feed = excluded.feed
     where excluded.at > flight_position.at`,
    [JSON.stringify(fixes)],
  );
}

/** Content of a subscription by air; undefined for other modes and without any. */
export async function findAirContent(ctx: Ctx, subscriptionId: number): Promise<ShipmentContent | undefined> {
  const row = await ctx.db
    .selectFrom('subscription as o')
    .innerJoin('shipment as s', 's.id', 'o.shipment_id')
    .select('s.content')
    .where('o.id', '=', subscriptionId)
    .where('o.mode', '=', 'air')
    .executeTakeFirst();
  return row?.content ?? undefined;
}

/** Newest positions of flights; data of everybody, whatever the tenant. */
export const listFlightFixes = (
  database: Database,
  flights: readonly string[],
): Promise<
  {
    flight: string;
    callsign: string;
    at: Instant;
    lon: number;
    lat: number;
    altitude_ft: number | null;
    speed_kn: number | null;
    course: number | null;
    feed: string;
  }[]
> =>
  database.query(
    'select flight, callsign, at, lon, lat, altitude_ft, speed_kn, course, feed from flight_position where flight = any($1)',
    [flights],
  );
