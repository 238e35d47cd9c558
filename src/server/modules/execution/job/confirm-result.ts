// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { personOf } from './act-on-job.ts';
import { visibleJob } from './get-job.ts';
import { lockJob, noteState, notifyScreens } from './move-job.ts';
import { publishResult } from './publish-result.ts';
import type { JobDeps } from './types.ts';

/** A person confirms the result of a job, which publishes it, or rejects it. */
export function confirmResult(ctx: Ctx, deps: JobDeps, input: ParsedBody<'jobConfirm'>): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    await visibleJob(ctx, input.jobId);
    const job = await lockJob(deps, input.jobId);
    if (job.confirm_state !== 'waiting') throw refused('job.nothingToConfirm');
    const accepted = input.accept === 1;
    const actor = personOf(ctx);
    const decided = await ctx.unscoped.system
      .updateTable('job')
      .set({
        confirm_state: accepted ? 'confirmed' : 'rejected',
        confirmed_by: actor.name,
        confirmed_at: ts(ctx.clock.now()),
      })
      .where('id', '=', job.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const reason = accepted ? 'confirmed' : 'rejected';
    await noteState(deps, job, { before: job.status, status: job.status, actor, reason });
    await writeAudit(ctx, {
      entity: 'job',
      entityId: String(job.id),
      action: accepted ? 'confirmJob' : 'rejectJob',
      tenantId: job.tenant_id,
      before: { confirmState: 'waiting' },
      after: { confirmState: decided.confirm_state },
    });
    if (accepted) await publishResult(deps, decided);
    await notifyScreens(deps, decided);
    return null;
  });
}
