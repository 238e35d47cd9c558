import type { Selectable } from 'kysely';
import type { DB } from '#generated/schema.ts';
import { isEnded, killPath } from '#domain/execution/job/job-status.ts';
import {
  inputOfPart,
  maxRuns,
  nextPartsStep,
  outputOfParts,
  type PartView,
  wantsRepeat,
} from '#domain/execution/job/parts.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { capsOf } from './caps.ts';
import { createJob } from './create-job.ts';
import { faultJob } from './fault-job.ts';
import { type PartFault, partFaults } from './job-reasons.ts';
import { lockJob, moveJob, noteState, notifyScreens } from './move-job.ts';
import { beginParts, nextTime } from './parts-of-job.ts';
import { succeed } from './robot-reports.ts';
import { type JobDeps, type JobRow, theProduct } from './types.ts';

type PartRow = Selectable<DB['job_part']>;

const viewOf = (row: PartRow): PartView => ({
  stage: row.stage,
  primary: row.primary_flag,
  state: row.state,
  nextAt: row.next_at,
  output: row.output,
});

const change = ({ database }: JobDeps, id: number, set: object): Promise<unknown> =>
  database.system.updateTable('job_part').set(set).where('id', '=', id).execute();

/** Takes over how the run of a part ended: its newest attempt counts. Nothing while that goes on. */
async function takeResult(deps: JobDeps, row: PartRow): Promise<void> {
  const [run] = await deps.database.query<JobRow>(
    'select * from job where id = $1 or root_job_id = $1 order by id desc limit 1',
    [row.run_job_id],
  );
  const params = { name: row.name, jobId: String(run?.id ?? row.run_job_id), count: maxRuns };
  const fail = (reason: PartFault) =>
    change(deps, row.id, { state: 'failed', error: json({ code: `job.reason.${reason}`, params }) });
  if (run === undefined || run.status === 'Stopped') return void (await fail('partStopped'));
  if (run.status === 'Faulted') return void (await fail('partFaulted'));
  if (run.status !== 'Successful' || run.step_state === 'before' || run.step_state === 'after') return;
  if (run.step_state === 'failed') return void (await fail('partStepFailed'));
  const output = json(run.output ?? null);
  if (!row.repeat_flag || !wantsRepeat(run.output)) return void (await change(deps, row.id, { state: 'done', output }));
  if (row.runs >= maxRuns) return void (await fail('partTooOften'));
  await change(deps, row.id, {
    state: 'waiting',
    output,
    next_at: ts(nextTime(row.cron_expression, deps.clock.now())),
  });
}

