import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route, type Routes } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { getOverview } from './get-overview.ts';
import type { ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';

/** Queues a task again that was given up, with fresh attempts; background work belongs to those who may change what all tenants share. */
async function retryTask(ctx: Ctx, queue: Queue, { taskId }: ParsedBody<'retryTask'>): Promise<null> {
  if (taskId === undefined) throw refused('error.emptyInput');
  if (ctx.actor.kind !== 'system' && !ctx.actor.writesShared) throw notFound();
  await ctx.unscoped.transaction(async () => {
    // unscoped: Tasks are the platform’s own work and have no tenant; only people of the platform may make this call.
    const [task] = await ctx.unscoped.query<{ kind: string; attempts: number; last_error: string | null }>(
      `select kind, attempts, last_error from task where id = $1 and status = 'dead' for update`,
      [taskId],
    );
    // Somebody else was quicker, or its work waits already.
    if (task === undefined || (await queue.retryDead({ kind: task.kind, ids: [taskId] })) === 0)
      throw refused('overview.notGivenUp');
    await writeAudit(ctx, {
      entity: 'task',
      entityId: String(taskId),
      action: 'replay',
      tenantId: null,
      before: { kind: task.kind, attempts: task.attempts, error: task.last_error },
      after: null,
    });
  });
  return null;
}

/** The operations overview. */
export const overviewRoutes =
  ({ reference, queue }: { reference: () => ReferenceSnapshot; queue: Queue }): Routes =>
  (app) => {
    route(app, 'overview', ({ ctx }) => getOverview({ ctx, reference: reference() }));
    route(app, 'retryTask', async ({ ctx, input }) =>
      answer(await retryTask(ctx, queue, input.body), 'overview.taskRetried'),
    );
  };
