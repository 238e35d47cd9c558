import type { Ctx } from '#server/platform/context.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { callColumns, type CallRow } from './call-rows.ts';

/** A call with the stay that positions show, and the vessel's newest position where it is near. */
export type PortCallRecord = CallRow & {
  seen_arrival: Instant | null;
  seen_departure: Instant | null;
  near_at: Instant | null;
  near_status: number | null;
  near_speed: number | null;
};

/** What is asked of a port. */
export type PortCallWish = {
  portCode: string;
  from: Instant;
  to: Instant;
  carrierCodes: readonly string[] | undefined;
  vesselName: string | undefined;
  importVoyage: string | undefined;
  exportVoyage: string | undefined;
  near: { lon: number; lat: number } | null;
};

const mostCalls = 3000;
/** Roads lie at most so far off a port, in degrees: about 30 sea miles. */
const roadsDegrees = 0.5;

const columns = callColumns
  .split(',')
  .map((column) => `c.${column.trim()}`)
  .join(', ');

/** Calls at a port in some days, in the order of arrival; a position counts for the call that is nearest to now. */
export function listPortCallRows(ctx: Ctx, wish: PortCallWish): Promise<PortCallRecord[]> {
  return ctx.database.query<PortCallRecord>(
    `select ${columns}, v.arrived_at as seen_arrival, v.departed_at as seen_departure,
       p.fix_at as near_at, p.nav_status as near_status, p.speed_kn as near_speed
     from sailing_call c
     left join lateral (
       select arrived_at, departed_at from port_visit v
       where v.mmsi = nullif(c.mmsi, '')::integer and v.port_code = c.port_code
         and v.arrived_at between c.arrives_at - interval '3 days' and c.arrives_at + interval '3 days'
       order by abs(extract(epoch from v.arrived_at - c.arrives_at)) limit 1) v on true
     left join ais_vessel p on p.mmsi = nullif(c.mmsi, '')::integer
       and abs(p.lon - $4::float8) < ${roadsDegrees} and abs(p.lat - $5::float8) < ${roadsDegrees}
       and p.fix_at between c.arrives_at - interval '3 days' and c.departs_at + interval '3 days'
     where c.port_code = $1 and c.arrives_at >= $2 and c.arrives_at < $3
       and ($6::text[] is null or exists (select from jsonb_array_elements(c.sellers) s where s ->> 'carrierCode' = any($6)))
       and ($7::text is null or c.vessel_name ilike $7 or c.imo = $8)
       and ($9::text is null or c.import_voyage = $9 or exists
         (select from jsonb_array_elements(c.sellers) s where s ->> 'importVoyage' = $9))
       and ($10::text is null or c.export_voyage = $10 or exists
         (select from jsonb_array_elements(c.sellers) s where s ->> 'exportVoyage' = $10))
     order by c.arrives_at, c.id limit ${mostCalls}`,
    [
      wish.portCode,
      new Date(wish.from),
      new Date(wish.to),
      wish.near?.lon ?? null,
      wish.near?.lat ?? null,
      wish.carrierCodes ?? null,
      wish.vesselName === undefined ? null : containingPattern(wish.vesselName),
      wish.vesselName ?? null,
      wish.importVoyage ?? null,
      wish.exportVoyage ?? null,
    ],
  );
}
