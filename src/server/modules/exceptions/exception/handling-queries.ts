// unscoped: The exceptions were found by `ctx.db` before and are addressed by id; people are users of the tenant of the row, and live
// events name their tenant.
import { sql } from 'kysely';
import type { LastChange } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { json } from '#server/platform/db/json.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';

/** What handling changes of an exception, with what identifies it. */
export type HandlingRow = {
  id: number;
  tenant_id: number;
  handle_status: number;
  handle_remark: string | null;
  handle_time: Instant | null;
  assignee_code: string | null;
  assignee_name: string | null;
  record_version: number;
  updated_at: Instant;
  snoozed_at: Instant | null;
  snoozed_until: Instant | null;
};

/** Locks the exceptions of `ids` that the caller may see, in id order. */
export const lockExceptions = (ctx: Ctx, ids: readonly number[]): Promise<HandlingRow[]> =>
  ctx.db
    .selectFrom('shipment_exception')
    .select([
      'id',
      'tenant_id',
      'handle_status',
      'handle_remark',
      'handle_time',
      'assignee_code',
      'assignee_name',
      'record_version',
      'updated_at',
      'snoozed_at',
      'snoozed_until',
    ])
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Users who may be named responsible, with the tenants they may see. */
export async function findAssignee(
  ctx: Ctx,
  userCode: string,
): Promise<{ userCode: string; name: string; tenantIds: readonly number[] | 'all' } | undefined> {
  const user = await ctx.unscoped.system
    .selectFrom('app_user')
    .select(['id', 'user_code', 'name_cn', 'tenant_id', 'all_tenants'])
    .where(sql`lower(user_code)`, '=', userCode.trim().toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const more = await ctx.unscoped.system
    .selectFrom('user_tenant')
    .select('tenant_id')
    .where('user_id', '=', user.id)
    .execute();
  return {
    userCode: user.user_code,
    name: user.name_cn,
    tenantIds: user.all_tenants ? 'all' : [user.tenant_id, ...more.map((row) => row.tenant_id)],
  };
}

/** New handling of exceptions; columns left out stay. */
export type HandlingChange = {
  handle_status?: number;
  handle_remark?: string | null;
  handle_time?: Instant | null;
  assignee_code?: string | null;
  assignee_name?: string | null;
  /** Put aside until it gets worse, and no longer than until; any other handling ends that. */
  snooze?: { until: Instant | null };
};

/** Writes one change to many exceptions and the history entry of each (`more` beside it), in the current transaction. */
export async function changeHandling(
  ctx: Ctx,
  rows: readonly HandlingRow[],
  change: HandlingChange,
  kind: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const now = ctx.clock.now();
  const { handle_time: handleTime, snooze, ...others } = change;
  const ids = rows.map((row) => row.id);
  await ctx.db
    .updateTable('shipment_exception')
    .set({
      ...others,
      ...(handleTime === undefined ? {} : { handle_time: handleTime === null ? null : ts(handleTime) }),
      ...(others.handle_status === undefined ? {} : snoozeColumns(snooze, now)),
      updated_at: ts(now),
      record_version: sql<number>`record_version + 1`,
    })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  await ctx.db
    .insertInto('exception_event')
    .values(
      rows.map((row) => ({
        tenant_id: row.tenant_id,
        exception_id: row.id,
        at: ts(now),
        kind,
        actor_code: ctx.actor.userCode,
        detail: json({ before: before(row), after: change, ...more }),
      })),
    )
    .execute();
}

const snoozeColumns = (snooze: HandlingChange['snooze'], now: Instant) => ({
  snoozed_at: snooze === undefined ? null : ts(now),
  snoozed_until: snooze?.until == null ? null : ts(snooze.until),
});

const before = (row: HandlingRow): HandlingChange => ({
  handle_status: row.handle_status,
  handle_remark: row.handle_remark,
  handle_time: row.handle_time,
  assignee_code: row.assignee_code,
  assignee_name: row.assignee_name,
  ...(row.snoozed_at === null ? {} : { snooze: { until: row.snoozed_until } }),
});

/**
 * Who changed an exception last: the person whose act is as old as its last change, else the system, which finds it again,
 * gives it another severity or ends it.
 */
export async function lastHandling(ctx: Ctx, id: number): Promise<LastChange> {
  const act = await ctx.db
    .selectFrom('exception_event as v')
    .innerJoin('shipment_exception as e', 'e.id', 'v.exception_id')
    .leftJoin('app_user as u', 'u.user_code', 'v.actor_code')
    .select(['v.actor_code', 'v.at', 'u.name_cn'])
    .where('v.exception_id', '=', id)
    .where('v.kind', 'not in', ['comment', 'causes'])
    .whereRef('v.at', '=', 'e.updated_at')
    .orderBy('v.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (act === undefined || act.actor_code === 'system') return { who: '', time: act?.at ?? null };
  return { who: act.name_cn ?? act.actor_code, time: act.at };
}
