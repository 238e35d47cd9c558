import { wantsRepeat } from '#domain/execution/job/parts.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { ts } from '#server/platform/db/instants.ts';
import { processFacts } from './process-facts.ts';
import type { JobDeps, JobRow } from './types.ts';

type NewStep = { kind: 'params' | 'function' | 'endFunction' | 'template'; name: string; functionId: number | null };

/** Adds steps before or after the run of a job. */
export async function insertSteps(
  { database }: JobDeps,
  job: JobRow,
  phase: 'before' | 'after',
  steps: readonly NewStep[],
): Promise<void> {
  await database.system
    .insertInto('job_step')
    .values(
      steps.map(({ kind, name, functionId }, place) => ({
        tenant_id: job.tenant_id,
        job_id: job.id,
        phase,
        sequence: place + 1,
        kind,
        name,
        function_id: functionId,
        // Steps are due by the clock of the process, which is not exactly that of the database.
        next_at: ts(realClock.now()),
      })),
    )
    .execute();
}

/** Disabled or discarded functions of a process and of the sub-packages of its version, by name: a job that needs one of them is not started. */
export async function blockedFunctions({ database }: JobDeps, processId: number): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `with recursive versions (id) as (
       select package_version_id from process where id = $1
       union select s.detail_package_version_id from versions v join package_version_package s on s.package_version_id = v.id)
     select coalesce(f.function_name, f.function_code) as name from function_interface f where f.function_status <> 'AVAILABLE'
       and (f.id in (select function_id from process_function where process_id = $1)
         or f.id in (select unnest(array[s.function_id, s.end_function_id]) from package_version_package s join versions v
           on v.id = s.package_version_id)
         or f.id = (select param_exchange_function_id from process where id = $1 and need_param_exchange)) order by name`,
    [processId],
  );
  return rows.map(({ name }) => name);
}

/** Adds what follows a run of a sub-package: its function, and its end function when no other run follows. */
async function planAfterPart(deps: JobDeps, job: JobRow): Promise<number> {
  const part = await deps.database.system
    .selectFrom('job_part')
    .select(['function_id', 'function_name', 'end_function_id', 'end_function_name', 'repeat_flag'])
    .where('id', '=', job.part_id)
    .executeTakeFirst();
  if (part === undefined) return 0;
  const steps: NewStep[] = [];
  if (part.function_id !== null)
    steps.push({ kind: 'function', name: part.function_name ?? '', functionId: part.function_id });
  if (part.end_function_id !== null && !(part.repeat_flag && wantsRepeat(job.output)))
    steps.push({ kind: 'endFunction', name: part.end_function_name ?? '', functionId: part.end_function_id });
  if (steps.length > 0) await insertSteps(deps, job, 'after', steps);
  return steps.length;
}

/** Adds what follows a successful run: the functions of the process in their order, then the template. Gives how many steps. */
export async function planAfter(deps: JobDeps, job: JobRow): Promise<number> {
  if (job.trial_of !== null) return 0;
  if (job.part_id !== null) return planAfterPart(deps, job);
  const process = await processFacts(deps, job.process_id);
  const steps: NewStep[] = (process?.functions ?? []).map(({ id, name }) => ({
    kind: 'function',
    name,
    functionId: id,
  }));
  if (process?.templateExchange === true) steps.push({ kind: 'template', name: job.process_type, functionId: null });
  if (steps.length > 0) await insertSteps(deps, job, 'after', steps);
  return steps.length;
}
