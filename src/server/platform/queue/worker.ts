import { randomBytes } from 'node:crypto';
import type { HeldKey } from '../db/engine.ts';
import { within } from '../within.ts';
import { drain, type Drained, type DrainOptions, type TaskExecutor } from './drain.ts';
import { claimTasks, dueByKind, giveBackTasks, listHolders, takeExpired, type GoingBack } from './queries.ts';
import { LOOK_EVERY_MS, TASK_CHANNEL, type Queue } from './queue.ts';
import { DEFAULT_LEASE_MS, runBatch } from './run-batch.ts';
import type { Claim, TaskEvent, TaskHandler } from './types.ts';
import { createWake } from './wake.ts';

/** Works tasks off in this process. */
export type Worker = {
  start: () => Promise<void>;
  /**
   * Claims nothing more, waits up to `graceMs` (default 1 s) for what runs, then interrupts it. Tasks are due again at once, also
   * those of a handler that does not end: what it still does has no effect on them. Takes at most 2.5 s with the default.
   */
  stop: (graceMs?: number) => Promise<void>;
  /**
   * For tests: works off everything due and what that enqueues, one batch after the other. With `until` the clock
   * (one that can be set) moves from due time to due time up to it. Throws after `maxBatches` (default 10,000).
   */
  processAll: (options?: DrainOptions) => Promise<Drained>;
  /** Batches that run at this moment. */
  running: () => number;
};

type WorkerOptions = {
  queue: Queue;
  handlers: Readonly<Record<string, TaskHandler>>;
  onEvent?: (event: TaskEvent) => void;
  /** False while this process must not work; nothing is claimed then. */
  mayWork?: () => boolean;
  /** Longest real time between two looks (default 5 s). */
  pollMs?: number;
};

const GRACE_MS = 1_000;
const INTERRUPT_MS = 500;
/** For the statements that give tasks back. */
const GIVE_BACK_MS = 500;
const REAP_EVERY_MS = 5_000;
const REAP_LIMIT = 500;
// A worker that is missing in two looks in a row is gone; one that has just lost its connection takes its key again in between.
const WATCH_EVERY_MS = 300;
const SHORTEST_PAUSE_MS = 10;
const IN_OTHER_HANDS_MS = 100;
const AFTER_ERROR_MS = 1_000;

/** Lets tasks wait again whose worker is gone or gave no sign of life in time; those without attempts left are dead. */
async function reap(queue: Queue, gone: readonly number[] = []): Promise<number> {
  return queue.database.transaction(async () => {
    const expired = await takeExpired(queue.database, queue.realClock.now(), REAP_LIMIT, gone);
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
        lost: true,
      };
    });
    return giveBackTasks(queue.database, back);
  });
}

/** Looks for the signs of life of others; takes back the tasks of those that were missing in two looks in a row. */
function watchOthers(queue: Queue, mine: number, onReaped: () => void): () => void {
  let missing = new Set<number>();
  let busy = false;
  const look = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const gone = await queue.database.goneKeys(await listHolders(queue.database, mine));
      const certain = gone.filter((key) => missing.has(key));
      missing = new Set(gone);
      if (certain.length > 0 && (await reap(queue, certain)) > 0) onReaped();
    } catch (error) {
      queue.log.warn({ err: error }, 'signs of life of other workers cannot be looked for');
    } finally {
      busy = false;
    }
  };
  return queue.database.detached(() => {
    void look();
    const timer = setInterval(() => void look(), WATCH_EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  });
}

function createExecutor(
  { queue, handlers, onEvent = () => {}, mayWork = () => true }: WorkerOptions,
  { stop, leave }: { stop: AbortSignal; leave: AbortSignal },
  holder: () => number | null,
): TaskExecutor {
  const worker = `${process.pid}-${randomBytes(3).toString('hex')}`;
  /** Whose turn was last, by kind. */
  const lastTurns = new Map<string, number>();
  return {
    queue,
    handlers,
    claim: async (kind, handler) => {
      if (!mayWork()) return [];
      const { claims, last } = await claimTasks(queue.database, {
        kind,
        worker,
        holder: holder(),
        now: queue.clock.now(),
        limit: handler.batchSize ?? 1,
        leaseUntil: queue.realClock.now() + (handler.leaseMs ?? DEFAULT_LEASE_MS),
        after: lastTurns.get(kind) ?? 0,
      });
      lastTurns.set(kind, last);
      return claims;
    },
    run: (kind, handler, claims, freePlace) =>
      runBatch({
        queue,
        kind,
        handler,
        claims,
        stop,
        leave,
        onEvent,
        ...(freePlace === undefined ? {} : { freePlace }),
      }),
  };
}

/** The batches that run, by kind; each kind has as many places as its handler allows. */
type Places = {
  free: (kind: string) => number;
  start: (kind: string, handler: TaskHandler, claims: readonly Claim[]) => void;
  count: () => number;
  all: () => Promise<unknown>;
};

