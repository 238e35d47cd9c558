import { randomBytes } from 'node:crypto';
import type { Instant } from '#shared/time/instant.ts';
import { claimTasks, giveBackTasks, nextDue, takeExpired, type GoingBack } from './queries.ts';
import { TASK_CHANNEL, type Queue } from './queue.ts';
import { DEFAULT_LEASE_MS, runBatch } from './run-batch.ts';
import type { Claim, TaskEvent, TaskHandler } from './types.ts';
import { createWake } from './wake.ts';

/** What `processAll` did; `dead` are among the failed. */
export type Drained = { done: number; failed: number; dead: number };

/** Works tasks off in this process. */
export type Worker = {
  start: () => Promise<void>;
  /** Claims nothing more, waits up to `graceMs` (default 10 s) for what runs, then interrupts it and gives it back. */
  stop: (graceMs?: number) => Promise<void>;
  /**
   * For tests: works off everything due and what that enqueues, one batch after the other. With `until` the clock
   * (one that can be set) moves from due time to due time up to it. Throws after `maxBatches` (default 10,000).
   */
  processAll: (options?: { until?: Instant; maxBatches?: number }) => Promise<Drained>;
  /** Batches that run at this moment. */
  running: () => number;
};

type WorkerOptions = {
  queue: Queue;
  handlers: Readonly<Record<string, TaskHandler>>;
  onEvent?: (event: TaskEvent) => void;
  /** Longest real time between two looks (default 5 s). */
  pollMs?: number;
};

const POLL_MS = 5_000;
const GRACE_MS = 10_000;
const INTERRUPT_MS = 2_000;
const REAP_EVERY_MS = 5_000;
const REAP_LIMIT = 500;
const MAX_DRAIN_BATCHES = 10_000;
// What is due and cannot be claimed is in other hands for a moment.
const SHORTEST_PAUSE_MS = 10;
const AFTER_ERROR_MS = 1_000;

/** Lets tasks wait again whose worker is gone; those without attempts left are dead. */
async function reapExpired(queue: Queue): Promise<number> {
  const expired = await takeExpired(queue.database, queue.realClock.now(), REAP_LIMIT);
  if (expired.length === 0) return 0;
  queue.log.warn({ tasks: expired.length }, 'workers gave no sign of life: their tasks wait again');
  const back = expired.map((claim): GoingBack => {
    const status = claim.attempt >= claim.maxAttempts ? 'dead' : 'waiting';
    return {
      claim,
      status,
      runAt: queue.clock.now(),
      error: 'the worker gave no sign of life',
      attempts: claim.attempt,
    };
  });
  return giveBackTasks(queue.database, back);
}

