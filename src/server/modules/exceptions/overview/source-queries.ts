// unscoped: Tasks are the platform’s own work and have no tenant; only people of the platform may make this call.
import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { MINUTE_MS, type Instant } from '#shared/time/instant.ts';

/** All sources with their health, by code. */
export const listSourceRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('source')
    .select(['id', 'code', 'name_cn as nameCn', 'name_en as nameEn', 'enabled', 'last_error as lastError'])
    .select(['consecutive_failures as consecutiveFailures', 'last_success_at as lastSuccessTime'])
    .select('last_failure_at as lastFailureTime')
    .orderBy('code')
    .execute();

/** Questions planned next look this far ahead, in number. */
const maxPlanned = 5_000;

/**
 * When each source is queried next, by whichever tenant, as far as it is among the next questions. A source and its
 * rhythm belong to nobody, and looking through the plan for one tenant's questions alone would take long.
 */
export async function nextPulls({ unscoped: database }: Ctx, now: Instant): Promise<Map<number, Instant>> {
  const { system } = database;
  const planned = system
    .selectFrom('subscription_source')
    .select(['source_id', 'next_pull_at'])
    .where('next_pull_at', '>=', ts(now))
    .orderBy('next_pull_at')
    .limit(maxPlanned)
    .as('planned');
  const rows = await system
    .selectFrom(planned)
    .select(['source_id', (eb) => eb.fn.min('next_pull_at').as('at')])
    .groupBy('source_id')
    .execute();
  return new Map(rows.flatMap(({ source_id: id, at }) => (at === null ? [] : [[id, at]])));
}

/** Overdue questions are counted up to this number for all sources together. */
export const maxOverdue = 10_000;
const overdueAfterMs = 10 * MINUTE_MS;

/** Questions of the caller's tenants that should have been queried long ago, per source. */
export async function overduePulls(ctx: Ctx, now: Instant): Promise<Map<number, number>> {
  const late = ctx.db
    .selectFrom('subscription_source')
    .select('source_id')
    .where('next_pull_at', '<', ts(now - overdueAfterMs))
    .limit(maxOverdue)
    .as('late');
  const rows = await ctx.db
    .selectFrom(late)
    .select(['source_id', sql<number>`count(*)::int`.as('n')])
    .groupBy('source_id')
    .execute();
  return new Map(rows.map((row) => [row.source_id, row.n]));
}
