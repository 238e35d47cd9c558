import { nextCronRuns } from '#shared/time/cron.ts';
import { type Instant } from '#shared/time/instant.ts';
import { localDayEnd } from '#shared/time/zone.ts';
import { isWorkingDay, type WorkingDays } from './working-days.ts';

/** What a schedule says about its runs. */
export type SchedulePlan = {
  readonly cron: string;
  readonly zone: string;
  readonly calendar: WorkingDays | undefined;
  /** What happens to runs that nobody planned in time. */
  readonly missed: 'skip' | 'latest' | 'all';
  /** What happens to a run whose predecessor has not finished. */
  readonly overlap: 'skip' | 'queue' | 'allow';
  /** Missed runs that are caught up at most, with the policy `all`. */
  readonly catchUpLimit: number;
  /** Runs before this moment are skipped. */
  readonly pausedUntil: Instant | null;
};

/** What became of a theoretical run; `queued` waits for its predecessor and becomes `ran` or `skipped`. */
export type Outcome = 'ran' | 'queued' | 'skipped' | 'merged' | 'missed';

/** Why a run did not simply run. */
export type OutcomeReason =
  | 'caughtUp'
  | 'previousUnfinished'
  | 'overlap'
  | 'queueFull'
  | 'nonWorkingDay'
  | 'paused'
  | 'mergedIntoLatest'
  | 'policySkip'
  | 'catchUpLimit'
  | 'stopped'
  | 'refused';

/** What becomes of one theoretical run. */
export type Decision = {
  readonly at: Instant;
  readonly outcome: Outcome;
  readonly reason: OutcomeReason | null;
};

/** Where a schedule stands when it is planned. */
export type Standing = {
  /** All runs up to here are decided. */
  readonly plannedUntil: Instant;
  readonly now: Instant;
  /** A run decided later than this after its time counts as missed. */
  readonly graceMs: number;
  /** A job of an earlier run has not finished. */
  readonly busy: boolean;
  /** Runs that wait for it. */
  readonly queued: number;
  /** Runs decided in one step at most. */
  readonly limit: number;
};

/** What was decided in one step, and from where the next one goes on. */
export type Planned = {
  readonly decisions: readonly Decision[];
  readonly plannedUntil: Instant;
  /** The next theoretical run after that; undefined when there is none. */
  readonly next: Instant | undefined;
};

/** Runs that wait for their predecessor at most. */
export const maxQueued = 20;

/** Why a run does not count by the plan alone. */
function exclusion(plan: SchedulePlan, at: Instant): OutcomeReason | undefined {
  if (plan.pausedUntil !== null && at < plan.pausedUntil) return 'paused';
  return isWorkingDay(plan.calendar, at, plan.zone) ? undefined : 'nonWorkingDay';
}

/** The next theoretical run after an instant; undefined when there is none. */
export const nextRun = ({ cron, zone }: Pick<SchedulePlan, 'cron' | 'zone'>, after: Instant): Instant | undefined =>
  nextCronRuns(cron, zone, after, 1)[0];

/** The next run after an instant that is neither paused nor on a free day; undefined when there is none until `until`. */
function nextCounting(plan: SchedulePlan, after: Instant, until: Instant): Instant | undefined {
  let from = after;
  for (;;) {
    const at = nextRun(plan, from);
    if (at === undefined || at > until) return undefined;
    const excluded = exclusion(plan, at);
    if (excluded === undefined) return at;
    // Whole pauses and free days are passed at once.
    const isPause = excluded === 'paused' && plan.pausedUntil !== null;
    from = isPause ? plan.pausedUntil - 1 : localDayEnd(at, plan.zone);
  }
}

/** The runs that count in (after, until], at most `limit` of them. */
function countingRuns(plan: SchedulePlan, after: Instant, until: Instant, limit: number): Instant[] {
  const runs: Instant[] = [];
  let at = after;
  while (runs.length < limit) {
    const next = nextCounting(plan, at, until);
    if (next === undefined) break;
    runs.push(next);
    at = next;
  }
  return runs;
}

/** The theoretical runs that are due, at most `limit`, and the one that follows. */
function dueRuns(
  plan: SchedulePlan,
  { plannedUntil, now, limit }: Standing,
): { due: Instant[]; next: Instant | undefined } {
  const due: Instant[] = [];
  let next = nextRun(plan, plannedUntil);
  while (next !== undefined && next <= now && due.length < limit) {
    due.push(next);
    next = nextRun(plan, next);
  }
  return { due, next };
}

/**
 * Which of these runs are given up for a newer one: with `latest` all but the newest that counts, with `all` those before the
 * newest `catchUpLimit` missed ones, with `skip` all. Runs that are on time are never given up.
 */
function givenUp(plan: SchedulePlan, standing: Standing, late: readonly Instant[]): ReadonlySet<Instant> {
  if (plan.missed === 'skip') return new Set(late);
  const last = late.at(-1);
  if (last === undefined) return new Set();
  const max = plan.missed === 'latest' ? 1 : plan.catchUpLimit;
  // What follows within this step is in `late`; what follows behind it is looked for, as far as it matters.
  const until = plan.missed === 'latest' ? standing.now : standing.now - standing.graceMs - 1;
  const behind = countingRuns(plan, last, until, max).length;
  return new Set(late.slice(0, Math.max(0, late.length - Math.max(0, max - behind))));
}

const givenUpAs = {
  skip: { outcome: 'missed', reason: 'policySkip' },
  latest: { outcome: 'merged', reason: 'mergedIntoLatest' },
  all: { outcome: 'missed', reason: 'catchUpLimit' },
} as const;

/**
 * Decides what becomes of every theoretical run that is due: each exactly once, in their order. Pure; a step that is done twice
 * decides the same. When the clock was set back there is nothing to decide until it has caught up.
 */
export function decideRuns(plan: SchedulePlan, standing: Standing): Planned {
  const { now, graceMs } = standing;
  if (now <= standing.plannedUntil)
    return { decisions: [], plannedUntil: standing.plannedUntil, next: nextRun(plan, standing.plannedUntil) };
  const { due, next } = dueRuns(plan, standing);
  const isLate = (at: Instant): boolean => now - at > graceMs;
  const passed = givenUp(
    plan,
    standing,
    due.filter((at) => isLate(at) && exclusion(plan, at) === undefined),
  );
  let { busy, queued } = standing;
  const start = (at: Instant): Decision => {
    const waits = (busy || queued > 0) && plan.overlap !== 'allow';
    if (waits && plan.overlap === 'skip') return { at, outcome: 'skipped', reason: 'overlap' };
    if (waits && queued >= maxQueued) return { at, outcome: 'skipped', reason: 'queueFull' };
    if (waits) {
      queued += 1;
      return { at, outcome: 'queued', reason: 'previousUnfinished' };
    }
    busy = true;
    return { at, outcome: 'ran', reason: isLate(at) ? 'caughtUp' : null };
  };
  const decisions = due.map((at): Decision => {
    const excluded = exclusion(plan, at);
    if (excluded !== undefined) return { at, outcome: 'skipped', reason: excluded };
    return passed.has(at) ? { at, ...givenUpAs[plan.missed] } : start(at);
  });
  const isComplete = next === undefined || next > now;
  return { decisions, plannedUntil: isComplete ? now : (due.at(-1) ?? now), next };
}
