import type { ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { personOf } from './act-on-job.ts';
import { visibleJob } from './get-job.ts';
import { lockJob, noteState, tellScreens } from './move-job.ts';
import type { JobDeps } from './types.ts';

/** Runs the failed step of a job again; the steps after it follow. */
export function resumeSteps(ctx: Ctx, deps: JobDeps, input: ParsedBody<'jobResume'>): Promise<null> {
  return ctx.database.transaction(async () => {
    await visibleJob(ctx, input.jobId);
    const job = await lockJob(deps, input.jobId);
    const step = await ctx.database.system
      .selectFrom('job_step')
      .select(['id', 'phase', 'name'])
      .where('job_id', '=', job.id)
      .where('state', '=', 'failed')
      .executeTakeFirst();
    if (job.step_state !== 'failed' || step === undefined) throw refused('job.noFailedStep');
    await ctx.database.system
      .updateTable('job_step')
      .set({ state: 'waiting', attempt: 0, next_at: ts(realClock.now()), error: null })
      .where('id', '=', step.id)
      .execute();
    await ctx.database.system.updateTable('job').set({ step_state: step.phase }).where('id', '=', job.id).execute();
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
    await tellScreens(deps, job);
    return null;
  });
}
