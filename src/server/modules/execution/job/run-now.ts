import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError, notFound } from '#server/platform/errors/app-error.ts';
import { type ActOutcome, personOf } from './act-on-job.ts';
import { createJob } from './create-job.ts';
import type { JobDeps } from './types.ts';

/** Starts a job of a process of the caller's tenants, by hand. */
export function runNow(ctx: Ctx, deps: JobDeps, input: ParsedBody<'jobRun'>): Promise<CallData<'jobRun'>> {
  return ctx.unscoped.transaction(async () => {
    const process = await ctx.db
      .selectFrom('process')
      .select('tenant_id')
      .where('id', '=', input.processId)
      .executeTakeFirst();
    if (process === undefined) throw notFound();
    if (input.subscriptionId != null) {
      const subscription = await ctx.db
        .selectFrom('subscription')
        .select('id')
        .where('id', '=', input.subscriptionId)
        .where('tenant_id', '=', process.tenant_id)
        .executeTakeFirst();
      if (subscription === undefined) throw notFound();
    }
    const job = await createJob(deps, {
      processId: input.processId,
      source: ctx.origin,
      actor: personOf(ctx),
      ...(input.input == null ? {} : { input: input.input }),
      ...(input.priority == null ? {} : { priority: input.priority }),
      subscriptionId: input.subscriptionId ?? null,
    });
    await writeAudit(ctx, {
      entity: 'job',
      entityId: String(job.id),
      action: 'runJob',
      tenantId: job.tenant_id,
      after: { processName: job.process_name, priority: job.priority },
    });
    return { jobId: String(job.id) };
  });
}

/** Starts a job of one of many processes; what is refused is its result, and holds up no other. */
export async function startJob(ctx: Ctx, deps: JobDeps, input: ParsedBody<'jobRun'>): Promise<ActOutcome> {
  try {
    const { jobId } = await runNow(ctx, deps, input);
    return { done: true, code: 'job.started', params: { jobId }, jobStatus: 'Pending', newJobId: Number(jobId) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { done: false, code: error.code, params: error.params, jobStatus: null, newJobId: null };
  }
}
