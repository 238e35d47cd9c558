// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { Ctx } from '#server/platform/context.ts';
import { escapeLike } from '#server/platform/search/index.ts';
import type { FenceState } from '#domain/network/position/geofence.ts';
import type { Instant } from '#shared/time/instant.ts';

/** By what a vessel is requested. */
export type VesselKey = { mmsi?: string | undefined; imo?: string | undefined };

/** A vessel as stored, with what master data add. */
export type VesselRow = {
  mmsi: number;
  imo: string | null;
  vesselName: string | null;
  callSign: string | null;
  flag: string | null;
  shipType: number | null;
  lengthM: number | null;
  beamM: number | null;
  draughtM: number | null;
  destination: string | null;
  masterEta: string | null;
  aisClass: 'A' | 'B' | null;
  fixTime: Instant | null;
  /** The receiver that brought the last position, and its name where it is a source. */
  feed: string | null;
  feedCn: string | null;
  feedEn: string | null;
  lon: number | null;
  lat: number | null;
  speed: number | null;
  course: number | null;
  heading: number | null;
  navStatus: number | null;
  memory: { stay?: FenceState['stay'] };
};

const maxVessels = 50;

/** Vessels by number, or by the beginning of name or call sign; data of everybody, whatever the tenant. */
export async function findVessels(
  ctx: Ctx,
  key: VesselKey & { vesselName?: string | undefined; callSign?: string | undefined },
): Promise<VesselRow[]> {
  return ctx.unscoped.query<VesselRow>(
    `select v.mmsi, coalesce(v.imo, m.imo) as imo, coalesce(v.name, m.name) as "vesselName", coalesce(v.call_sign, m.call_sign) as "callSign",
       m.flag, v.ship_type as "shipType", v.length_m as "lengthM", v.beam_m as "beamM", v.draught_m as "draughtM", v.destination,
       v.master_eta as "masterEta", v.ais_class as "aisClass", v.fix_at as "fixTime", v.lon, v.lat, v.fix_feed as feed,
       f.name_cn as "feedCn", f.name_en as "feedEn", v.speed_kn as speed, v.course, v.heading, v.nav_status as "navStatus", v.memory
     from ais_vessel v left join source f on v.fix_feed = 'aisstream://' || f.code left join md_vessel m on m.mmsi = lpad(v.mmsi::text, 9, '0')
     where ($1::int is null or v.mmsi = $1) and ($2::text is null or v.imo = $2 or m.imo = $2)
       and ($3::text is null or v.name like $3 or m.name like $3) and ($4::text is null or v.call_sign like $4)
     order by v.name, v.mmsi limit ${maxVessels}`,
    [
      key.mmsi === undefined ? null : Number(key.mmsi),
      key.imo ?? null,
      key.vesselName === undefined ? null : `${escapeLike(key.vesselName.toUpperCase())}%`,
      key.callSign === undefined ? null : `${escapeLike(key.callSign.toUpperCase())}%`,
    ],
  );
}

/** The newest position of vessels that have one, with who brought it. */
export async function listLastFixes(
  ctx: Ctx,
  mmsis: readonly number[],
): Promise<(Pick<VesselRow, 'mmsi' | 'feed' | 'feedCn' | 'feedEn'> & { fixTime: Instant })[]> {
  if (mmsis.length === 0) return [];
  return ctx.unscoped.query(
    `select v.mmsi, v.fix_at as "fixTime", v.fix_feed as feed, f.name_cn as "feedCn", f.name_en as "feedEn"
     from ais_vessel v left join source f on v.fix_feed = 'aisstream://' || f.code
     where v.mmsi = any($1) and v.fix_at is not null`,
    [mmsis],
  );
}

/** MMSI of the vessel meant; undefined when none is known. */
export async function findMmsi(ctx: Ctx, { mmsi, imo }: VesselKey): Promise<number | undefined> {
  if (mmsi !== undefined) return Number(mmsi);
  if (imo === undefined) return undefined;
  const [row] = await ctx.unscoped.query<{ mmsi: number }>(
    `select mmsi from ais_vessel where imo = $1
     union all select mmsi::int from md_vessel where imo = $1 and mmsi ~ '^[0-9]{9}$' limit 1`,
    [imo],
  );
  return row?.mmsi;
}

/** IMO number of a vessel by what she says, else by master data. */
export async function findVesselImo(ctx: Ctx, mmsi: number): Promise<string | undefined> {
  const [row] = await ctx.unscoped.query<{ imo: string }>(
    `select imo from ais_vessel where mmsi = $1 and imo is not null
     union all select imo from md_vessel where mmsi = lpad($1::text, 9, '0') and imo is not null limit 1`,
    [mmsi],
  );
  return row?.imo;
}

/** A position of a track. */
export type TrackRow = { at: Instant; lon: number; lat: number; speed_kn: number | null };

/** How many positions there are in a time, and how many of them are implausible. */
export async function countFixes(ctx: Ctx, mmsi: number, from: Instant, to: Instant): Promise<[number, number]> {
  const [row] = await ctx.unscoped.query<{ total: number; jumps: number }>(
    `select count(*)::int as total, (count(*) filter (where jump))::int as jumps
     from ais_position where mmsi = $1 and at between $2 and $3`,
    [mmsi, new Date(from), new Date(to)],
  );
  return [row?.total ?? 0, row?.jumps ?? 0];
}

/** Believed positions of a vessel, one per step of so many seconds. */
export async function listFixes(
  ctx: Ctx,
  mmsi: number,
  from: Instant,
  to: Instant,
  stepS: number,
): Promise<TrackRow[]> {
  return ctx.unscoped.query<TrackRow>(
    `select distinct on (floor(extract(epoch from at) / $4::float8)) at, lon, lat, speed_kn from ais_position
     where mmsi = $1 and at between $2 and $3 and not jump order by floor(extract(epoch from at) / $4::float8), at`,
    [mmsi, new Date(from), new Date(to), stepS],
  );
}

/** The last stays of a vessel, newest first. */
export async function listPortCalls(
  ctx: Ctx,
  mmsi: number,
): Promise<{ portCode: string; arrivedTime: Instant; departedTime: Instant | null }[]> {
  return ctx.unscoped.query(
    'select port_code as "portCode", arrived_at as "arrivedTime", departed_at as "departedTime" from port_visit where mmsi = $1 order by arrived_at desc limit 100',
    [mmsi],
  );
}

/** How receiving goes. */
export const listFeeds = (ctx: Ctx) =>
  ctx.db
    .selectFrom('ais_feed')
    .select(['code', 'state', 'connected_at as connectedTime', 'last_message_at as lastMessageTime', 'counts'])
    .select(['samples', 'last_error as lastError', 'updated_at as updatedTime'])
    .orderBy('code')
    .execute();
