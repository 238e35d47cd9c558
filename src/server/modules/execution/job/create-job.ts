import type { Insertable } from 'kysely';
import { rankOf } from '#domain/execution/job/choose-robot.ts';
import type { JobSource } from '#domain/execution/job/job-status.ts';
import type { DB } from '#generated/schema.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { ts, tsOrNull } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import { AppError, notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { carriersOf, type Defined, type JobDefinition, readDefinitions } from './job-definitions.ts';
import type { JobReason } from './job-reasons.ts';
import { noteStates, notifyScreensOf } from './move-job.ts';
import { insertSteps } from './plan-steps.ts';
import { readFacts } from './process-facts.ts';
import { notifyJob } from './notify-job.ts';
import type { JobActor, JobDeps, JobRow } from './types.ts';

/** What a new job is. */
export type NewJob = {
  processId: number;
  source: JobSource;
  actor: JobActor;
  /** What its executor is given. */
  input?: unknown;
  /** That of the process unless reported. */
  priority?: number;
  /** The occurrence of a schedule that it is the run of. */
  occurrenceId?: number | null;
  subscriptionId?: number | null;
  /** What the cap per site counts together; the carrier of the package or of the subscription unless reported. */
  site?: string | null;
  /** A part of the job of a whole, which runs another version in its name; without a whole when that has ended. */
  part?: { id: number; of: number | null; versionId: number };
  /** Tries another version on what this job was given and answered. */
  trial?: { versionId: number; packageVersion: string; of: number };
  /** Of a retry: the job it repeats, why, and not before which time of the machine. */
  retry?: { of: JobRow; reason: JobReason; notBefore?: Instant };
};

/** The version that a job runs where that is not the one of its process. */
const versionOf = ({ trial, part }: NewJob): number | null => trial?.versionId ?? part?.versionId ?? null;

type Values = Insertable<DB['job']>;

/** A new job as it is stored. */
function valuesOf(deps: JobDeps, wanted: NewJob, definition: JobDefinition, site: string | null): Values {
  const { part, retry, trial } = wanted;
  const priority = wanted.priority ?? definition.priority ?? 50;
  // A part runs under the names of its own package.
  const named =
    part === undefined
      ? { type: definition.process_type, name: definition.process_name }
      : { type: definition.package_name, name: definition.package_desc };
  return {
    tenant_id: definition.tenant_id,
    process_id: definition.process_id,
    package_version_id: definition.version_id,
    parts_state: trial === undefined ? definition.parts_state : 'none',
    parent_job_id: part?.of ?? null,
    part_id: part?.id ?? null,
    trial_of: trial?.of ?? null,
    process_type: named.type ?? '',
    process_name: named.name ?? '',
    package_version: trial?.packageVersion ?? definition.package_version,
    source: wanted.source,
    status: 'Pending',
    priority,
    rank: rankOf(realClock.now(), priority),
    not_before: tsOrNull(retry?.notBefore),
    environment_id: definition.environment_id,
    site,
    attempt: retry === undefined ? 1 : retry.of.attempt + 1,
    root_job_id: retry === undefined ? null : (retry.of.root_job_id ?? retry.of.id),
    previous_job_id: retry?.of.id ?? null,
    input: wanted.input === undefined ? null : json(wanted.input),
    occurrence_id: wanted.occurrenceId ?? null,
    subscription_id: wanted.subscriptionId ?? null,
    // The translation of the input comes before a robot gets the job.
    step_state: stepBefore(wanted, definition) === undefined ? 'none' : 'before',
    created_at: ts(deps.clock.now()),
    created_by: wanted.actor.name,
  };
}

/** The translation of the input of a new job whose process asks for it. */
const stepBefore = (wanted: NewJob, { exchange_id: functionId, exchange_name: name }: JobDefinition) =>
  functionId === null || versionOf(wanted) !== null
    ? undefined
    : { kind: 'params' as const, name: name ?? '', functionId };

