import { nextInTurn, noteTurn, noTurns, type Turns } from '#domain/execution/job/turns.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Capped } from './caps.ts';
import { type Candidate, findCandidates } from './lease-queries.ts';
import type { JobRow } from './types.ts';

/** Jobs that a lease reads together, shared among tenants. */
const readAtOnce = 100;

/** What a lease has found unable to run. */
export type Unable = {
  /** A job of each kind whose caps are reached. */
  reached: Map<string, Candidate>;
  /** Tenants whose own caps are reached. */
  fullTenants: Set<number>;
  /** Versions that run on machines of other kinds. */
  unfit: Set<number>;
};

/** Jobs with the same key have the same caps. */
export const capKey = (job: Capped): string => `${job.process_id} ${job.tenant_id} ${job.site} ${job.part_id !== null}`;

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

/** Leases of one process wait for each other before they take a connection: hundreds that wait for the lock would hold all of them. */
export function oneAtATime<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const leases = leasesIn(database);
  const turn = leases.line.then(work);
  leases.line = turn.catch(() => undefined);
  return turn;
}

/** Notes that tenants had a turn with these jobs. */
export function noteTurns(database: Database, given: readonly JobRow[]): void {
  for (const job of given) noteTurn(leasesIn(database).turns, job.tenant_id, realClock.now());
}

/**
 * The jobs that wait for a robot, read as far as needed, in turns of their tenants. A job that was given out is not given again, nor is
 * one of what is known to be unable to run.
 */
export async function readWaiting(database: Database, robotId: number, known: Unable) {
  const leases = leasesIn(database);
  const now = realClock.now();
  // What cannot run has had its turn in this lease only.
  const turns: Turns = { ...leases.turns, of: new Map(leases.turns.of) };
  /** Of each tenant and environment: what was read and not yet given, and the last that was read, behind which there may be more. */
  const lines = new Map<string, { jobs: Candidate[]; last: Candidate }>();
  const read = async (behind?: Candidate): Promise<void> => {
    const { found, last } = await findCandidates(database, {
      robotId,
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
  await read();
  return {
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