function createPlaces({ queue, handlers, run }: TaskExecutor, onEnd: () => void): Places {
  const active = new Map<string, Set<Promise<unknown>>>(Object.keys(handlers).map((kind) => [kind, new Set()]));
  /** Those that only wait for others: they have no place any more. */
  const waiting = new Set<Promise<unknown>>();
  return {
    free: (kind) => (handlers[kind]?.concurrency ?? 1) - (active.get(kind)?.size ?? 0),
    start: (kind, handler, claims) => {
      const set = active.get(kind);
      const freePlace = (): void => {
        if (set?.delete(running) !== true) return;
        waiting.add(running);
        onEnd();
      };
      const running = run(kind, handler, claims, freePlace)
        .catch((error: unknown) =>
          queue.log.error({ err: error, kind }, 'the end of a batch was not written down: its lease will run out'),
        )
        .finally(() => {
          set?.delete(running);
          waiting.delete(running);
          onEnd();
        });
      set?.add(running);
    },
    count: () => [...active.values()].reduce((sum, set) => sum + set.size, waiting.size),
    all: () => Promise.all([...waiting, ...[...active.values()].flatMap((set) => [...set])]),
  };
}

/**
 * Fills the free places of all kinds with what is due. Gives the real time until there is something to do for a free place, at
 * most `pollMs`; 0 when there may be more to claim at once.
 */
async function claimRound(
  { queue, handlers, claim }: TaskExecutor,
  places: Places,
  pollMs: number,
  stopping: () => boolean,
): Promise<number> {
  const open = Object.keys(handlers).filter((kind) => places.free(kind) > 0);
  if (open.length === 0) return pollMs;
  const due = await dueByKind(queue.database, open);
  let again = false;
  let waitMs = pollMs;
  for (const [kind, dueAt] of due) {
    const handler = handlers[kind];
    if (handler === undefined || stopping()) continue;
    const dueInMs = queue.clock.realMsUntil(dueAt);
    if (dueInMs > 0) {
      waitMs = Math.min(waitMs, dueInMs);
      continue;
    }
    const free = places.free(kind);
    const claims = await claim(kind, handler);
    if (claims.length === 0) {
      // In other hands at this moment; should those let go of it, it is looked at again soon.
      waitMs = Math.min(waitMs, IN_OTHER_HANDS_MS);
      continue;
    }
    places.start(kind, handler, claims);
    // Fewer than a batch is all there is, or what was claimed in a part because of lost workers.
    again ||= free > 1 && (claims.length === (handler.batchSize ?? 1) || claims.some((one) => one.attempt > 1));
  }
  return again ? 0 : Math.max(SHORTEST_PAUSE_MS, waitMs);
}

/** A worker for the kinds that have a handler here. */
export function createWorker(options: WorkerOptions): Worker {
  const { queue, handlers, pollMs = LOOK_EVERY_MS, mayWork = () => true } = options;
  const interrupt = new AbortController();
  const leave = new AbortController();
  const wake = createWake();
  let held: HeldKey | undefined;
  const executor = createExecutor(options, { stop: interrupt.signal, leave: leave.signal }, () => held?.key ?? null);
  const places = createPlaces(executor, wake.call);
  let loop: Promise<void> | undefined;
  let unlisten: (() => Promise<void>) | undefined;
  let endWatch: (() => void) | undefined;
  let stopping = false;
  let reapedAt = -Infinity;

  const work = async (): Promise<void> => {
    while (!stopping) {
      wake.reset();
      try {
        if (performance.now() - reapedAt > REAP_EVERY_MS) {
          reapedAt = performance.now();
          await reap(queue);
        }
        const waitMs = mayWork() ? await claimRound(executor, places, pollMs, () => stopping) : pollMs;
        if (waitMs > 0) await wake.wait(waitMs);
      } catch (error) {
        queue.log.error({ err: error }, 'tasks cannot be claimed');
        await wake.wait(AFTER_ERROR_MS);
      }
    }
  };

  return {
    start: async () => {
      unlisten = await queue.database.listen(TASK_CHANNEL, (kind) => {
        if (kind === '' || kind in handlers) wake.call();
      });
      held = await queue.database.holdKey();
      endWatch = watchOthers(queue, held.key, wake.call);
      loop = queue.database.detached(work);
    },
    stop: async (graceMs = GRACE_MS) => {
      stopping = true;
      wake.call();
      // What is being claimed at this moment is claimed, and given back with the rest.
      await within(loop ?? Promise.resolve(), GIVE_BACK_MS);
      await within(places.all(), graceMs);
      interrupt.abort(new Error('the worker stops'));
      await within(places.all(), INTERRUPT_MS);
      leave.abort();
      await within(places.all(), GIVE_BACK_MS);
      endWatch?.();
      await within(Promise.all([unlisten?.(), held?.release()]), GIVE_BACK_MS);
    },
    processAll: async (drainOptions = {}) => {
      await reap(queue);
      return drain(executor, drainOptions);
    },
    running: places.count,
  };
}
