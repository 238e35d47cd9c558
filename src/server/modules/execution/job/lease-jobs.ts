import type { CallData, ParsedBody } from '#contract/index.ts';
import { acceptsType, mayTake, type RobotView, type VersionType } from '#domain/execution/job/choose-robot.ts';
import { nextInTurn, noteTurn, noTurns, type Turns } from '#domain/execution/job/turns.ts';
import type { CapUse } from '#domain/execution/job/waiting-reason.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { beginJobs } from './begin-jobs.ts';
import { capsOf } from './caps.ts';
import { type Candidate, findCandidates, hasCandidate } from './lease-queries.ts';
import { checkSession, type RobotRecord } from './robot-session.ts';
import { refreshRobots } from './robot-state.ts';
import type { JobDeps, JobRow } from './types.ts';
import { robotsFor, typesOfVersion } from './why-waiting.ts';
import { type VersionsRead, workOf } from './work-of-job.ts';

/** Jobs that a lease reads together, shared among tenants, and looks at in all. */
const readAtOnce = 100;
const maxLooked = 2_000;

type LeasingRobot = { robot: RobotRecord; session: string };

/** What a lease has read of caps, types, robots and versions: jobs that stand beside each other in the queue mostly share them. */
type LeaseReads = {
  caps: Map<string, CapUse[]>;
  /** A job of each kind whose caps are reached. */
  reached: Map<string, Candidate>;
  /** Tenants whose own caps are reached. */
  fullTenants: Set<number>;
  /** Versions that run on machines of other kinds. */
  unfit: Set<number>;
  types: Map<number, VersionType[]>;
  robots: Map<string, RobotView[]>;
  versions: VersionsRead;
};

const capKey = (job: Pick<JobRow, 'process_id' | 'tenant_id' | 'site' | 'part_id'>): string =>
  `${job.process_id} ${job.tenant_id} ${job.site} ${job.part_id !== null}`;

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

/** What one process knows of its leases, by database. */
type LeasesOfProcess = {
  /** The last lease that this process waits for. */
  line: Promise<unknown>;
  /** When tenants had their last turns here: no row counts who was served. */
  turns: Turns;
  /** The tenant that was looked at last. */
  after: number;
};

const leasesOf = new WeakMap<Database, LeasesOfProcess>();

function leasesIn(database: Database): LeasesOfProcess {
  const known = leasesOf.get(database) ?? { line: Promise.resolve(), turns: noTurns(), after: -1 };
  leasesOf.set(database, known);
  return known;
}

type Asking = { robot: RobotRecord; input: Pick<ParsedBody<'robotLease'>, 'session' | 'most'> };

/** Gives a robot jobs to run, as many as it has free slots; who asks at the same time waits, so that caps hold. */
export async function leaseJobs(deps: JobDeps, asking: Asking): Promise<CallData<'robotLease'>> {
  checkSession(asking.robot, asking.input.session);
  const { database } = deps;
  // Most asking finds nothing: that holds up nobody.
  if (!(await hasCandidate(database, asking.robot.id, realClock.now()))) return [];
  return oneAtATime(database, () => leaseLocked(deps, asking));
}

/** Leases of one process wait for each other before they take a connection: hundreds that wait for the lock would hold all of them. */
function oneAtATime<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const leases = leasesIn(database);
  const turn = leases.line.then(work);
  leases.line = turn.catch(() => undefined);
  return turn;
}

/** The jobs that wait for a robot, read as far as needed; a job that was taken or cannot run is not given again. */
function createWaiting({ database }: JobDeps, { robot }: Asking, known: LeaseReads) {
  const leases = leasesIn(database);
  const now = realClock.now();
  // What cannot run has had its turn in this lease only.
  const turns: Turns = { ...leases.turns, of: new Map(leases.turns.of) };
  /** Of each tenant and environment: what was read and not yet given, and the last that was read, behind which there may be more. */
  const lines = new Map<string, { jobs: Candidate[]; last: Candidate }>();
  const read = async (behind?: Candidate): Promise<void> => {
    const { found, last } = await findCandidates(database, {
      robotId: robot.id,
      now,
      limit: readAtOnce,
      after: leases.after,
      ...(behind === undefined ? {} : { behind }),
      reached: [...known.reached.values()],
      unfit: [...known.unfit],
    });
    if (behind === undefined) leases.after = last;
    for (const [key, jobs] of Map.groupBy(found, (job) => `${job.environment_id} ${job.tenant_id}`)) {
      const end = jobs.at(-1);
      if (end !== undefined) lines.set(key, { jobs, last: end });
    }
  };
  const isOpen = (job: Candidate): boolean =>
    !known.fullTenants.has(job.tenant_id) &&
    !known.reached.has(capKey(job)) &&
    !known.unfit.has(job.package_version_id);
  return {
    begin: () => read(),
    /** The next jobs in turn, at most `count`. */
    next: async (count: number): Promise<Candidate[]> => {
      for (const [key, { jobs, last }] of lines) {
        const left = jobs.filter(isOpen);
        lines.set(key, { jobs: left, last });
        if (left.length > 0) continue;
        lines.delete(key);
        if (last.more && !known.fullTenants.has(last.tenant_id)) await read(last);
      }
      const chosen = nextInTurn(
        [...lines.values()].flatMap(({ jobs }) => jobs),
        { count, turns, now },
      );
      const given = new Set(chosen);
      for (const line of lines.values()) line.jobs = line.jobs.filter((job) => !given.has(job));
      return chosen;
    },
  };
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
    const given: JobRow[] = [];
    // Jobs that are to be given: at once at the end, or before something is counted that they belong to.
    const chosen: JobRow[] = [];
    const leasing = { robot, session: input.session };
    const give = async (): Promise<void> => {
      if (chosen.length > 0) given.push(...(await beginJobs(deps, chosen.splice(0), leasing)));
    };
    const known: LeaseReads = {
      caps: new Map(),
      reached: new Map(),
      fullTenants: new Set(),
      unfit: new Set(),
      types: new Map(),
      robots: new Map(),
      versions: new Map(),
    };
    const waiting = createWaiting(deps, asking, known);
    const choose = async (found: readonly Candidate[]): Promise<void> => {
      const locked = new Map((await lockJobs(deps, found)).map((job) => [job.id, job]));
      for (const one of found) {
        const job = locked.get(one.id);
        if (job === undefined || job.status !== 'Pending' || job.step_state !== 'none') continue;
        if (!known.caps.has(capKey(job))) await give();
        if (!(await mayRun(deps, { job, found: one }, leasing, known))) continue;
        chosen.push(job);
        countTaken(job, known);
      }
    };
    await waiting.begin();
    for (let looked = 0; looked < maxLooked;) {
      const room = free - given.length - chosen.length;
      const found = room > 0 ? await waiting.next(room) : [];
      if (found.length === 0) break;
      looked += found.length;
      await choose(found);
    }
    await give();
    const leased: Leased[] = [];
    for (const job of given) leased.push(await present(deps, job, known));
    if (leased.length > 0) await refreshRobots(database, robot.id);
    const now = realClock.now();
    database.afterCommit(() => {
      for (const job of given) noteTurn(leasesIn(database).turns, job.tenant_id, now);
    });
    return leased;
  });
}