/** Why a job is not started; undefined when it may be. */
function refusalOf(wanted: NewJob, definitionOf: (one: Defined) => JobDefinition): AppError | undefined {
  try {
    const definition = definitionOf({ processId: wanted.processId, versionId: versionOf(wanted) });
    if (definition.blocked.length > 0) return refused('job.functionsBlocked', { names: definition.blocked.join(', ') });
    // A trial asks nothing of the site: it is answered from what was recorded.
    return wanted.trial === undefined ? siteRefusal(definition) : undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Why the site that a package collects from may not be asked; undefined where it may. */
const siteRefusal = ({ site_closed: closed, site_name: carrier }: JobDefinition) =>
  closed === null ? undefined : refused(`robotSite.${closed}`, { carrier: carrier ?? '' });

/** Jobs made by one statement; more are made by several. */
const maxAtOnce = 500;

type Ready = { wanted: NewJob; definition: JobDefinition; site: string | null };

/** Stores new jobs with their histories and steps, and tells screens and people; statement by statement, not job by job. */
async function insertJobs(deps: JobDeps, ready: readonly Ready[]): Promise<JobRow[]> {
  if (ready.length === 0) return [];
  const { database } = deps;
  const jobs = await database.system
    .insertInto('job')
    .values(ready.map(({ wanted, definition, site }) => valuesOf(deps, wanted, definition, site)))
    .returningAll()
    .execute();
  const made = jobs.map((job, place) => ({ job, ...itemAt(ready, place) }));
  await noteStates(
    deps,
    made.map(({ job, wanted: { actor, retry } }) => [
      job,
      {
        before: null,
        status: 'Pending',
        actor,
        reason: retry?.reason ?? 'created',
        params: retry === undefined ? {} : { jobId: retry.of.id },
      },
    ]),
  );
  for (const { job, wanted, definition } of made) {
    const step = stepBefore(wanted, definition);
    if (step !== undefined) await insertSteps(deps, job, 'before', [step]);
  }
  await notifyScreensOf(deps, jobs);
  await readFacts(
    deps,
    jobs.map((job) => job.process_id),
  );
  for (const job of jobs) await notifyJob(deps, job);
  return jobs;
}

/**
 * Puts jobs into the queue, in the current transaction or one of its own: a few statements for all of them. Gives each as stored, or
 * why it was refused; what was refused has written nothing.
 */
export async function createJobs(deps: JobDeps, wanted: readonly NewJob[]): Promise<(JobRow | AppError)[]> {
  if (wanted.length > maxAtOnce)
    return [
      ...(await createJobs(deps, wanted.slice(0, maxAtOnce))),
      ...(await createJobs(deps, wanted.slice(maxAtOnce))),
    ];
  const known = { ...deps, processes: deps.processes ?? new Map() };
  return deps.database.transaction(async () => {
    const definitionOf = await readDefinitions(
      deps,
      wanted.map((one) => ({ processId: one.processId, versionId: versionOf(one) })),
    );
    const sited = wanted.flatMap(({ site, subscriptionId }) => (site === undefined ? (subscriptionId ?? []) : []));
    const carriers = await carriersOf(deps, sited);
    const refusals = wanted.map((one) => refusalOf(one, definitionOf));
    const ready = wanted.flatMap((one, place): Ready[] => {
      if (refusals[place] !== undefined) return [];
      const definition = definitionOf({ processId: one.processId, versionId: versionOf(one) });
      const carrier = definition.site_code ?? carriers.get(one.subscriptionId ?? -1) ?? null;
      const site = one.site !== undefined ? one.site : carrier;
      return [{ wanted: one, definition, site }];
    });
    const jobs = await insertJobs(known, ready);
    let next = 0;
    return refusals.map((refusal) => refusal ?? itemAt(jobs, next++));
  });
}

/** Puts a job into the queue, in the current transaction or one of its own; gives it as stored. */
export async function createJob(deps: JobDeps, wanted: NewJob): Promise<JobRow> {
  const [made] = await createJobs(deps, [wanted]);
  if (made === undefined || made instanceof AppError) throw made ?? notFound();
  return made;
}
