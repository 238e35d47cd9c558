import type { Selectable } from 'kysely';
import type { DB } from '#generated/schema.ts';
import {
  fillTemplate,
  readDataObject,
  type StepError,
  stepFields,
  stepTexts,
} from '#domain/execution/job/step-values.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { passMissingKey } from '#server/platform/crypto/index.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import type { MessageParams, ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { lockJob, noteState, notifyScreens } from './move-job.ts';
import { finishJob } from './publish-result.ts';
import { type JobDeps, type JobRow, theProduct } from './types.ts';

/** Calls a function interface with values for its placeholders; `input` is sent where it has no stored input. */
export type CallStepFunction = (call: {
  id: number;
  values: Readonly<Record<string, string>>;
  input: unknown;
}) => Promise<{ ok: boolean; answer: string | null; error: StepError | null }>;

/** What steps need besides. */
export type StepDeps = JobDeps & { callStepFunction: CallStepFunction };

type StepRow = Selectable<DB['job_step']>;
type Outcome = { ok: true; output: string | null; value?: unknown } | { ok: false; error: StepError };

const maxAttempts = 3;
const firstPauseMs = 5 * SECOND_MS;
/** A step that was begun so long ago was interrupted by the end of its process: it is run again. */
const abandonedMs = 2 * MINUTE_MS;
const maxAtOnce = 20;

const failure = (code: ServerMessageCode, params: MessageParams = {}): Outcome => ({
  ok: false,
  error: { code, params },
});

const failedBy = (error: unknown): Outcome => {
  if (error instanceof AppError) return failure(error.code, error.params);
  throw error;
};

async function callStep(deps: StepDeps, job: JobRow, step: StepRow): Promise<Outcome> {
  if (step.function_id === null) return failure('function.notFound');
  const fields = stepFields({ jobId: String(job.id), processType: job.process_type }, job.input, job.output);
  const input =
    step.kind === 'params' ? (job.input ?? {}) : { jobId: String(job.id), input: job.input, output: job.output };
  const called = await deps.callStepFunction({ id: step.function_id, values: stepTexts(fields), input });
  if (!called.ok) return { ok: false, error: called.error ?? { code: 'job.step.noAnswer', params: {} } };
  if (step.kind !== 'params') return { ok: true, output: called.answer };
  const value = readDataObject(called.answer);
  if (value === undefined) return failure('job.step.notAnObject', { name: step.name });
  return { ok: true, output: called.answer, value };
}

async function applyTemplate({ database }: JobDeps, job: JobRow): Promise<Outcome> {
  const row = await database.system
    .selectFrom('package_version as v')
    .innerJoin('package as p', 'p.id', 'v.package_id')
    .select('p.result_template')
    .where('v.id', '=', job.package_version_id)
    .executeTakeFirst();
  const template = row?.result_template?.trim() ?? '';
  if (template === '') return failure('job.step.noTemplate', { name: job.process_type });
  const filled = fillTemplate(template, stepFields(job.input, job.output));
  if ('missing' in filled) return failure('job.step.missing', { name: filled.missing });
  if ('invalid' in filled) return failure('job.step.invalidTemplate');
  return { ok: true, output: JSON.stringify(filled.value) };
}

const perform = (deps: StepDeps, job: JobRow, step: StepRow): Promise<Outcome> =>
  (step.kind === 'template' ? applyTemplate(deps, job) : callStep(deps, job, step)).catch((error: unknown) => {
    passMissingKey(error);
    return failedBy(error);
  });

/** Takes the next step of a job whose turn it is; steps of one job run one after the other. */
async function claim({ database }: JobDeps): Promise<StepRow | undefined> {
  const now = new Date(realClock.now());
  const { rows } = await database.execute<{ id: number }>(
    `update job_step set state = 'running', began_at = $1, attempt = attempt + 1, next_at = $2 where id = (
       select s.id from job_step s join job j on j.id = s.job_id and j.step_state = s.phase
       where s.state in ('waiting', 'running') and s.next_at <= $1 and j.status <> 'Stopped'
         and not exists (select 1 from job_step e where e.job_id = s.job_id and e.phase = s.phase
           and e.sequence < s.sequence and e.state <> 'done')
       order by s.next_at, s.id limit 1 for update of s skip locked) returning id`,
    [now, new Date(now.getTime() + abandonedMs)],
  );
  const [taken] = rows;
  if (taken === undefined) return undefined;
  return database.system.selectFrom('job_step').selectAll().where('id', '=', taken.id).executeTakeFirstOrThrow();
}

async function fail(deps: JobDeps, job: JobRow, step: StepRow, error: StepError): Promise<void> {
  const { database } = deps;
  const again = step.attempt < maxAttempts;
  await database.system
    .updateTable('job_step')
    .set({
      state: again ? 'waiting' : 'failed',
      error: json(error),
      next_at: ts(realClock.now() + firstPauseMs * 2 ** (step.attempt - 1)),
      ended_at: ts(realClock.now()),
    })
    .where('id', '=', step.id)
    .execute();
  if (again) return;
  await database.system.updateTable('job').set({ step_state: 'failed' }).where('id', '=', job.id).execute();
  const params = { name: step.name };
  await noteState(deps, job, {
    before: job.status,
    status: job.status,
    actor: theProduct,
    reason: 'stepFailed',
    params,
  });
}

async function succeed(deps: JobDeps, job: JobRow, step: StepRow, outcome: Outcome & { ok: true }): Promise<void> {
  const { database } = deps;
  await database.system
    .updateTable('job_step')
    .set({ state: 'done', output: outcome.output, error: null, ended_at: ts(realClock.now()) })
    .where('id', '=', step.id)
    .execute();
  const open = await database.system
    .selectFrom('job_step')
    .select('id')
    .where('job_id', '=', job.id)
    .where('phase', '=', step.phase)
    .where('state', '<>', 'done')
    .limit(1)
    .executeTakeFirst();
  const changed = await database.system
    .updateTable('job')
    .set({
      ...(step.kind === 'params' ? { given_input: json(job.input), input: json(outcome.value) } : {}),
      step_state: open === undefined ? 'none' : step.phase,
    })
    .where('id', '=', job.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (open === undefined && step.phase === 'after') await finishJob(deps, changed);
}

/**
 * Runs the steps of jobs that are due. A function is called outside of a transaction; when the process ends meanwhile, it
 * is called again. Gives how many steps were run.
 */
export async function runJobSteps(deps: StepDeps): Promise<number> {
  let done = 0;
  for (; done < maxAtOnce; done += 1) {
    const step = await claim(deps);
    if (step === undefined) break;
    const seen = await deps.database.system
      .selectFrom('job')
      .selectAll()
      .where('id', '=', step.job_id)
      .executeTakeFirstOrThrow();
    const outcome = await perform(deps, seen, step);
    await deps.database.transaction(async () => {
      const job = await lockJob(deps, step.job_id);
      if (outcome.ok) await succeed(deps, job, step, outcome);
      else await fail(deps, job, step, outcome.error);
      await notifyScreens(deps, job);
    });
  }
  return done;
}
