import type { CallData, ParsedBody } from '#contract/index.ts';
import { acceptsType, mayTake, type RobotView, type VersionType } from '#domain/execution/job/choose-robot.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { beginJobs } from './begin-jobs.ts';
import { type Capped, capsOf, type CountedCap } from './caps.ts';
import { type Candidate, hasCandidate } from './lease-queries.ts';
import { capKey, noteTurns, oneAtATime, readWaiting, type Unable } from './waiting-jobs.ts';
import { checkSession, type RobotRecord } from './robot-session.ts';
import { refreshRobots } from './robot-state.ts';
import type { JobDeps, JobRow } from './types.ts';
import { robotsFor, typesOfVersion } from './why-waiting.ts';
import { type VersionsRead, workOf } from './work-of-job.ts';

/** Jobs that a lease looks at in all. */
const maxLooked = 2_000;

type LeasingRobot = { robot: RobotRecord; session: string };

/** What a lease has read of caps, types, robots and versions: jobs that stand beside each other in the queue mostly share them. */
type LeaseReads = Unable & {
  caps: Map<string, CountedCap[]>;
  /** The jobs that it gives, all at once at its end. */
  chosen: JobRow[];
  types: Map<number, VersionType[]>;
  robots: Map<string, RobotView[]>;
  versions: VersionsRead;
};

/** The caps of a job, with the jobs that this lease is about to give. */
async function cachedCaps({ database }: JobDeps, job: Capped, { caps, chosen }: LeaseReads): Promise<CountedCap[]> {
  const known = caps.get(capKey(job));
  if (known !== undefined) return known;
  const read = await capsOf(database, job);
  const used = read.map((cap) => ({ ...cap, running: cap.running + chosen.filter(cap.counts).length }));
  caps.set(capKey(job), used);
  return used;
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

function choose(job: JobRow, { caps, chosen }: LeaseReads): void {
  chosen.push(job);
  for (const cap of [...caps.values()].flat()) if (cap.counts(job)) cap.running += 1;
}

async function mayRun(
  deps: JobDeps,
  { job, found }: { job: JobRow; found: Candidate },
  { robot }: LeasingRobot,
  known: LeaseReads,
): Promise<boolean> {
  const full = (await cachedCaps(deps, job, known)).filter(({ running, limit }) => running >= limit);
  if (full.length > 0) {
    known.reached.set(capKey(job), found);
    if (full.some(({ kind }) => kind === 'tenant')) known.fullTenants.add(job.tenant_id);
    return false;
  }
  const types = await cachedTypes(deps, job, known);
  // Any robot that was found for it may run it.
  if (types.length === 0) return true;
  const robots = await cachedRobots(deps, job, known);
  // It is free: it asks.
  const asking = robots.find(({ id }) => id === robot.id);
  if (asking === undefined) return false;
  if (!acceptsType(types, asking)) {
    known.unfit.add(job.package_version_id);
    return false;
  }
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

/** Jobs under their locks; one that is gone is left out. */
const lockJobs = ({ database }: JobDeps, jobs: readonly { id: number }[]): Promise<JobRow[]> =>
  database.system
    .selectFrom('job')
    .selectAll()
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

type Asking = { robot: RobotRecord; input: Pick<ParsedBody<'robotLease'>, 'session' | 'most'> };

/** Gives a robot jobs to run, as many as it has free slots; who asks at the same time waits, so that caps hold. */
export async function leaseJobs(deps: JobDeps, asking: Asking): Promise<CallData<'robotLease'>> {
  checkSession(asking.robot, asking.input.session);
  const { database } = deps;
  // Most asking finds nothing: that holds up nobody.
  if (!(await hasCandidate(database, asking.robot.id, realClock.now()))) return [];
  return oneAtATime(database, () => leaseLocked(deps, asking));
}

function leaseLocked(deps: JobDeps, asking: Asking): Promise<Leased[]> {
  const { database } = deps;
  const { robot, input } = asking;
  return database.transaction(async () => {
    await lockName(database, 'job_lease');
    const [held] = await database.query<{ n: number }>(
      `select count(*)::int as n from job where robot_id = $1 and status in ('Running', 'Stopping')`,
      [robot.id],
    );
    const free = Math.min(input.most, robot.slots - (held?.n ?? 0));
    const leasing = { robot, session: input.session };
    const known: LeaseReads = {
      caps: new Map(),
      chosen: [],
      reached: new Map(),
      fullTenants: new Set(),
      unfit: new Set(),
      types: new Map(),
      robots: new Map(),
      versions: new Map(),
    };
    const waiting = await readWaiting(database, robot.id, known);
    for (let looked = 0; looked < maxLooked && known.chosen.length < free;) {
      const found = await waiting.next(free - known.chosen.length);
      if (found.length === 0) break;
      looked += found.length;
      const locked = new Map((await lockJobs(deps, found)).map((job) => [job.id, job]));
      for (const one of found) {
        const job = locked.get(one.id);
        if (job === undefined || job.status !== 'Pending' || job.step_state !== 'none') continue;
        if (await mayRun(deps, { job, found: one }, leasing, known)) choose(job, known);
      }
    }
    if (known.chosen.length === 0) return [];
    const given = await beginJobs(deps, known.chosen, leasing);
    const leased: Leased[] = [];
    for (const job of given) leased.push(await present(deps, job, known));
    await refreshRobots(database, robot.id);
    database.afterCommit(() => noteTurns(database, given));
    return leased;
  });
}
