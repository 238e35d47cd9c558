import type { WaitingJob } from '#domain/execution/job/turns.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';

/** Tenants of an environment that a lease looks at; with more of them it begins where the last one ended. */
const maxTurns = 500;

/** A job that may be next, with what its caps are counted by. */
export type Candidate = WaitingJob & {
  environment_id: number;
  process_id: number;
  package_version_id: number;
  site: string | null;
  part_id: number | null;
  /** Its tenant may have more jobs in its environment than were read. */
  more: boolean;
};

/** What a search for candidates leaves out, and where it goes on. */
export type Search = {
  robotId: number;
  now: Instant;
  /** Jobs to read of all tenants together; each has the same share. */
  limit: number;
  /** The tenant whose turn was looked at last. */
  after: number;
  /** Only what is behind this job, of its tenant and environment. */
  behind?: Candidate;
  /** Jobs whose caps are reached: none with the same caps is found. */
  reached: readonly Candidate[];
  /** Versions that run on machines of other kinds. */
  unfit: readonly number[];
};

const nextTenant = (after: string): string => `(select j.tenant_id from job j
      where j.environment_id = r.environment_id and j.status = 'Pending' and j.tenant_id > ${after} order by j.tenant_id limit 1)`;

/** The tenants of whom jobs wait in the environments of robot $1, by steps through the index `job_turn` (each made once: `offset 0`) from the one after $3 on; or only tenant $5 of environment $4. */
const turnsText = `
  with recursive place as (
    select e.id::int8 as environment_id, r.tenant_id, r.remote_url is not null as remote
    from robot r, unnest(string_to_array(r.environment_id, ',')) as e(id) where r.id = $1 and r.enabled),
  ring (environment_id, tenant_id, first, step) as (
    select environment_id, $3::int8, null::int8, 0 from place where tenant_id is null and $4::int8 is null
    union all
    select r.environment_id, n.tenant_id, coalesce(r.first, n.tenant_id), r.step + 1
    from ring r, lateral (select coalesce(${nextTenant('r.tenant_id')}, ${nextTenant('-1')}) as tenant_id offset 0) as n
    where r.step < ${maxTurns} and n.tenant_id is distinct from r.first),
  turn as (
    select environment_id, tenant_id, step from ring where step > 0
    union all select environment_id, tenant_id, 0 from place where tenant_id is not null and $4 is null
    union all select $4, $5::int8, 0 where $4 is not null)`;

/** Jobs of a turn `s` that the robot may run at $2, the next one first. */
const waitingText = `
  select j.id, j.rank, j.priority, j.process_id, j.package_version_id, j.site, j.part_id from job j
  where j.environment_id = s.environment_id and j.tenant_id between s.tenant_id and s.tenant_id
    and j.status = 'Pending' and j.step_state = 'none' and j.parts_state <> 'only'
    and (j.not_before is null or j.not_before <= $2)
    -- An orchestrator elsewhere runs only what names a process of it.
    and (not p.remote or exists (select from package_version_type v where v.package_version_id = j.package_version_id
      and v.machine_type = 'REMOTE' and v.package_version_type_status = 'AVAILABLE' and coalesce(v.remote_process_id, '') <> ''))
    -- Nothing is asked of a site whose terms nobody has confirmed, or that has refused; trials are answered from what was recorded.
    and (j.trial_of is not null or not exists (select from package_version v join robot_site o on o.package_id = v.package_id
      where v.id = j.package_version_id and (o.confirmed_at is null or o.stopped_until > $2)))`;

const candidatesText = `${turnsText},
  shared as (select *, ceil($6::float8 / count(*) over ())::int8 as share from turn)
  select d.*, s.environment_id, s.tenant_id, s.step, count(d.id) over (partition by s.environment_id, s.tenant_id) >= s.share as more
  from shared s join place p using (environment_id) left join lateral (${waitingText}
    and ($7::int8 is null or (j.rank, j.id) > ($7, $8::int8))
    and j.package_version_id <> all($9::int8[])
    and not exists (select from unnest($10::int8[], $11::int8[], $12::text[], $13::boolean[]) as reached(process_id, tenant_id, site, is_part)
      where reached.process_id = j.process_id and reached.tenant_id = j.tenant_id and reached.site is not distinct from j.site
        and reached.is_part = (j.part_id is not null))
    order by j.tenant_id, j.rank, j.id limit s.share) as d on true
  order by s.step`;

const anyText = `${turnsText}
  select from turn s join place p using (environment_id), lateral (${waitingText} limit 1) as d limit 1`;

/** Whether anything waits that a robot may run, caps and machine types aside. */
export async function hasCandidate(database: Database, robotId: number, now: Instant): Promise<boolean> {
  return (await database.query(anyText, [robotId, ts(now), -1, null, null])).length > 0;
}

/** Finds candidates of all tenants, and the tenant that was looked at last. */
export async function findCandidates(
  database: Database,
  { robotId, now, limit, after, behind, reached, unfit }: Search,
): Promise<{ found: Candidate[]; last: number }> {
  type Row = Omit<Candidate, 'id'> & { id: number | null };
  const rows = await database.query<Row>(candidatesText, [
    robotId,
    ts(now),
    after,
    behind?.environment_id ?? null,
    behind?.tenant_id ?? null,
    limit,
    behind?.rank ?? null,
    behind?.id ?? null,
    unfit,
    reached.map((job) => job.process_id),
    reached.map((job) => job.tenant_id),
    reached.map((job) => job.site),
    reached.map((job) => job.part_id !== null),
  ]);
  return {
    found: rows.filter((row): row is Candidate => row.id !== null),
    last: rows.at(-1)?.tenant_id ?? after,
  };
}
