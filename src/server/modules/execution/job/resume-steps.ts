// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { personOf } from './act-on-job.ts';
import { visibleJob } from './get-job.ts';
import { lockJob, noteState, notifyScreens } from './move-job.ts';
import type { JobDeps } from './types.ts';

/** Runs the failed step of a job again; the steps after it follow. */
export function resumeSteps(ctx: Ctx, deps: JobDeps, input: ParsedBody<'jobResume'>): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    await visibleJob(ctx, input.jobId);
    const job = await lockJob(deps, input.jobId);
    const step = await ctx.unscoped.system
      .selectFrom('job_step')
      .select(['id', 'phase', 'name'])
      .where('job_id', '=', job.id)
      .where('state', '=', 'failed')
      .executeTakeFirst();
    if (job.step_state !== 'failed' || step === undefined) throw refused('job.noFailedStep');
    await ctx.unscoped.system
      .updateTable('job_step')
      .set({ state: 'waiting', attempt: 0, next_at: ts(realClock.now()), error: null })
      .where('id', '=', step.id)
      .execute();
    await ctx.unscoped.system.updateTable('job').set({ step_state: step.phase }).where('id', '=', job.id).execute();
    const params = { name: step.name };
    const actor = personOf(ctx);
    await noteState(deps, job, { before: job.status, status: job.status, actor, reason: 'stepResumed', params });
    await writeAudit(ctx, {
      entity: 'job',
      entityId: String(job.id),
      action: 'resumeJob',
      tenantId: job.tenant_id,
      after: { step: step.name },
    });
    await notifyScreens(deps, job);
    return null;
  });
}
