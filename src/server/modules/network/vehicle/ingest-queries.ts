import { type FixNews, type SiteStay, type VehicleMemory, noVehicleMemory } from '#domain/network/vehicle/advance.ts';
import type { AlarmNews } from '#domain/network/vehicle/alarms.ts';
import type { Excursion } from '#domain/network/vehicle/cold-chain.ts';
import type { RegisteredVehicle } from '#server/connectors/vehicle/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** What is known of one vehicle while its device reports. */
export type VehicleState = {
  vehicle: RegisteredVehicle;
  memory: VehicleMemory;
  heardAt: Instant;
  connected: boolean;
  flaws: Readonly<Record<string, number>>;
};

type StateRow = {
  vehicle_id: number;
  heard_at: Instant;
  connected: boolean;
  flaws: Record<string, number>;
  memory: VehicleMemory;
};

/** What is stored of vehicles; one that was never heard has nothing. */
export async function listStates(database: Database, vehicles: readonly RegisteredVehicle[]): Promise<VehicleState[]> {
  const { rows } = await database.execute<StateRow>(
    'select vehicle_id, heard_at, connected, flaws, memory from vehicle_state where vehicle_id = any($1)',
    [vehicles.map(({ vehicleId }) => vehicleId)],
  );
  const known = new Map(rows.map((row) => [row.vehicle_id, row]));
  return vehicles.map((vehicle) => {
    const row = known.get(vehicle.vehicleId);
    return {
      vehicle,
      memory: { ...noVehicleMemory, ...row?.memory },
      heardAt: row?.heard_at ?? Number.NEGATIVE_INFINITY,
      connected: row?.connected ?? false,
      flaws: row?.flaws ?? {},
    };
  });
}

