// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { Ctx } from '#server/platform/context.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import type { IdStatement } from '#server/platform/sheet/index.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { callColumns, type CallRow } from './call-rows.ts';

/** A call with the stay that positions show, and the vessel's newest position where it is near. */
export type PortCallRecord = CallRow & {
  seen_arrival: Instant | null;
  seen_berth: Instant | null;
  seen_departure: Instant | null;
  near_at: Instant | null;
  near_status: number | null;
  near_speed: number | null;
};

/** What is requested from a port. */
export type PortCallWish = {
  portCode: string;
  from: Instant;
  to: Instant;
  /** The turn that happens in these days, and that the rows are in order of. */
  dateOf: 'arrival' | 'departure';
  carrierCodes: readonly string[] | undefined;
  vesselName: string | undefined;
  importVoyage: string | undefined;
  exportVoyage: string | undefined;
  near: { lon: number; lat: number } | null;
};

const maxCalls = 3000;
/** Roads lie at most so far off a port, in degrees: about 30 sea miles. */
const roadsDegrees = 0.5;
/** Waits of so many days say how long the next vessel waits, once so many came. */
const waitDays = 7;
const fewestWaits = 3;

const columns = callColumns
  .split(',')
  .map((column) => `c.${column.trim()}`)
  .join(', ');

/** A call with the stay that positions show and the vessel's newest position; the place of the port are the two parameters from `$first` on. */
const callsWithPositions = (first: number): string => `
  select ${columns}, v.arrived_at as seen_arrival, v.berthed_at as seen_berth, v.departed_at as seen_departure,
    p.fix_at as near_at, p.nav_status as near_status, p.speed_kn as near_speed
  from sailing_call c
  left join lateral (
    select arrived_at, berthed_at, departed_at from port_visit v
    where v.mmsi = nullif(c.mmsi, '')::integer and v.port_code = c.port_code
      and v.arrived_at between c.arrives_at - interval '3 days' and c.arrives_at + interval '3 days'
    order by abs(extract(epoch from v.arrived_at - c.arrives_at)) limit 1) v on true
  left join ais_vessel p on p.mmsi = nullif(c.mmsi, '')::integer
    and abs(p.lon - $${first}::float8) < ${roadsDegrees} and abs(p.lat - $${first + 1}::float8) < ${roadsDegrees}
    and p.fix_at between c.arrives_at - interval '3 days' and c.departs_at + interval '3 days'`;

const turnColumns = { arrival: 'c.arrives_at', departure: 'c.departs_at' } as const;

const matching = (turn: string): string => `c.port_code = $1 and ${turn} >= $2 and ${turn} < $3
  and ($4::text[] is null or exists (select from jsonb_array_elements(c.sellers) s where s ->> 'carrierCode' = any($4)))
  and ($5::text is null or c.vessel_name ilike $5 or c.imo = $6::text)
  and ($7::text is null or c.import_voyage = $7 or exists
    (select from jsonb_array_elements(c.sellers) s where s ->> 'importVoyage' = $7))
  and ($8::text is null or c.export_voyage = $8 or exists
    (select from jsonb_array_elements(c.sellers) s where s ->> 'exportVoyage' = $8))`;

const fittingValues = (wish: PortCallWish): unknown[] => [
  wish.portCode,
  new Date(wish.from),
  new Date(wish.to),
  wish.carrierCodes ?? null,
  wish.vesselName === undefined ? null : containingPattern(wish.vesselName),
  wish.vesselName ?? null,
  wish.importVoyage ?? null,
  wish.exportVoyage ?? null,
];

/** Calls at a port in some days, in the order of their turn; a position counts for the call that is nearest to now. */
export const listPortCallRows = (ctx: Ctx, wish: PortCallWish): Promise<PortCallRecord[]> => {
  const turn = turnColumns[wish.dateOf];
  return ctx.unscoped.query<PortCallRecord>(
    `${callsWithPositions(9)} where ${matching(turn)} order by ${turn}, c.id limit ${maxCalls}`,
    [...fittingValues(wish), wish.near?.lon ?? null, wish.near?.lat ?? null],
  );
};

/** Ids of the same calls, as a statement. */
export const portCallIds = (wish: PortCallWish): IdStatement => {
  const turn = turnColumns[wish.dateOf];
  return {
    sql: `select c.id from sailing_call c where ${matching(turn)} order by ${turn}, c.id limit ${maxCalls}`,
    parameters: fittingValues(wish),
  };
};

/** Calls by id in the order of their turn; a position counts where it is near the port. */
export const listPortCallRowsById = (
  ctx: Ctx,
  ids: readonly number[],
  { near, dateOf }: Pick<PortCallWish, 'near' | 'dateOf'>,
): Promise<PortCallRecord[]> =>
  ctx.unscoped.query<PortCallRecord>(
    `${callsWithPositions(2)} where c.id = any($1) order by ${turnColumns[dateOf]}, c.id`,
    [ids, near?.lon ?? null, near?.lat ?? null],
  );

/** How long vessels waited for a berth of a port of late: the median; undefined while too few came. */
export async function usualWaitMs(ctx: Ctx, portCode: string, now: Instant): Promise<number | undefined> {
  const [row] = await ctx.unscoped.query<{ n: number; wait_s: number | null }>(
    `select count(*)::int as n,
       percentile_cont(0.5) within group (order by extract(epoch from berthed_at - arrived_at)::float8) as wait_s
     from port_visit where port_code = $1 and berthed_at > $2 and berthed_at <= $3`,
    [portCode, new Date(now - waitDays * DAY_MS), new Date(now)],
  );
  return row === undefined || row.wait_s === null || row.n < fewestWaits ? undefined : Math.round(row.wait_s * 1000);
}
