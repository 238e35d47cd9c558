// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import { type EntityHooks, type RawRow } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { followVersionCron, versionCronOf } from './follow-version.ts';
import { noteOverlaps } from './run-lengths.ts';
import { dropQueued } from './schedule-queries.ts';
import { settleSchedules } from './settle.ts';

/** The tenant of a process that the caller may see. */
const tenantOfProcess = async (ctx: Ctx, processId: unknown): Promise<number | undefined> =>
  (await ctx.db.selectFrom('process').select('tenant_id').where('id', '=', Number(processId)).executeTakeFirst())
    ?.tenant_id;

/** The subscription that a process runs for is of its tenant. */
async function checkSubscription(ctx: Ctx, after: RawRow, tenantId: unknown): Promise<void> {
  if (after['subscription_id'] == null) return;
  const id = Number(after['subscription_id']);
  const found = await ctx.db.selectFrom('subscription').select('tenant_id').where('id', '=', id).executeTakeFirst();
  if (found === undefined || found.tenant_id !== Number(tenantId)) throw refused('schedule.noSubscription', { id });
}

/** A schedule runs by an expression of its own or by that of the version of its process. */
async function checkCron(ctx: Ctx, after: RawRow): Promise<void> {
  if ((after['own_cron'] ?? '') !== '' || (await versionCronOf(ctx, Number(after['process_id']))) !== null) return;
  const fields = [{ field: 'cronExpression', message: serverText('schedule.noCron', {}, ctx.lang) }];
  throw refused('schedule.noCron', {}, { fields });
}

/** What declarations of schedules cannot say: what is due is decided before a schedule changes or goes. */
export const scheduleHooks: Readonly<Record<string, EntityHooks>> = {
  schedule: {
    present: noteOverlaps,
    beforeWrite: async (ctx, { before, after }) => {
      const tenantId = before?.['tenant_id'] ?? (await tenantOfProcess(ctx, after['process_id']));
      await checkSubscription(ctx, after, tenantId);
      await checkCron(ctx, after);
      if (before !== undefined) return settleSchedules({ ...ctx, database: ctx.unscoped }, [Number(before['id'])]);
      const now = ctx.clock.now();
      // Columns that nobody enters: a schedule belongs to the tenant of its process and begins now, in the time of the world.
      // One that comes back keeps its next run; when that is past, the planner looks for the next one after now.
      const next = after['next_run_at'] ?? now;
      Object.assign(after, { tenant_id: tenantId, planned_until: now, next_run_at: next });
    },
    beforeRemove: async (ctx, row) => {
      await settleSchedules({ ...ctx, database: ctx.unscoped }, [Number(row['id'])]);
      await dropQueued(ctx.unscoped, Number(row['id']), ctx.clock.now());
    },
  },
  packageVersion: {
    beforeWrite: async (ctx, { before, after }) => {
      if (before === undefined || before['cron_expression'] === after['cron_expression']) return;
      const cron = after['cron_expression'];
      await followVersionCron(ctx, { versionId: Number(before['id']) }, typeof cron === 'string' ? cron : null);
    },
  },
};
