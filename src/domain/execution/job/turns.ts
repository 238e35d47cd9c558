import type { Instant } from '#shared/time/instant.ts';
import { rankOf } from './choose-robot.ts';

/** A job that waits, as far as its turn goes. */
export type WaitingJob = { id: number; tenant_id: number; rank: number; priority: number };

/** When tenants had their last turns; no two turns are at the same time. */
export type Turns = { latest: Instant; of: Map<number, Instant> };

/** Before the first turn. */
export const noTurns = (): Turns => ({ latest: 0, of: new Map() });

/** So much later is a turn than a job that was queued in its millisecond, and than another turn. */
const tickMs = 0.001;

/** Notes that a tenant had a turn. */
export function noteTurn(turns: Turns, tenantId: number, now: Instant): void {
  turns.latest = Math.max(now, turns.latest) + tickMs;
  turns.of.set(tenantId, turns.latest);
}

const byRank = (a: WaitingJob, b: WaitingJob): number => a.rank - b.rank || a.id - b.id;

/**
 * The next jobs, at most `count`, and notes their turns. A tenant's jobs keep the order of their ranks. Between tenants, a job counts as
 * waiting since the last turn of its tenant, if that was after it was queued: what a tenant has much of gives it no earlier turn.
 */
export function nextInTurn<Job extends WaitingJob>(
  waiting: readonly Job[],
  { count, turns, now }: { count: number; turns: Turns; now: Instant },
): Job[] {
  const tenants = [...Map.groupBy(waiting.toSorted(byRank), (job) => job.tenant_id).values()].map((jobs) => ({
    jobs,
    next: 0,
  }));
  const placeOf = (job: Job): number => Math.max(job.rank, rankOf(turns.of.get(job.tenant_id) ?? 0, job.priority));
  const chosen: Job[] = [];
  while (chosen.length < count) {
    const [first] = tenants
      .flatMap((tenant) => {
        const job = tenant.jobs[tenant.next];
        return job === undefined ? [] : [{ tenant, job, place: placeOf(job) }];
      })
      .toSorted((a, b) => a.place - b.place || byRank(a.job, b.job));
    if (first === undefined) break;
    first.tenant.next += 1;
    noteTurn(turns, first.job.tenant_id, now);
    chosen.push(first.job);
  }
  return chosen;
}
