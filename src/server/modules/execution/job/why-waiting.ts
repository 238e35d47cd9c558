import type { RobotView, VersionType } from '#domain/execution/job/choose-robot.ts';
import { type CapUse, waitingReason, type WaitingReason } from '#domain/execution/job/waiting-reason.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { capsOf } from './caps.ts';
import { closedSite } from './robot-sites.ts';
import type { JobRow } from './types.ts';

/** Kinds of machines that a package version runs on. */
export async function typesOfVersion(database: Database, versionId: number): Promise<VersionType[]> {
  const { rows } = await database.execute<VersionType>(
    `select machine_type as "machineType", machine_version as "machineVersion", coalesce(priority, 50) as priority,
       coalesce(weight, 1) as weight
     from package_version_type where package_version_id = $1 and package_version_type_status = 'AVAILABLE' order by id`,
    [versionId],
  );
  return rows;
}

/** Robots of an environment that may run jobs of a tenant, with how many jobs they have. */
export async function robotsFor(
  database: Database,
  { environmentId, tenantId }: { environmentId: number; tenantId: number },
): Promise<RobotView[]> {
  const { rows } = await database.execute<RobotView>(
    `select r.id, r.machine_type as "machineType", r.machine_version as "machineVersion", r.state, r.slots,
       (select count(*)::int from job j where j.robot_id = r.id and j.status in ('Running', 'Stopping')) as running
     from robot r where $1::text = any(string_to_array(r.environment_id, ','))
       and (r.tenant_id is null or r.tenant_id = $2) order by r.id`,
    [String(environmentId), tenantId],
  );
  return rows;
}

type Requested = Pick<
  JobRow,
  | 'id'
  | 'tenant_id'
  | 'process_id'
  | 'package_version_id'
  | 'site'
  | 'environment_id'
  | 'rank'
  | 'not_before'
  | 'status'
  | 'step_state'
  | 'parts_state'
  | 'part_id'
  | 'trial_of'
>;

/** Why a pending job does not run yet; undefined for others. */
export async function whyWaiting(database: Database, job: Requested): Promise<WaitingReason | undefined> {
  if (job.status !== 'Pending') return undefined;
  const [types, robots, caps, [ahead], siteClosed] = await Promise.all([
    typesOfVersion(database, job.package_version_id),
    robotsFor(database, { environmentId: job.environment_id, tenantId: job.tenant_id }),
    capsOf(database, job),
    database.query<{ n: number }>(
      `select count(*)::int as n from job where status = 'Pending' and environment_id = $1
         and (rank, id) < ($2, $3) and (not_before is null or not_before <= now())`,
      [job.environment_id, job.rank, job.id],
    ),
    job.trial_of === null ? closedSite(database, job.package_version_id) : null,
  ]);
  return waitingReason({
    now: realClock.now(),
    notBefore: job.not_before,
    caps: caps satisfies CapUse[],
    types,
    robots,
    exchange: job.step_state === 'none' ? 'none' : job.step_state === 'failed' ? 'failed' : 'running',
    partsOnly: job.parts_state === 'only',
    siteClosed,
    ahead: ahead?.n ?? 0,
  });
}
