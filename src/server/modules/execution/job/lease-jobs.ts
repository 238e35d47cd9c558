import type { CallData, ParsedBody } from '#contract/index.ts';
import { mayTake, type RobotView, type VersionType } from '#domain/execution/job/choose-robot.ts';
import type { CapUse } from '#domain/execution/job/waiting-reason.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { beginJobs } from './begin-jobs.ts';
import { capsOf } from './caps.ts';
import { checkSession, type RobotRecord } from './robot-session.ts';
import { refreshRobots } from './robot-state.ts';
import type { JobDeps, JobRow } from './types.ts';
import { robotsFor, typesOfVersion } from './why-waiting.ts';
import { type VersionsRead, workOf } from './work-of-job.ts';

/** Jobs that a lease looks at together, and in all. Those of a cap that is reached are not looked at again. */
const scannedAtOnce = 100;
const maxScanned = 2_000;

/** A job that may be next, with what its caps are counted by. */
type Candidate = {
  id: number;
  rank: number;
  process_id: number;
  tenant_id: number;
  site: string | null;
  part_id: number | null;
};

/** Jobs that the robot might run by environment and tenant, the next one first. */
const candidates = `
  select j.id, j.rank, j.process_id, j.tenant_id, j.site, j.part_id from robot r join job j on j.environment_id::text = any(string_to_array(r.environment_id, ','))
    and (r.tenant_id is null or r.tenant_id = j.tenant_id)
    -- An orchestrator elsewhere runs only what names a process of it.
    and (r.remote_url is null or exists (select from package_version_type v where v.package_version_id = j.package_version_id
      and v.machine_type = 'REMOTE' and v.package_version_type_status = 'AVAILABLE' and coalesce(v.remote_process_id, '') <> ''))
  where r.id = $1 and r.enabled and j.status = 'Pending' and j.step_state = 'none' and j.parts_state <> 'only'
    and (j.not_before is null or j.not_before <= $2)
    -- Nothing is asked of a site whose terms nobody has confirmed, or that has refused; trials are answered from what was recorded.
    and (j.trial_of is not null or not exists (select from package_version v join robot_site o on o.package_id = v.package_id
      where v.id = j.package_version_id and (o.confirmed_at is null or o.stopped_until > $2)))
    and ($4::int8 is null or (j.rank, j.id) > ($4, $5::int8))
    and not exists (select from unnest($6::int8[], $7::int8[], $8::text[], $9::boolean[]) as reached(process_id, tenant_id, site, is_part)
      where reached.process_id = j.process_id and reached.tenant_id = j.tenant_id and reached.site is not distinct from j.site
        and reached.is_part = (j.part_id is not null))
  order by j.rank, j.id limit $3`;

type LeasingRobot = { robot: RobotRecord; session: string };

/** What a lease has read of caps, types, robots and versions: jobs that stand beside each other in the queue mostly share them. */
type LeaseReads = {
  caps: Map<string, CapUse[]>;
  /** A job of each kind whose caps are reached. */
  reached: Map<string, Candidate>;
  types: Map<number, VersionType[]>;
  robots: Map<string, RobotView[]>;
  versions: VersionsRead;
};

const capKey = (job: Candidate): string => `${job.process_id} ${job.tenant_id} ${job.site} ${job.part_id !== null}`;

async function cachedCaps({ database }: JobDeps, job: JobRow, { caps }: LeaseReads): Promise<CapUse[]> {
  const known = caps.get(capKey(job)) ?? (await capsOf(database, job));
  caps.set(capKey(job), known);
  return known;
}

async function cachedTypes({ database }: JobDeps, job: JobRow, { types }: LeaseReads): Promise<VersionType[]> {
  const known = types.get(job.package_version_id) ?? (await typesOfVersion(database, job.package_version_id));
  types.set(job.package_version_id, known);
  return known;
}

async function cachedRobots({ database }: JobDeps, job: JobRow, { robots }: LeaseReads): Promise<RobotView[]> {
  const key = `${job.environment_id} ${job.tenant_id}`;
  const known =
    robots.get(key) ?? (await robotsFor(database, { environmentId: job.environment_id, tenantId: job.tenant_id }));
  robots.set(key, known);
  return known;
}

/** One more runs of those that are counted with this job; what others count is read again. */
function countTaken(job: JobRow, { caps }: LeaseReads): void {
  const own = caps.get(capKey(job)) ?? [];
  caps.clear();
  caps.set(
    capKey(job),
    own.map((cap) => ({ ...cap, running: cap.running + 1 })),
  );
}

async function mayRun(deps: JobDeps, job: JobRow, { robot }: LeasingRobot, known: LeaseReads): Promise<boolean> {
  if ((await cachedCaps(deps, job, known)).some(({ running, limit }) => running >= limit)) {
    known.reached.set(capKey(job), job);
    return false;
  }
  const types = await cachedTypes(deps, job, known);
  // Any robot that was found for it may run it.
  if (types.length === 0) return true;
  const robots = await cachedRobots(deps, job, known);
  // It is free: it asks.
  const asking = robots.find(({ id }) => id === robot.id);
  if (asking === undefined) return false;
  const self: RobotView = { ...asking, state: 'Available', running: 0 };
  return mayTake(self, {
    types,
    robots: robots.map((other) => (other.id === robot.id ? self : other)),
    seed: job.id,
  });
}

type Leased = CallData<'robotLease'>[number];

