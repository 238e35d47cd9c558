// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { presentWaiting } from './job-texts.ts';
import type { JobRow } from './types.ts';
import { whyWaiting } from './why-waiting.ts';

type Part = CallData<'jobGet'>['parts'][number];

/** The newest attempt of each run. */
async function newestOf(ctx: Ctx, runs: readonly number[]): Promise<Map<number, JobRow>> {
  if (runs.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('job')
    .selectAll()
    .where((where) => where.or([where('id', 'in', runs), where('root_job_id', 'in', runs)]))
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.root_job_id ?? row.id, row]));
}

async function waitingText(ctx: Ctx, job: JobRow | undefined, environment: string): Promise<string | null> {
  if (job === undefined) return null;
  const reason = await whyWaiting(ctx.unscoped, job);
  return reason === undefined ? null : presentWaiting(reason, { environment, site: job.site }, ctx.lang).text;
}

/** Sub-packages of a job as its page shows them. */
export async function partsShown(
  ctx: Ctx,
  job: Pick<JobRow, 'id'> & { environment_name: string | null },
): Promise<Part[]> {
  const rows = await ctx.db
    .selectFrom('job_part')
    .selectAll()
    .where('job_id', '=', job.id)
    .orderBy('sequence')
    .execute();
  const newest = await newestOf(
    ctx,
    rows.flatMap((row) => row.run_job_id ?? []),
  );
  const now = ctx.clock.now();
  return Promise.all(
    rows.map(async (row): Promise<Part> => {
      const run = row.run_job_id === null ? undefined : newest.get(row.run_job_id);
      const { error } = row;
      return {
        name: row.name,
        packageVersion: row.package_version,
        primary: row.primary_flag,
        repeat: row.repeat_flag,
        stage: row.stage,
        state: row.state,
        runs: row.runs,
        jobId: run === undefined ? null : String(run.id),
        jobStatus: run?.status ?? null,
        waiting: await waitingText(ctx, run, job.environment_name ?? ''),
        nextTime: row.state === 'waiting' && row.next_at > now ? row.next_at : null,
        error: error === null ? null : serverText(error.code, error.params, ctx.lang),
      };
    }),
  );
}

/** The schedule whose run a job is. */
export async function scheduleOf(ctx: Ctx, occurrenceId: number | null): Promise<CallData<'jobGet'>['schedule']> {
  if (occurrenceId === null) return null;
  const row = await ctx.db
    .selectFrom('occurrence as o')
    .leftJoin('schedule as s', 's.id', 'o.schedule_id')
    .select(['o.schedule_id', 'o.run_at', 's.schedule_name'])
    .where('o.id', '=', occurrenceId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { scheduleId: String(row.schedule_id), scheduleName: row.schedule_name, runTime: row.run_at };
}

/** The job of the whole that a job is a part of; also when the whole has ended before this attempt. */
export async function wholeOf(ctx: Ctx, job: Pick<JobRow, 'part_id'>): Promise<CallData<'jobGet'>['whole']> {
  if (job.part_id === null) return null;
  const row = await ctx.db
    .selectFrom('job_part as p')
    .innerJoin('job as j', 'j.id', 'p.job_id')
    .select(['j.id', 'j.process_name'])
    .where('p.id', '=', job.part_id)
    .executeTakeFirst();
  return row === undefined ? null : { jobId: String(row.id), processName: row.process_name };
}
