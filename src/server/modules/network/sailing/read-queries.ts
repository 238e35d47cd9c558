// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import { valueSourcesOf } from '#domain/network/sailing/merge-calls.ts';
import type { CallValueSources, CallStatement } from '#domain/network/sailing/model.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';
import { callColumns, type CallRow } from './call-rows.ts';
import type { ScheduleMode } from './source-queries.ts';

/** These calls by their ids. */
export async function listCallRows(ctx: Ctx, ids: readonly number[]): Promise<Map<number, CallRow>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.unscoped.query<CallRow>(`select ${callColumns} from sailing_call where id = any($1)`, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which source reported the times and the cut-offs of these calls. */
export async function listValueSources(ctx: Ctx, ids: readonly number[]): Promise<Map<number, CallValueSources>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.unscoped.query<CallStatement & { callId: number }>(
    `select call_id as "callId", carrier_code as "carrierCode", said ->> 'operatorCode' as "operatorCode",
       said_at as "statedAt", said -> 'arrival' as arrival, said -> 'departure' as departure,
       said -> 'cutOffs' as "cutOffs"
     from sailing_statement where call_id = any($1)`,
    [ids],
  );
  return new Map(
    [...Map.groupBy(rows, ({ callId }) => callId)].map(([id, reported]) => [id, valueSourcesOf(reported)]),
  );
}

/** Carriers whose schedules are requested, with the age of what they reported. */
export async function listSources(
  ctx: Ctx,
  mode: ScheduleMode,
): Promise<{ carrierCode: string; answeredTime: Instant | null; failing: boolean }[]> {
  const rows = await ctx.unscoped.query<{ carrier_code: string; answered_at: Instant | null; failures: number }>(
    'select carrier_code, answered_at, failures from sailing_source where mode = $1 and enabled order by carrier_code',
    [mode],
  );
  return rows.map((row) => ({
    carrierCode: row.carrier_code,
    answeredTime: row.answered_at,
    failing: row.failures > 0,
  }));
}

/** Calls of a vessel on a service between two moments, in the order they are made. */
export function listCallsBetween(ctx: Ctx, board: CallRow, alight: CallRow): Promise<CallRow[]> {
  return ctx.unscoped.query<CallRow>(
    `select ${callColumns} from sailing_call
     where imo = $1 and service_code = $2 and carrier_code = $3 and arrives_at between $4 and $5
     order by arrives_at, id limit 60`,
    [board.imo, board.service_code, board.carrier_code, new Date(board.arrives_at), new Date(alight.arrives_at)],
  );
}

/** How these calls changed, the newest first. */
export function listChanges(
  ctx: Ctx,
  callIds: readonly number[],
): Promise<{ callId: number; time: Instant; field: string; oldValue: string | null; newValue: string | null }[]> {
  return ctx.unscoped.query(
    `select call_id as "callId", at as time, field, old_value as "oldValue", new_value as "newValue"
     from sailing_change where call_id = any($1)
     order by at desc, id desc limit 100`,
    [callIds],
  );
}

/** Past calls of a service at a port: planned, and when she really came by positions or else by the carrier. */
export function listPastCalls(
  ctx: Ctx,
  of: { carrierCode: string; serviceCode: string; portCode: string; from: Instant; to: Instant },
): Promise<
  { omitted: boolean; planned_arrival: Instant | null; actual_arrival: Instant | null; seen_at: Instant | null }[]
> {
  return ctx.unscoped.query(
    `select c.omitted, c.planned_arrival, c.actual_arrival, v.arrived_at as seen_at
     from sailing_call c
     left join lateral (
       select arrived_at from port_visit v
       where v.mmsi = nullif(c.mmsi, '')::integer and v.port_code = c.port_code
         and v.arrived_at between c.arrives_at - interval '3 days' and c.arrives_at + interval '3 days'
       order by abs(extract(epoch from v.arrived_at - c.arrives_at)) limit 1) v on true
     where c.port_code = $1 and c.arrives_at between $2 and $3 and c.carrier_code = $4 and c.service_code = $5
       and (c.actual_arrival is not null or c.omitted)`,
    [of.portCode, new Date(of.from), new Date(of.to), of.carrierCode, of.serviceCode],
  );
}

/** Calls of a vessel as her carriers announce them, from a moment on. */
export function listVesselCalls(ctx: Ctx, imo: string, from: Instant, limit: number): Promise<CallRow[]> {
  return ctx.unscoped.query<CallRow>(
    `select ${callColumns} from sailing_call where imo = $1 and departs_at >= $2 order by arrives_at, id limit $3`,
    [imo, new Date(from), limit],
  );
}
