import type { CallData, ParsedBody } from '#contract/index.ts';
import { compareOutputs } from '#domain/execution/job/compare-outputs.ts';
import { createJob, errorOf, type JobDeps, personOf } from '#server/modules/execution/job/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { versionOf } from './version-work.ts';

const maxTrials = 50;
const trialPriority = 40;

/** Runs a version on what the newest jobs of other versions of its package were given and answered; results go nowhere. */
export function tryVersion(ctx: Ctx, deps: JobDeps, input: ParsedBody<'versionTry'>): Promise<CallData<'versionTry'>> {
  return ctx.unscoped.transaction(async () => {
    const version = await versionOf(ctx, input.packageVersionId);
    if (version.script === null) throw refused('version.noScript');
    const jobs = await ctx.db
      .selectFrom('job as j')
      .innerJoin('package_version as v', 'v.id', 'j.package_version_id')
      .innerJoin('process as p', 'p.id', 'j.process_id')
      .select(['j.id', 'j.process_id', 'j.input', 'j.subscription_id'])
      .where('v.package_id', '=', version.package_id)
      .where('v.script', 'is not', null)
      .where('j.package_version_id', '<>', version.id)
      .where('j.status', '=', 'Successful')
      .where('j.trial_of', 'is', null)
      .orderBy('j.id', 'desc')
      .limit(input.most)
      .execute();
    if (jobs.length === 0) throw refused('version.nothingToTry');
    for (const job of jobs)
      await createJob(deps, {
        processId: job.process_id,
        source: ctx.origin,
        actor: personOf(ctx),
        priority: trialPriority,
        ...(job.input === null ? {} : { input: job.input }),
        subscriptionId: job.subscription_id,
        trial: { versionId: version.id, packageVersion: version.package_version, of: job.id },
      });
    return { jobs: jobs.length };
  });
}

const textOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** Trials of a version, newest first, each with what differs from the job it is compared with. */
export async function listTrials(ctx: Ctx, versionId: number): Promise<CallData<'versionTrials'>> {
  const rows = await ctx.db
    .selectFrom('job as j')
    .innerJoin('job as o', 'o.id', 'j.trial_of')
    .select([
      'j.id',
      'j.status',
      'j.output',
      'j.error_code',
      'j.error_params',
      'j.error_text',
      'o.id as of_id',
      'o.package_version',
      'o.output as of_output',
    ])
    .where('j.package_version_id', '=', versionId)
    .orderBy('j.id', 'desc')
    .limit(maxTrials)
    .execute();
  return rows.map((row) => ({
    jobId: String(row.id),
    jobStatus: row.status,
    ofJobId: String(row.of_id),
    ofVersion: row.package_version,
    ...errorOf(row, ctx.lang),
    differences:
      row.status === 'Successful'
        ? compareOutputs(row.of_output, row.output).map(({ path, before, after }) => ({
            path,
            before: textOf(before),
            after: textOf(after),
          }))
        : [],
  }));
}
