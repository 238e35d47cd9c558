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

/** Jobs that come before one: those of its tenant with a lower rank, and as many of each other tenant, since tenants take turns. */
const aheadText = `
  with recursive tenant (id) as (
    select -1::int8
    union all
    select (select j.tenant_id from job j where j.environment_id = $1 and j.status = 'Pending' and j.tenant_id > t.id order by j.tenant_id limit 1)
    from tenant t where t.id is not null),
  own as (
    select count(*) as n from job j where j.environment_id = $1 and j.tenant_id = $4 and j.status = 'Pending' and (j.rank, j.id) < ($2, $3)
      and (j.not_before is null or j.not_before <= now()))
  select (o.n + coalesce(sum(other.n), 0))::int as n
  from own o left join tenant t on t.id not in (-1, $4) left join lateral (
    select count(*) as n from (
      select from job j where j.environment_id = $1 and j.tenant_id between t.id and t.id and j.status = 'Pending' and (j.rank, j.id) < ($2, $3)
        and (j.not_before is null or j.not_before <= now())
      order by j.tenant_id, j.rank limit o.n + 1) as first) as other on true
  group by o.n`;

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
    database.query<{ n: number }>(aheadText, [job.environment_id, job.rank, job.id, job.tenant_id]),
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
