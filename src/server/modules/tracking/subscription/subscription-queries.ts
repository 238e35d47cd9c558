// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import { sql } from 'kysely';
import { listArchivedAnswers } from '#server/modules/intake/collection/index.ts';
import { isStandingBooking } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { tsOrNull } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Subscriptions of the caller's tenants, locked in id order; call it inside a transaction. */
export const lockOwnSubscriptions = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** One subscription of the caller's tenants. */
export const findOwnSubscription = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirst();

/** A schedule: one source requested one subscription again and again. */
export type ScheduleRow = {
  id: number;
  tenant_id: number;
  subscription_id: number;
  stopped: boolean;
  ended: boolean;
  next_pull_at: Instant | null;
  next_pull_why: string | null;
  last_pull_at: Instant | null;
  last_success_at: Instant | null;
  consecutive_failures: number;
  last_error: string | null;
  created_at: Instant;
  code: string;
  protocol: string;
  name_cn: string;
  name_en: string;
  pull_interval_s: number;
};

/** Schedules of the caller's tenants, by subscription or by their own ids. */
export function listSchedules(
  ctx: Ctx,
  by: { subscriptionId: number } | { ids: readonly number[] },
): Promise<ScheduleRow[]> {
  const query = ctx.db
    .selectFrom('subscription_source as ss')
    .innerJoin('subscription as s', 's.id', 'ss.subscription_id')
    .innerJoin('source as o', 'o.id', 'ss.source_id')
    .select(['ss.id', 'ss.tenant_id', 'ss.subscription_id', 'ss.stopped', 's.ended', 's.created_at'])
    .select(['ss.next_pull_at', 'ss.last_pull_at', 'ss.last_success_at', 'ss.consecutive_failures', 'ss.last_error'])
    .select('ss.next_pull_why')
    .select(['o.code', 'o.protocol', 'o.name_cn', 'o.name_en', 'o.pull_interval_s'])
    // Who brings messages unasked has no schedule.
    .where('o.asked', '=', true)
    .orderBy('o.code');
  return (
    'ids' in by
      ? query.where('ss.id', '=', sql<number>`any(${[...by.ids]})`)
      : query.where('ss.subscription_id', '=', by.subscriptionId)
  ).execute();
}

/** Starts schedules (asked at `nextAt`), or stops them (null). */
export async function setSchedules(ctx: Ctx, ids: readonly number[], nextAt: Instant | null): Promise<void> {
  await ctx.db
    .updateTable('subscription_source')
    .set({ stopped: nextAt === null, next_pull_at: tsOrNull(nextAt), next_pull_why: null })
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .execute();
}

/** Takes waiting pulls of schedules out of the queue; one that runs at this moment is finished. */
export async function dropWaitingPulls(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await ctx.unscoped.execute(
    `delete from task where kind = 'pull' and status = 'waiting' and singleton_key = any($1)
       and not exists (select from pull_record p where p.subscription_source_id::text = task.singleton_key and p.state = 'pending')`,
    [ids.map(String)],
  );
}

/** The task that will ask a schedule's source next: its id, or null. */
export async function pullTaskIds(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await ctx.unscoped.query<{ id: number; singleton_key: string }>(
    `select id, singleton_key from task where kind = 'pull' and status in ('waiting', 'running') and singleton_key = any($1)`,
    [ids.map(String)],
  );
  return new Map(rows.map((row) => [Number(row.singleton_key), String(row.id)]));
}

/** Answers kept of a schedule, newest first. */
export async function listStoredAnswers(ctx: Ctx, schedule: ScheduleRow, page: { limit: number; offset: number }) {
  const answers = ctx.db
    .selectFrom('raw_answer as r')
    .innerJoin('source as o', 'o.id', 'r.source_id')
    .where('r.subscription_id', '=', schedule.subscription_id)
    .where('o.code', '=', schedule.code);
  const [rows, count, archived] = await Promise.all([
    answers
      .leftJoin('raw_answer as k', (join) =>
        join.onRef('k.id', '=', 'r.base_id').onRef('k.subscription_id', '=', 'r.subscription_id'),
      )
      .select(['r.id', 'r.via', 'r.received_at', 'r.body', 'r.encoding', 'k.body as base'])
      .orderBy('r.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    answers.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    // unscoped: the schedule was found within the scope.
    listArchivedAnswers(ctx.unscoped, [schedule.subscription_id]),
  ]);
  const stored = Number(count.n);
  const older = archived.filter((one) => one.source_code === schedule.code).reverse();
  const start = Math.max(0, page.offset - stored);
  return {
    rows: [...rows, ...older.slice(start, start + page.limit - rows.length)],
    total: stored + older.length,
  };
}

/** Bookings (of sources and fused) that fit and were not deleted, fused ones and newer ones first. */
export function listBookings(
  ctx: Ctx,
  wanted: {
    billNo: string | undefined;
    containerNo: string | undefined;
    carrierCodes: string[] | undefined;
    vesselName: string | undefined;
    voyage: string | undefined;
    sourceTypes: string[] | undefined;
    channels: string[] | undefined;
  },
) {
  let query = ctx.db
    .selectFrom('shipment as b')
    .innerJoin('subscription as s', 's.id', 'b.subscription_id')
    .select(['b.id', 'b.subscription_id', 'b.fused', 'b.source_type', 'b.source_code', 'b.channel', 'b.container_no'])
    .select(['b.tenant_id', 'b.direction', 'b.ended', 'b.ended_at', 'b.content', 's.subject'])
    .where(isStandingBooking('b'));
  const { billNo, containerNo, carrierCodes, vesselName, voyage, sourceTypes, channels } = wanted;
  // By the subscription's own number or by what the booking says, each with an index.
  if (billNo !== undefined) query = query.where('s.bill_no', '=', billNo);
  if (containerNo !== undefined) query = query.where(sql<boolean>`b.container_nos @> ${[containerNo]}::text[]`);
  if (carrierCodes !== undefined) query = query.where('b.carrier_code', 'in', carrierCodes);
  if (vesselName !== undefined) query = query.where('b.vessel_name', '=', vesselName);
  if (voyage !== undefined) query = query.where('b.voyage', '=', voyage);
  if (sourceTypes !== undefined) query = query.where('b.source_type', 'in', sourceTypes);
  if (channels !== undefined) query = query.where('b.channel', 'in', channels);
  return query.orderBy('b.fused', 'desc').orderBy('b.observed_at', 'desc').orderBy('b.id').limit(100).execute();
}

/** A booking of the caller's tenants by id; undefined also when it was deleted. */
export const findBooking = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('shipment')
    .select(['id', 'tenant_id', 'subscription_id', 'fused'])
    .where('id', '=', id)
    .where(isStandingBooking('shipment'))
    .executeTakeFirst();