/** Starts the next run of a part; what is refused is its failure. */
async function startPart(deps: JobDeps, job: JobRow, row: PartRow, input: object): Promise<void> {
  try {
    const run = await createJob(deps, {
      processId: job.process_id,
      source: job.source,
      actor: theProduct,
      input,
      priority: job.priority,
      subscriptionId: job.subscription_id,
      site: job.site,
      part: { id: row.id, of: job.id, versionId: row.detail_package_version_id },
    });
    await change(deps, row.id, { state: 'running', runs: row.runs + 1, run_job_id: run.id });
    const params = { name: row.name, run: row.runs + 1 };
    await noteState(deps, job, {
      before: job.status,
      status: job.status,
      actor: theProduct,
      reason: 'partRan',
      params,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await change(deps, row.id, { state: 'failed', error: json({ code: error.code, params: error.params }) });
  }
}

const partsOf = ({ database }: JobDeps, jobId: number): Promise<PartRow[]> =>
  database.system.selectFrom('job_part').selectAll().where('job_id', '=', jobId).orderBy('sequence').execute();

/** How the sub-packages of a job's version run: together or each for itself, and whether their results become one. */
async function flagsOf({ database }: JobDeps, job: JobRow): Promise<{ union: boolean; fused: boolean }> {
  const row = await database.system
    .selectFrom('package_version')
    .select(['independent_flag', 'union_flag'])
    .where('id', '=', job.package_version_id)
    .executeTakeFirst();
  return { union: row?.independent_flag === true, fused: row?.union_flag === true };
}

async function failWhole(deps: JobDeps, job: JobRow, part: PartRow | undefined): Promise<void> {
  const error = part?.error;
  // What was refused as the run of a part was to begin has a text of its own, which stands with the part.
  const reason = partFaults.find((one) => `job.reason.${one}` === error?.code) ?? 'partRefused';
  const params = reason === 'partRefused' ? { name: part?.name ?? '' } : error?.params;
  await faultJob(deps, job, { reason, ...(params === undefined ? {} : { params }) });
}

/** A whole that was asked to stop has stopped when none of its parts runs any more; it succeeded when all of them had. */
async function settleStop(deps: JobDeps, job: JobRow, rows: readonly PartRow[], output: string): Promise<void> {
  if (rows.some(({ state }) => state === 'running')) {
    const [open] = await deps.database.query<{ n: number }>(
      `select count(*)::int as n from job where parent_job_id = $1 and status in ('Pending', 'Running', 'Stopping')`,
      [job.id],
    );
    if ((open?.n ?? 0) > 0) return;
  }
  if (rows.every(({ state }) => state === 'done')) return void (await succeed(deps, job, theProduct, { output }));
  await moveJob(deps, job, 'Stopped', { actor: theProduct, reason: 'cancelled' });
}

async function advance(deps: JobDeps, job: JobRow): Promise<void> {
  for (const row of await partsOf(deps, job.id)) if (row.state === 'running') await takeResult(deps, row);
  const rows = await partsOf(deps, job.id);
  const parts = rows.map(viewOf);
  const { union, fused } = await flagsOf(deps, job);
  const output = json(outputOfParts(parts, { fused, own: job.output }) ?? null);
  if (job.status === 'Stopping') return settleStop(deps, job, rows, output);
  const step = nextPartsStep(parts, { union, now: deps.clock.now() });
  if (step.do === 'succeed') return void (await succeed(deps, job, theProduct, { output }));
  if (step.do === 'fail') return failWhole(deps, job, rows[step.part]);
  for (const place of step.do === 'start' ? step.parts : []) {
    const row = rows[place];
    if (row === undefined) continue;
    await startPart(deps, job, row, inputOfPart({ input: job.input, own: job.output, union }, parts, place));
  }
  await showProgress(deps, job, rows);
}

async function showProgress(deps: JobDeps, job: JobRow, rows: readonly PartRow[]): Promise<void> {
  const ended = rows.filter(({ state }) => state === 'done' || state === 'failed').length;
  const progress = rows.length === 0 ? 100 : Math.floor((ended * 100) / rows.length);
  await deps.database.execute('update job set progress = $2 where id = $1', [job.id, progress]);
  await notifyScreens(deps, job);
}

async function settle(deps: JobDeps, id: number): Promise<void> {
  const job = await lockJob(deps, id);
  if (isEnded(job.status)) return;
  if (job.parts_state === 'running') return advance(deps, job);
  if (job.parts_state !== 'only' || job.status !== 'Pending' || job.step_state !== 'none') return;
  if (job.not_before !== null && job.not_before > realClock.now()) return;
  // Caps are counted as for a lease.
  await lockName(deps.database, 'job_lease');
  if ((await capsOf(deps.database, job)).some(({ kind, running, limit }) => kind === 'process' && running >= limit))
    return;
  await advance(deps, await beginParts(deps, job, theProduct));
}

/** Jobs whose parts need something: they shall begin, one of them has ended, or the time of one has come. */
const needing = `
  select j.id from job j where j.parts_state in ('only', 'running') and j.status in ('Pending', 'Running', 'Stopping') and (
    (j.status = 'Pending' and j.step_state = 'none' and (j.not_before is null or j.not_before <= $1))
    or (j.parts_state = 'running' and (
      not exists (select from job_part p where p.job_id = j.id and p.state in ('waiting', 'running'))
      or exists (select from job_part p where p.job_id = j.id and p.state = 'running' and not exists (select from job c
        where c.parent_job_id = j.id and c.part_id = p.id and (c.status in ('Pending', 'Running', 'Stopping') or c.step_state in ('before', 'after'))))
      or (j.status = 'Stopping' and not exists (select from job c where c.parent_job_id = j.id and c.status in ('Pending', 'Running', 'Stopping')))
      or exists (select from job_part p where p.job_id = j.id and p.state = 'waiting' and p.next_at <= $2
        and not exists (select from job_part q where q.job_id = j.id and q.stage < p.stage and q.state in ('waiting', 'running'))))))
  order by j.id limit $3`;

/** Parts whose whole has ended, such as an attempt that was made while it was killed. */
const orphans = `
  select c.id from job c join job j on j.id = c.parent_job_id where c.status in ('Pending', 'Running', 'Stopping')
    and j.status in ('Faulted', 'Successful', 'Stopped') order by c.id limit $1`;

const maxAtOnce = 500;

/** Brings jobs that are made of sub-packages a step on, each in a transaction of its own. Gives how many were looked at. */
export async function driveParts(deps: JobDeps): Promise<number> {
  const { database, clock, log } = deps;
  const due = await database.query<{ id: number }>(needing, [
    new Date(realClock.now()),
    new Date(clock.now()),
    maxAtOnce,
  ]);
  for (const { id } of due)
    try {
      await database.transaction(() => settle(deps, id));
    } catch (error) {
      // One that cannot go on holds up no other.
      log.error({ err: error, jobId: id }, 'the sub-packages of a job could not be advanced');
    }
  for (const { id } of await database.query<{ id: number }>(orphans, [maxAtOnce]))
    await database.transaction(async () => {
      for (const to of killPath((await lockJob(deps, id)).status))
        await moveJob(deps, await lockJob(deps, id), to, { actor: theProduct, reason: 'killed' });
    });
  return due.length;
}