/** Vehicles that still exist, of those that reported; the others were removed meanwhile. */
export async function existing(database: Database, vehicleIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await database.execute<{ id: number }>('select id from vehicle where id = any($1) for key share', [
    vehicleIds,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Keeps positions; one of the same vehicle and moment that is there already stays as it is. */
export async function insertFixes(
  database: Database,
  news: readonly { vehicle: RegisteredVehicle; news: FixNews }[],
): Promise<void> {
  if (news.length === 0) return;
  await database.execute(
    `insert into vehicle_position (vehicle_id, tenant_id, at, lon, lat, speed_kmh, course, ignition, temperature_c, mileage_km, flaw)
     select v, t, to_timestamp(a / 1000.0), lo, la, s, c, i, te, m, f
     from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::float8[], $5::float8[], $6::real[], $7::real[], $8::boolean[],
       $9::real[], $10::real[], $11::text[]) as r(v, t, a, lo, la, s, c, i, te, m, f)
     on conflict do nothing`,
    [
      news.map(({ vehicle }) => vehicle.vehicleId),
      news.map(({ vehicle }) => vehicle.tenantId),
      news.map(({ news: { fix } }) => fix.at),
      news.map(({ news: { fix } }) => fix.lon),
      news.map(({ news: { fix } }) => fix.lat),
      news.map(({ news: { fix } }) => fix.speedKmh),
      news.map(({ news: { fix } }) => fix.course),
      news.map(({ news: { fix } }) => fix.ignition),
      news.map(({ news: { fix } }) => fix.temperatureC),
      news.map(({ news: { fix } }) => fix.mileageKm),
      news.map(({ news: { flaw } }) => flaw),
    ],
  );
}

const toRow = ({ vehicle, memory, heardAt, connected, flaws }: VehicleState) => ({
  v: vehicle.vehicleId,
  t: vehicle.tenantId,
  h: heardAt,
  c: connected,
  at: memory.last?.at ?? null,
  lon: memory.last?.lon ?? null,
  lat: memory.last?.lat ?? null,
  s: memory.last?.speedKmh ?? null,
  d: memory.last?.course ?? null,
  i: memory.last?.ignition ?? null,
  te: memory.last?.temperatureC ?? null,
  mi: memory.last?.mileageKm ?? null,
  mo: memory.movement,
  ms: memory.movementSince,
  si: memory.stay?.siteId ?? null,
  ss: memory.stay?.arrivedAt ?? null,
  of: memory.offLaneKm,
  f: flaws,
  m: memory,
});

/** Writes what is known now. */
export async function writeStates(database: Database, states: readonly VehicleState[]): Promise<void> {
  if (states.length === 0) return;
  const columns = `heard_at, connected, fix_at, lon, lat, speed_kmh, course, ignition, temperature_c, mileage_km, movement,
    movement_since, site_id, site_since, off_lane_km, flaws, memory`;
  const assignments = columns
    .split(',')
    .map((name) => `${name.trim()} = excluded.${name.trim()}`)
    .join(', ');
  await database.execute(
    `insert into vehicle_state (vehicle_id, tenant_id, ${columns})
     select v, t, to_timestamp(h / 1000.0), c, to_timestamp(at / 1000.0), lon, lat, s, d, i, te, mi, mo, to_timestamp(ms / 1000.0),
       si, to_timestamp(ss / 1000.0), "of", f, m
     from jsonb_to_recordset($1::jsonb) as r(v bigint, t bigint, h float8, c boolean, at float8, lon float8, lat float8, s real, d real,
       i boolean, te real, mi real, mo text, ms float8, si bigint, ss float8, "of" real, f jsonb, m jsonb)
     order by v
     on conflict (vehicle_id) do update set ${assignments}`,
    [JSON.stringify(states.map(toRow))],
  );
}

/** Writes stays that began or ended. */
export async function upsertStays(
  database: Database,
  stays: readonly { vehicle: RegisteredVehicle; stay: SiteStay }[],
): Promise<void> {
  if (stays.length === 0) return;
  // A stay that began and ended in one batch is one row; a site that was removed meanwhile has none.
  const last = new Map(
    stays.map(({ vehicle, stay }) => [
      `${vehicle.vehicleId} ${stay.siteId} ${stay.arrivedAt}`,
      { v: vehicle.vehicleId, t: vehicle.tenantId, s: stay.siteId, a: stay.arrivedAt, d: stay.departedAt },
    ]),
  );
  await database.execute(
    `insert into vehicle_stay (tenant_id, vehicle_id, site_id, arrived_at, departed_at)
     select r.t, r.v, r.s, to_timestamp(r.a / 1000.0), to_timestamp(r.d / 1000.0)
     from jsonb_to_recordset($1::jsonb) as r(v bigint, t bigint, s bigint, a float8, d float8)
     join road_site on road_site.id = r.s
     on conflict (vehicle_id, site_id, arrived_at) do update set departed_at = excluded.departed_at`,
    [JSON.stringify([...last.values()])],
  );
}

/** Writes excursions of temperature that began, became worse or ended. */
export async function upsertExcursions(
  database: Database,
  excursions: readonly { vehicle: RegisteredVehicle; excursion: Excursion }[],
): Promise<void> {
  if (excursions.length === 0) return;
  const last = new Map(
    excursions.map(({ vehicle, excursion: { beganAt, endedAt, extremeC, range } }) => [
      `${vehicle.vehicleId} ${beganAt}`,
      { v: vehicle.vehicleId, t: vehicle.tenantId, a: beganAt, d: endedAt, e: extremeC, l: range.min, m: range.max },
    ]),
  );
  await database.execute(
    `insert into vehicle_excursion (tenant_id, vehicle_id, began_at, ended_at, extreme_c, min_c, max_c)
     select r.t, r.v, to_timestamp(r.a / 1000.0), to_timestamp(r.d / 1000.0), r.e, r.l, r.m
     from jsonb_to_recordset($1::jsonb) as r(v bigint, t bigint, a float8, d float8, e real, l real, m real)
     order by r.v, r.a
     on conflict (vehicle_id, began_at) do update set ended_at = excluded.ended_at, extreme_c = excluded.extreme_c`,
    [JSON.stringify([...last.values()])],
  );
}

/** Writes alarms that began or ended. */
export async function upsertAlarms(
  database: Database,
  alarms: readonly { vehicle: RegisteredVehicle; alarm: AlarmNews; place: { lon: number; lat: number } | null }[],
): Promise<void> {
  if (alarms.length === 0) return;
  const last = new Map<string, object>();
  for (const { vehicle, alarm, place } of alarms) {
    const { kind, beganAt, endedAt } = alarm;
    const key = `${vehicle.vehicleId} ${kind} ${beganAt}`;
    const where = { lon: place?.lon ?? null, lat: place?.lat ?? null };
    // The place is that of its beginning.
    last.set(key, {
      ...where,
      ...last.get(key),
      v: vehicle.vehicleId,
      t: vehicle.tenantId,
      k: kind,
      a: beganAt,
      d: endedAt,
    });
  }
  await database.execute(
    `insert into vehicle_alarm (tenant_id, vehicle_id, kind, began_at, ended_at, lon, lat)
     select r.t, r.v, r.k, to_timestamp(r.a / 1000.0), to_timestamp(r.d / 1000.0), r.lon, r.lat
     from jsonb_to_recordset($1::jsonb) as r(v bigint, t bigint, k text, a float8, d float8, lon float8, lat float8)
     order by r.v, r.a, r.k
     on conflict (vehicle_id, kind, began_at) do update set ended_at = greatest(vehicle_alarm.ended_at, excluded.ended_at)`,
    [JSON.stringify([...last.values()])],
  );
}

/** A picture of a vehicle. */
export type PhotoRow = {
  vehicle: RegisteredVehicle;
  mediaId: number;
  takenAt: Instant;
  channel: number;
  event: number;
  place: { lon: number; lat: number } | null;
  data: Uint8Array;
};

/** Keeps a picture; one that was sent again is kept once. */
export async function insertPhoto(database: Database, photo: PhotoRow): Promise<void> {
  await database.execute(
    `insert into vehicle_photo (tenant_id, vehicle_id, media_id, taken_at, channel, event, lon, lat, data)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      photo.vehicle.tenantId,
      photo.vehicle.vehicleId,
      photo.mediaId,
      new Date(photo.takenAt),
      photo.channel,
      photo.event,
      photo.place?.lon ?? null,
      photo.place?.lat ?? null,
      Buffer.from(photo.data),
    ],
  );
}
