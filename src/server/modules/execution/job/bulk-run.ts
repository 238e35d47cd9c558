// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import { z } from 'zod';
import { type Acting, actingOf, contextOf } from '#server/platform/acting.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx, Origin } from '#server/platform/context.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { countRunning, defineRun, type Run, type RunHandler, startRun, workOnRun } from '#server/platform/run/index.ts';
import { actOnJob, type ActOutcome } from './act-on-job.ts';
import { type BulkItem, insertJobItems, insertProcessItems, nextItems, noteItem } from './bulk-queries.ts';
import { startJob } from './run-now.ts';
import type { JobDeps } from './types.ts';

/** So many are done while the caller waits; more become a run. */
export const maxWaitedFor = 100;
/** So many one run is done to. */
export const maxInRun = 100_000;
/** Runs of one person under way at once. */
const maxUnderWay = 3;
/** Items of one transaction: enough for few round trips, and few enough that robots do not wait for the locks. */
const step = 10;

const params = z.object({
  act: z.enum(['stop', 'kill', 'retry', 'run']),
  /** Of the jobs that are started; that of each process without it. */
  priority: z.number().nullable(),
  acting: z.custom<Acting>(),
  origin: z.custom<Origin>(),
});
const outcome = z.object({ succeeded: z.number().default(0), refused: z.number().default(0) });

/** Something that is done to many jobs, or the start of jobs of many processes. */
export type BulkJobRun = Run<z.infer<typeof params>, z.infer<typeof outcome>>;

/** Runs over many jobs or processes; people see their own. */
export const bulkRun = defineRun({
  kind: 'job-bulk',
  params,
  outcome,
  subject: ({ acting }) => acting.actor.userCode,
  scope: () => null,
  supersedes: false,
  partitions: 1,
  priority: 80,
  runQueue: 'awaited',
});

const auditedAs = { stop: 'stopJob', kill: 'killJob', retry: 'retryJob', run: 'runJob' } as const;

/** Starts a run over jobs, or over processes to start a job of each: what it is done to is fixed now. Gives its id. */
export async function startBulkRun(
  ctx: Ctx,
  queue: Queue,
  wanted: { act: BulkJobRun['params']['act']; ids: readonly number[]; priority: number | null },
): Promise<string> {
  const { act, ids, priority } = wanted;
  const acting = actingOf(ctx);
  const { userCode: code, name, tenantId: ownTenantId } = acting.actor;
  return ctx.unscoped.transaction(async () => {
    await keepCap(ctx.unscoped, {
      of: `actions on many jobs of ${code}`,
      limit: maxUnderWay,
      count: () => countRunning(ctx, [bulkRun], code),
      refusal: () => refused('job.bulk.tooMany', { max: maxUnderWay }),
    });
    const run = await startRun({ database: ctx.unscoped, queue, now: ctx.clock.now() }, bulkRun, {
      params: { act, priority, acting, origin: ctx.origin },
      tenantId: ctx.scope.kind === 'all' ? null : ownTenantId,
      total: ids.length,
      by: { code, name },
    });
    if (run === undefined) throw new Error('a run without a scope could not be started');
    await (act === 'run' ? insertProcessItems : insertJobItems)(ctx.unscoped, run.id, ids);
    await writeAudit(ctx, {
      entity: 'jobBulk',
      entityId: String(run.id),
      action: auditedAs[act],
      tenantId: run.tenant_id,
      after: { total: ids.length },
    });
    return String(run.id);
  });
}

function workOnItem(ctx: Ctx, deps: JobDeps, run: BulkJobRun, item: BulkItem): Promise<ActOutcome> {
  const { act, priority } = run.params;
  if (act === 'run') return startJob(ctx, deps, { processId: item.process_id, priority });
  if (item.job_id === null) throw new Error(`item ${item.id} of run ${run.id} names no job`);
  return actOnJob(ctx, deps, item.job_id, act);
}

/** Works runs over many jobs off, in the name of those who started them. */
export const bulkRuns = (deps: JobDeps): RunHandler[] => [
  workOnRun(bulkRun, {
    step,
    next: (run, { after }, limit) => nextItems(deps.database, run.id, { after, limit }),
    work: async (run, items: readonly BulkItem[]) => async () => {
      const { acting, origin } = run.params;
      const ctx = { ...contextOf(deps, acting), origin };
      let succeeded = 0;
      for (const item of items) {
        const result = await workOnItem(ctx, deps, run, item);
        await noteItem(deps.database, item.id, result);
        if (result.done) succeeded += 1;
      }
      return { succeeded, refused: items.length - succeeded };
    },
  }),
];
