import { z } from 'zod';
import type { RefusionRun } from '#contract/precedence.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx, Lang } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { defineTask, type Queue } from '#server/platform/queue/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { endRun, findRun, insertRun, listForgottenRuns, supersedeRuns } from './run-queries.ts';
import type { RefusionCause, RefusionRunRow } from './run-queries.ts';

/** Kind of the task that works runs off. */
export const refusionTask = defineTask('refusion', z.object({ runId: z.number() }));

const enqueue = (queue: Queue, runId: number): Promise<unknown> =>
  queue.enqueue(refusionTask, { runId }, { singletonKey: String(runId), priority: 60 });

/** Starts a run in the current transaction; one of the same cause that is still under way is ended by it. Gives its id. */
export async function startRefusion(
  { database, queue, now }: { database: Database; queue: Queue; now: Instant },
  run: { cause: RefusionCause; causeId: number; total: number; by: { code: string; name: string } },
): Promise<number> {
  await supersedeRuns(database, run, now);
  const id = await insertRun(database, run, now);
  await enqueue(queue, id);
  return id;
}

/** Has runs whose task died worked on again. */
export async function resumeRefusions(database: Database, queue: Queue): Promise<void> {
  for (const id of await listForgottenRuns(database)) await enqueue(queue, id);
}

/** A run as the wire has it. */
export const presentRefusion = (run: RefusionRunRow, lang: Lang): RefusionRun => ({
  runId: String(run.id),
  cause: run.cause,
  causeId: String(run.cause_id),
  state: run.state,
  total: run.total,
  done: run.done,
  changed: run.changed,
  opened: run.opened,
  resolved: run.resolved,
  failed: run.failed,
  error: run.error === 'superseded' ? serverText('refusion.superseded', {}, lang) : run.error,
  handlerCode: run.handler_code,
  handlerName: run.handler_name,
  startTime: run.started_at,
  finishTime: run.finished_at,
});

/** Calls a run off; what it has made again stays. */
export async function cancelRefusion({ ctx, runId }: { ctx: Ctx; runId: number }): Promise<RefusionRun> {
  checkMaySetForAll(ctx);
  return ctx.database.transaction(async () => {
    const run = await findRun(ctx.database, runId);
    if (run === undefined) throw notFound();
    const ended = await endRun(ctx.database, runId, { state: 'cancelled', error: null }, ctx.clock.now());
    if (!ended) throw refused('refusion.ended');
    await writeAudit(ctx, {
      entity: 'refusionRun',
      entityId: String(runId),
      action: 'cancel',
      tenantId: null,
      after: { done: run.done, total: run.total },
    });
    return presentRefusion((await findRun(ctx.database, runId)) as RefusionRunRow, ctx.lang);
  });
}

/** Refuses what concerns the shipments of all tenants, unless the caller is of the platform. */
export function checkMaySetForAll(ctx: Ctx): void {
  if (ctx.actor.kind === 'system' || ctx.actor.writesShared) return;
  throw refused('precedence.platformOnly');
}

/** Who acts, as records name them. */
export const actorOf = (ctx: Ctx): { code: string; name: string } => ({
  code: ctx.actor.userCode,
  name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
});
