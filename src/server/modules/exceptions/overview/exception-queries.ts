import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import type { Instant } from '#shared/time/instant.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Tally } from './figures.ts';

/** The kept sums of the caller's tenants; what happened, from an instant on. */
export const listTallies = (ctx: Ctx, from: Instant): Promise<Tally[]> =>
  ctx.db
    .selectFrom('exception_tally')
    .select(['kind', 'type_code', 'handle_status', 'assigned', 'at'])
    .select((eb) => sql<number>`${eb.fn.sum('n')}::bigint`.as('n'))
    .where((eb) => eb.or([eb('kind', 'in', ['type', 'open']), eb('at', '>=', ts(from))]))
    .groupBy(['kind', 'type_code', 'handle_status', 'assigned', 'at'])
    .having((eb) => eb.fn.sum('n'), '<>', 0)
    .execute();

/**
 * What open exceptions of shipments that have not ended may cost in US dollars, and of how many subscriptions; of each only the dearest
 * one counts. `handleStatuses`: only those that stand so.
 */
export async function sumMoney(
  ctx: Ctx,
  handleStatuses?: readonly number[],
): Promise<{ usd: number; shipments: number }> {
  const dearest = ctx.db
    .selectFrom('shipment_exception')
    .select((eb) => ['subscription_id', eb.fn.max('money_usd').as('usd')])
    .where(sql<boolean>`open and not ended and money_usd > 0`)
    .$if(handleStatuses !== undefined, (query) => query.where('handle_status', 'in', handleStatuses ?? []))
    .groupBy(['tenant_id', 'subscription_id'])
    .as('dearest');
  const row = await ctx.db
    .selectFrom(dearest)
    .select([sql<number>`coalesce(sum(usd), 0)::float8`.as('usd'), sql<number>`count(*)::int`.as('shipments')])
    .executeTakeFirstOrThrow();
  return row;
}

/** An exception that waits for somebody. */
export type WaitingRow = {
  id: number;
  tenantId: number;
  type_code: string;
  severity: string;
  params: Record<string, string | number>;
  handleStatus: number;
  blNo: string | null;
  ctnNo: string | null;
  carrierCode: string | null;
  createTime: Instant;
};

const waitingColumns = [
  'id',
  'tenant_id as tenantId',
  'type_code',
  'severity',
  'params',
  'handle_status as handleStatus',
  'bill_no as blNo',
  'container_no as ctnNo',
  'carrier_code as carrierCode',
  'created_at as createTime',
] as const;

// As text of its own, so that the partial indexes are found.
const isOpen = sql<boolean>`handle_status in (0, 1, 4)`;

/** Open exceptions of one person, oldest first. */
export const listOwn = (ctx: Ctx, userCode: string, limit: number): Promise<WaitingRow[]> =>
  ctx.db
    .selectFrom('shipment_exception')
    .select(waitingColumns)
    .where('assignee_code', '=', userCode)
    .where(isOpen)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** How many open exceptions one person has, counted up to `limit`. */
export async function countOwn(ctx: Ctx, userCode: string, limit: number): Promise<number> {
  const some = ctx.db
    .selectFrom('shipment_exception')
    .select('id')
    .where('assignee_code', '=', userCode)
    .where(isOpen)
    .limit(limit)
    .as('some');
  return countRows(ctx.db.selectFrom(some));
}

/** Open exceptions that nobody is responsible for, oldest first: a few of every tenant, and of those the oldest. */
export const listUnassigned = (ctx: Ctx, limit: number): Promise<WaitingRow[]> =>
  ctx.db
    .selectFrom('tenant as t')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('shipment_exception')
          .select(waitingColumns)
          .whereRef('shipment_exception.tenant_id', '=', 't.id')
          .where('assignee_code', 'is', null)
          .where(isOpen)
          .orderBy('created_at')
          .orderBy('id')
          .limit(limit)
          .as('e'),
      (join) => join.onTrue(),
    )
    .selectAll('e')
    .orderBy('e.createTime')
    .orderBy('e.id')
    .limit(limit)
    .execute();