async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([promise, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

/** A worker for the kinds that have a handler here. */
export function createWorker({ queue, handlers, onEvent = () => {}, pollMs = POLL_MS }: WorkerOptions): Worker {
  const { database, log } = queue;
  const kinds = Object.keys(handlers);
  const name = `${process.pid}-${randomBytes(3).toString('hex')}`;
  const active = new Map<string, Set<Promise<unknown>>>(kinds.map((kind) => [kind, new Set()]));
  const interrupt = new AbortController();
  const wake = createWake();
  let loop: Promise<void> | undefined;
  let unlisten: (() => Promise<void>) | undefined;
  let stopping = false;
  let reapedAt = -Infinity;

  const claim = (kind: string, handler: TaskHandler): Promise<Claim[]> =>
    claimTasks(database, {
      kind,
      now: queue.clock.now(),
      limit: handler.batchSize ?? 1,
      leaseUntil: queue.realClock.now() + (handler.leaseMs ?? DEFAULT_LEASE_MS),
      worker: name,
    });
  const run = (kind: string, handler: TaskHandler, claims: readonly Claim[]): ReturnType<typeof runBatch> =>
    runBatch({ queue, kind, handler, claims, stop: interrupt.signal, onEvent });

  const startBatch = (kind: string, handler: TaskHandler, claims: readonly Claim[]): void => {
    const set = active.get(kind);
    const running = run(kind, handler, claims)
      .catch((error: unknown) =>
        log.error({ err: error, kind }, 'the end of a batch was not written down: its lease will run out'),
      )
      .finally(() => {
        set?.delete(running);
        wake.call();
      });
    set?.add(running);
  };

  /** Fills the free places of all kinds; true when there may be more to claim at once. */
  const claimRound = async (): Promise<boolean> => {
    let again = false;
    for (const [kind, handler] of Object.entries(handlers)) {
      const free = (handler.concurrency ?? 1) - (active.get(kind)?.size ?? 0);
      if (free <= 0 || stopping) continue;
      const claims = await claim(kind, handler);
      if (claims.length === 0) continue;
      startBatch(kind, handler, claims);
      again ||= free > 1 && claims.length === (handler.batchSize ?? 1);
    }
    return again;
  };

  const pauseMs = async (): Promise<number> => {
    const free = kinds.filter((kind) => (active.get(kind)?.size ?? 0) < (handlers[kind]?.concurrency ?? 1));
    const due = free.length === 0 ? undefined : await nextDue(database, free);
    return due === undefined ? pollMs : Math.min(pollMs, Math.max(SHORTEST_PAUSE_MS, queue.clock.realMsUntil(due)));
  };

  const work = async (): Promise<void> => {
    while (!stopping) {
      wake.reset();
      try {
        if (performance.now() - reapedAt > REAP_EVERY_MS) {
          reapedAt = performance.now();
          await reapExpired(queue);
        }
        if (await claimRound()) continue;
        await wake.wait(await pauseMs());
      } catch (error) {
        log.error({ err: error }, 'tasks cannot be claimed');
        await wake.wait(AFTER_ERROR_MS);
      }
    }
  };

  const drainDue = async (total: Drained, budget: { left: number }): Promise<void> => {
    for (let found = true; found;) {
      found = false;
      for (const [kind, handler] of Object.entries(handlers)) {
        const claims = await claim(kind, handler);
        if (claims.length === 0) continue;
        found = true;
        budget.left -= 1;
        if (budget.left < 0) throw new Error('the tasks do not come to an end');
        const { done, failed, dead } = await run(kind, handler, claims);
        total.done += done;
        total.failed += failed;
        total.dead += dead;
      }
    }
  };

  return {
    start: async () => {
      unlisten = await database.listen(TASK_CHANNEL, (kind) => {
        if (kind === '' || kind in handlers) wake.call();
      });
      loop = database.detached(work);
    },
    stop: async (graceMs = GRACE_MS) => {
      stopping = true;
      wake.call();
      await loop;
      const all = (): Promise<unknown> => Promise.all([...active.values()].flatMap((set) => [...set]));
      await within(all(), graceMs);
      interrupt.abort(new Error('the worker stops'));
      await within(all(), INTERRUPT_MS);
      await unlisten?.();
    },
    processAll: async ({ until, maxBatches = MAX_DRAIN_BATCHES } = {}) => {
      const clock = queue.clock as typeof queue.clock & { set?: (instant: Instant) => void };
      if (until !== undefined && clock.set === undefined)
        throw new Error('only a clock that can be set goes through time');
      const total: Drained = { done: 0, failed: 0, dead: 0 };
      const budget = { left: maxBatches };
      await reapExpired(queue);
      for (;;) {
        await drainDue(total, budget);
        const due = until === undefined ? undefined : await nextDue(database, kinds);
        if (until === undefined || due === undefined || due > until) break;
        clock.set?.(Math.max(due, clock.now()));
      }
      if (until !== undefined && until > clock.now()) clock.set?.(until);
      return total;
    },
    running: () => [...active.values()].reduce((sum, set) => sum + set.size, 0),
  };
}
