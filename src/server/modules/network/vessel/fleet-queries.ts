import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A vessel with her newest position. */
export type FleetRow = {
  mmsi: number;
  name: string | null;
  lon: number;
  lat: number;
  speed_kn: number | null;
  course: number | null;
  heading: number | null;
  nav_status: number | null;
  fix_at: Instant;
  in_port: boolean;
};

/** Vessels that have a position, all or the named ones; data of everybody, whatever the tenant. */
export async function listFleet(database: Database, mmsis: readonly number[] | null = null): Promise<FleetRow[]> {
  const { rows } = await database.execute<FleetRow>(
    `select mmsi, name, lon, lat, speed_kn, course, heading, nav_status, fix_at,
       coalesce(jsonb_typeof(memory -> 'stay') = 'object', false) as in_port
     from ais_vessel where fix_at is not null and lon is not null and lat is not null${mmsis === null ? '' : ' and mmsi = any($1)'}`,
    mmsis === null ? [] : [mmsis],
  );
  return rows;
}
