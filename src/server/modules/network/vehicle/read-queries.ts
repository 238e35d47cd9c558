import { sql, type SqlBool } from 'kysely';
import { type AlarmKind, alarmKinds } from '#domain/network/vehicle/alarms.ts';
import { offlineAfterMs, silentAfterMs } from '#domain/network/vehicle/advance.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';

/** What a vehicle does now, as a statement on `vehicle_state as s`: offline once it was not heard for some time. */
export const stateSql = (now: Instant) =>
  sql<'driving' | 'idling' | 'stopped' | 'offline'>`case
    when s.heard_at is null or s.fix_at is null then 'offline'
    when s.heard_at < (case when s.connected then ${ts(now - silentAfterMs)}::timestamptz else ${ts(now - offlineAfterMs)}::timestamptz end) then 'offline'
    else s.movement end`;

/** Vehicles that are somewhere; bound to the caller's tenants. */
export const listPositions = (ctx: Ctx, limit: number) =>
  ctx.db
    .selectFrom('vehicle as v')
    .innerJoin('vehicle_state as s', 's.vehicle_id', 'v.id')
    .select((eb) => [
      'v.id',
      'v.plate_no as plateNo',
      eb.ref('s.lon').$notNull().as('lon'),
      eb.ref('s.lat').$notNull().as('lat'),
      eb.ref('s.speed_kmh').$notNull().as('speed'),
      eb.ref('s.course').$notNull().as('direction'),
      eb.ref('s.heard_at').as('reportTime'),
      stateSql(ctx.clock.now()).as('state'),
    ])
    .where('s.fix_at', 'is not', null)
    .orderBy('v.id')
    .limit(limit)
    .execute();

/** A vehicle of the caller's tenants. */
export const findOwnVehicle = (ctx: Ctx, vehicleId: number) =>
  ctx.db.selectFrom('vehicle').selectAll().where('id', '=', vehicleId).executeTakeFirst();

/** How many positions there are in a time, by why they were not believed. */
export const countFixes = (ctx: Ctx, vehicleId: number, from: Instant, to: Instant) =>
  ctx.db
    .selectFrom('vehicle_position')
    .select((eb) => ['flaw', eb.fn.countAll<number>().as('n')])
    .where('vehicle_id', '=', vehicleId)
    .where('at', '>=', ts(from))
    .where('at', '<=', ts(to))
    .groupBy('flaw')
    .orderBy('flaw')
    .execute();

/** Believed positions of a vehicle in order, one per step of so many seconds. */
export async function listFixes(ctx: Ctx, vehicleId: number, from: Instant, to: Instant, stepS: number) {
  // Written out: the same expression has to stand in both clauses, and parameters would differ.
  const step = sql`floor(extract(epoch from at) / ${sql.lit(stepS)}::float8)`;
  return ctx.db
    .selectFrom('vehicle_position')
    .distinctOn(step)
    .select(['at', 'lon', 'lat', 'speed_kmh', 'course', 'temperature_c'])
    .where('vehicle_id', '=', vehicleId)
    .where('at', '>=', ts(from))
    .where('at', '<=', ts(to))
    .where('flaw', 'is', null)
    .orderBy(step)
    .orderBy('at')
    .execute();
}

/** Stays of a vehicle that touch a time, in order. */
export const listStays = (ctx: Ctx, vehicleId: number, from: Instant, to: Instant) =>
  ctx.db
    .selectFrom('vehicle_stay as t')
    .innerJoin('road_site as r', 'r.id', 't.site_id')
    .select(['r.code as siteCode', 'r.name_cn as siteName', 'r.name_en as siteNameEn', 'r.zone', 'r.lon', 'r.lat'])
    .select(['t.arrived_at as arrivedTime', 't.departed_at as departedTime'])
    .where('t.vehicle_id', '=', vehicleId)
    .where('t.arrived_at', '<=', ts(to))
    .where((eb) => eb.or([eb('t.departed_at', 'is', null), eb('t.departed_at', '>=', ts(from))]))
    .orderBy('t.arrived_at')
    .limit(500)
    .execute();

/** Alarms of a vehicle that touch a time, newest first. */
export const listAlarms = (ctx: Ctx, vehicleId: number, from: Instant, to: Instant) =>
  ctx.db
    .selectFrom('vehicle_alarm')
    .select(['kind', 'began_at as beganTime', 'ended_at as endedTime', 'lon', 'lat'])
    .where('vehicle_id', '=', vehicleId)
    .where('began_at', '<=', ts(to))
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', ts(from))]))
    .orderBy('began_at', 'desc')
    .orderBy('kind')
    .limit(200)
    .execute();

/** An alarm counts as present for so long. */
const presentMs = DAY_MS;

/** The most serious alarm of the last day of `vehicle as v`, `vehicle_state as s`; one that goes on counts while the device is heard. */
export const alarmSql = (ctx: Ctx) => {
  const since = ts(ctx.clock.now() - presentMs);
  const present = ctx.db
    .selectFrom('vehicle_alarm as a')
    .select('a.kind')
    .where(sql<SqlBool>`a.vehicle_id = v.id`)
    .where((eb) =>
      eb.or([
        eb('a.began_at', '>', since),
        eb('a.ended_at', '>', since),
        eb.and([eb('a.ended_at', 'is', null), sql<SqlBool>`s.heard_at > ${since}::timestamptz`]),
      ]),
    )
    .orderBy(sql`array_position(${alarmKinds}::text[], a.kind)`)
    .limit(1);
  return sql<AlarmKind | null>`(${present})`;
};

/** Sites of the caller's tenants by code. */
export const listSites = (ctx: Ctx) =>
  ctx.db
    .selectFrom('road_site')
    .select(['id', 'tenant_id', 'code', 'name_cn', 'name_en', 'lon', 'lat', 'zone'])
    .execute();

/** Photographs of a vehicle in a time, newest first, without what they show. */
export const listPhotos = (ctx: Ctx, vehicleId: number, from: Instant, to: Instant) =>
  ctx.db
    .selectFrom('vehicle_photo')
    .select(['id', 'taken_at as takenTime', 'channel', 'lon', 'lat'])
    .where('vehicle_id', '=', vehicleId)
    .where('taken_at', '>=', ts(from))
    .where('taken_at', '<=', ts(to))
    .orderBy('taken_at', 'desc')
    .limit(50)
    .execute();

/** A photograph of a vehicle of the caller's tenants. */
export const findPhoto = (ctx: Ctx, photoId: number) =>
  ctx.db
    .selectFrom('vehicle_photo as p')
    .innerJoin('vehicle as v', 'v.id', 'p.vehicle_id')
    .select(['p.id', 'p.taken_at as takenTime', 'p.data', 'v.plate_no as plateNo'])
    .where('p.id', '=', photoId)
    .executeTakeFirst();

/** How receiving goes. */
export const listGateways = (ctx: Ctx) =>
  ctx.db
    .selectFrom('vehicle_gateway')
    .select([
      'code as protocol',
      'state',
      'port',
      'connections',
      'last_error as lastError',
      'updated_at as updatedTime',
    ])
    .orderBy('code')
    .execute();
