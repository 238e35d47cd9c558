import { rankOf } from '#domain/job/choose-robot.ts';
import type { JobSource } from '#domain/job/job-status.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { ts, tsOrNull } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { JobReason } from './job-reasons.ts';
import { noteState, tellScreens } from './move-job.ts';
import { partsStateOf } from './parts-of-job.ts';
import { blockedFunctions, planBefore } from './plan-steps.ts';
import { tellJob } from './tell-job.ts';
import type { JobActor, JobDeps, JobRow } from './types.ts';

/** What a new job is. */
export type NewJob = {
  processId: number;
  source: JobSource;
  actor: JobActor;
  /** What its executor is given. */
  input?: unknown;
  /** That of the process unless told. */
  priority?: number;
  /** The occurrence of a schedule that it is the run of. */
  occurrenceId?: number | null;
  subscriptionId?: number | null;
  /** What the cap per site counts together; the carrier of the subscription unless told. */
  site?: string | null;
  /** A part of the job of a whole, which runs another version in its name; without a whole when that has ended. */
  part?: { id: number; of: number | null; versionId: number };
  /** Tries another version on what this job was given and answered. */
  trial?: { versionId: number; packageVersion: string; of: number };
  /** Of a retry: the job it repeats, why, and not before which time of the machine. */
  retry?: { of: JobRow; reason: JobReason; notBefore?: Instant };
};

async function definitionOf({ database }: JobDeps, processId: number) {
  const row = await database.system
    .selectFrom('process as p')
    .innerJoin('package_version as v', 'v.id', 'p.package_version_id')
    .select(['p.id', 'p.tenant_id', 'p.process_type', 'p.process_name', 'p.priority', 'p.environment_id'])
    .select(['v.id as version_id', 'v.package_version'])
    .where('p.id', '=', processId)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** The names under which a part runs: those of its own package. */
async function namesOfVersion({ database }: JobDeps, versionId: number) {
  const row = await database.system
    .selectFrom('package_version as v')
    .innerJoin('package as p', 'p.id', 'v.package_id')
    .select(['p.package_name as process_type', 'p.package_desc as process_name', 'v.package_version'])
    .where('v.id', '=', versionId)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

async function defaultEnvironment({ database }: JobDeps): Promise<number> {
  const row = await database.system
    .selectFrom('environment')
    .select('id')
    .where('default_flag', '=', true)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function siteOf({ database }: JobDeps, { site, subscriptionId }: NewJob): Promise<string | null> {
  if (site !== undefined || subscriptionId == null) return site ?? null;
  const row = await database.system
    .selectFrom('subscription')
    .select('carrier_code')
    .where('id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.carrier_code ?? null;
}

/** Puts a job into the queue, in the current transaction or one of its own; gives it as stored. */
export function createJob(deps: JobDeps, wanted: NewJob): Promise<JobRow> {
  const { database, clock } = deps;
  return database.transaction(async () => {
    const process = await definitionOf(deps, wanted.processId);
    const { part } = wanted;
    const versionId = wanted.trial?.versionId ?? part?.versionId ?? process.version_id;
    const names = part === undefined ? process : await namesOfVersion(deps, part.versionId);
    const isWhole = wanted.trial === undefined && part === undefined;
    const blocked = isWhole ? await blockedFunctions(deps, process.id) : [];
    if (blocked.length > 0) throw refused('job.functionsBlocked', { names: blocked.join(', ') });
    const { retry } = wanted;
    const priority = wanted.priority ?? process.priority ?? 50;
    const job = await database.system
      .insertInto('job')
      .values({
        tenant_id: process.tenant_id,
        process_id: process.id,
        package_version_id: versionId,
        parts_state: wanted.trial === undefined ? await partsStateOf(deps, versionId) : 'none',
        parent_job_id: part?.of ?? null,
        part_id: part?.id ?? null,
        trial_of: wanted.trial?.of ?? null,
        process_type: names.process_type ?? '',
        process_name: names.process_name ?? '',
        package_version: wanted.trial?.packageVersion ?? names.package_version,
        source: wanted.source,
        status: 'Pending',
        priority,
        rank: rankOf(realClock.now(), priority),
        not_before: tsOrNull(retry?.notBefore),
        environment_id: process.environment_id ?? (await defaultEnvironment(deps)),
        site: await siteOf(deps, wanted),
        attempt: retry === undefined ? 1 : retry.of.attempt + 1,
        root_job_id: retry === undefined ? null : (retry.of.root_job_id ?? retry.of.id),
        previous_job_id: retry?.of.id ?? null,
        input: wanted.input === undefined ? null : json(wanted.input),
        occurrence_id: wanted.occurrenceId ?? null,
        subscription_id: wanted.subscriptionId ?? null,
        created_at: ts(clock.now()),
        created_by: wanted.actor.name,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteState(deps, job, {
      before: null,
      status: 'Pending',
      actor: wanted.actor,
      reason: retry?.reason ?? 'created',
      params: retry === undefined ? {} : { jobId: retry.of.id },
    });
    const planned = await planBefore(deps, job);
    await tellScreens(deps, planned);
    await tellJob(deps, planned);
    return planned;
  });
}