async function shipmentOf({ database }: JobDeps, subscriptionId: number | null): Promise<Leased['subscription']> {
  if (subscriptionId === null) return null;
  const row = await database.system
    .selectFrom('subscription')
    .select(['id', 'carrier_code', 'subject', 'bill_no', 'container_no'])
    .select((from) =>
      from
        .selectFrom('source')
        .select('base_url')
        .whereRef('source.carrier_code', '=', 'subscription.carrier_code')
        .where('source.protocol', '=', 'rpa')
        .limit(1)
        .as('site_url'),
    )
    .where('id', '=', subscriptionId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const subjectNo = (row.subject === 'bill' ? row.bill_no : row.container_no) ?? '';
  return {
    subscriptionId: String(row.id),
    carrierCode: row.carrier_code,
    subject: row.subject,
    subjectNo,
    siteUrl: row.site_url || null,
  };
}

const present = async (deps: JobDeps, job: JobRow, { versions }: LeaseReads): Promise<Leased> => ({
  jobId: String(job.id),
  fence: job.fence,
  attempt: job.attempt,
  processType: job.process_type,
  processName: job.process_name,
  packageVersion: job.package_version,
  work: await workOf(deps, job, versions),
  input: job.input,
  runSeconds: job.run_limit_s ?? 0,
  subscription: await shipmentOf(deps, job.subscription_id),
});

/** Jobs under their locks, the next one first; one that is gone is left out. */
const lockJobs = ({ database }: JobDeps, jobs: readonly { id: number }[]): Promise<JobRow[]> =>
  database.system
    .selectFrom('job')
    .selectAll()
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .orderBy('rank')
    .orderBy('id')
    .forUpdate()
    .execute();

/** Finds candidates behind one of them, without those whose caps are reached. */
type Find = (limit: number, after?: Candidate, reached?: readonly Candidate[]) => Promise<Candidate[]>;

/** Gives a robot jobs to run, as many as it has free slots; who asks at the same time waits, so that caps hold. */
export async function leaseJobs(
  deps: JobDeps,
  { robot, input }: { robot: RobotRecord; input: Pick<ParsedBody<'robotLease'>, 'session' | 'most'> },
): Promise<CallData<'robotLease'>> {
  checkSession(robot, input.session);
  const { database } = deps;
  const now = realClock.now();
  const find: Find = (limit, after, reached = []) =>
    database.query<Candidate>(candidates, [
      robot.id,
      new Date(now),
      limit,
      after?.rank ?? null,
      after?.id ?? null,
      reached.map((job) => job.process_id),
      reached.map((job) => job.tenant_id),
      reached.map((job) => job.site),
      reached.map((job) => job.part_id !== null),
    ]);
  // Most asking finds nothing: that holds up nobody.
  if ((await find(1)).length === 0) return [];
  return inTurn(database, () => leaseLocked(deps, { robot, input }, find));
}

/** The last lease that this process waits for, by database. */
const turns = new WeakMap<Database, Promise<unknown>>();

/** Leases of one process wait for each other before they take a connection: hundreds that wait for the lock would hold all of them. */
function inTurn<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(database) ?? Promise.resolve()).then(work);
  turns.set(
    database,
    turn.catch(() => undefined),
  );
  return turn;
}

function leaseLocked(
  deps: JobDeps,
  { robot, input }: { robot: RobotRecord; input: Pick<ParsedBody<'robotLease'>, 'session' | 'most'> },
  find: Find,
): Promise<Leased[]> {
  const { database } = deps;
  return database.transaction(async () => {
    await lockName(database, 'job_lease');
    const [held] = await database.query<{ n: number }>(
      `select count(*)::int as n from job where robot_id = $1 and status in ('Running', 'Stopping')`,
      [robot.id],
    );
    const free = Math.min(input.most, robot.slots - (held?.n ?? 0));
    const given: JobRow[] = [];
    // Jobs that are to be given: at once at the end, or before something is counted that they belong to.
    const chosen: JobRow[] = [];
    const give = async (): Promise<void> => {
      if (chosen.length > 0) given.push(...(await beginJobs(deps, chosen.splice(0), leasing)));
    };
    const known: LeaseReads = {
      caps: new Map(),
      reached: new Map(),
      types: new Map(),
      robots: new Map(),
      versions: new Map(),
    };
    const leasing = { robot, session: input.session };
    const room = (): number => free - given.length - chosen.length;
    const choose = async (jobs: readonly Candidate[]): Promise<void> => {
      for (const job of await lockJobs(deps, jobs)) {
        if (job.status !== 'Pending' || job.step_state !== 'none') continue;
        if (!known.caps.has(capKey(job))) await give();
        if (!(await mayRun(deps, job, leasing, known))) continue;
        chosen.push(job);
        countTaken(job, known);
      }
    };
    let last: Candidate | undefined;
    for (let looked = 0; looked < maxScanned && room() > 0; looked += scannedAtOnce) {
      const page = await find(scannedAtOnce, last, [...known.reached.values()]);
      last = page.at(-1);
      let waiting = page;
      while (waiting.length > 0 && room() > 0) {
        const together = room();
        await choose(waiting.slice(0, together));
        waiting = waiting.slice(together).filter((job) => !known.reached.has(capKey(job)));
      }
      if (page.length < scannedAtOnce) break;
    }
    await give();
    const leased: Leased[] = [];
    for (const job of given) leased.push(await present(deps, job, known));
    if (leased.length > 0) await refreshRobots(database, robot.id);
    return leased;
  });
}
