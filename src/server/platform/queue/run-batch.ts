import { toError } from '#shared/values/errors.ts';
import { worldMs } from '../clock/clock.ts';
import { MissingKeyError } from '../crypto/index.ts';
import { inSpan, type SpanOptions } from '../tracing/index.ts';
import { backoff } from './backoff.ts';
import { completeTasks, extendLeases, giveBackTasks, type GoingBack } from './queries.ts';
import type { Queue } from './queue.ts';
import type { Claim, TaskEvent, TaskHandler, TaskLeft } from './types.ts';

/** Thrown by a handler when trying again cannot help: the tasks are dead at once. */
export class FatalTaskError extends Error {
  override readonly name = 'FatalTaskError';
}

/** How long a worker may give no sign of life, by default. */
export const DEFAULT_LEASE_MS = 60_000;

const MAX_ERROR_LENGTH = 2_000;
const defaultRetry = backoff();

type Batch = {
  queue: Queue;
  kind: string;
  handler: TaskHandler;
  claims: readonly Claim[];
  /** Interrupts the handler. */
  stop: AbortSignal;
  /** Waits for the handler no longer: its tasks go back. */
  leave: AbortSignal;
  onEvent: (event: TaskEvent) => void;
  /** Frees the place that the batch has in its worker. */
  freePlace?: () => void;
};

function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, MAX_ERROR_LENGTH);
}

/** Where a task goes that did not end: back to wait, or dead. */
function goingBack({ queue, handler }: Batch, claim: Claim, failure: TaskLeft): GoingBack {
  if ('postponedTo' in failure)
    return { claim, status: 'waiting', runAt: failure.postponedTo, error: null, attempts: claim.attempt - 1 };
  // It is the fault of this process: others work on it, and it was no attempt.
  if (failure.error instanceof MissingKeyError)
    return { claim, status: 'waiting', runAt: claim.runAt, error: null, attempts: claim.attempt - 1 };
  const fatal = failure.fatal === true || failure.error instanceof FatalTaskError;
  const isDead = fatal || claim.attempt >= claim.maxAttempts;
  const now = queue.clock.now();
  const runAt = isDead
    ? now
    : (failure.retryAt ?? now + worldMs(queue.clock, (handler.retry ?? defaultRetry)(claim.attempt)));
  return {
    claim,
    status: isDead ? 'dead' : 'waiting',
    runAt,
    error: errorText(failure.error),
    attempts: claim.attempt,
  };
}

/** Renews the leases of a running batch; aborts it when they are lost. */
function keepLeases(
  { queue, handler, claims }: Batch,
  open: () => readonly Claim[],
  lose: (error: Error) => void,
): () => void {
  const leaseMs = handler.leaseMs ?? DEFAULT_LEASE_MS;
  let busy = false;
  const renew = async (): Promise<void> => {
    const mine = open();
    if (busy || mine.length === 0) return;
    busy = true;
    try {
      const kept = await extendLeases(queue.database, mine, queue.realClock.now() + leaseMs);
      // Those completed meanwhile are gone as well, but not lost.
      if (open().some((claim) => mine.includes(claim) && !kept.has(claim.id))) lose(new Error('the lease was lost'));
    } catch (error) {
      queue.log.warn({ err: error, tasks: claims.length }, 'leases were not renewed');
    } finally {
      busy = false;
    }
  };
  const timer = queue.database.detached(() => setInterval(() => void renew(), Math.max(50, leaseMs / 3)));
  timer.unref();
  return () => clearInterval(timer);
}

/** A batch continues the trace of its first task that has one, and is linked to those of the others. */
function spanOf({ kind, claims }: Batch): SpanOptions {
  const [parent = null, ...links] = new Set(claims.flatMap(({ trace }) => trace ?? []));
  return { kind: 'consumer', parent, links, chain: kind, attributes: { 'portolan.tasks': claims.length } };
}

/** What a handler made of its batch: those left, and those it completed itself. */
type Made = { failures: readonly TaskLeft[]; completed: ReadonlySet<number> };

/** Waits for `work` until the signal comes, and fails then. */
async function until<T>(signal: AbortSignal, work: Promise<T> | T): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const fail = (): void => reject(toError(signal.reason));
  signal.addEventListener('abort', fail, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    // The signal lives as long as the worker.
    signal.removeEventListener('abort', fail);
  }
}

/** Calls the handler with its batch, and keeps the leases meanwhile. */
async function callHandler(batch: Batch): Promise<Made> {
  const { queue, handler, claims, stop, leave, freePlace } = batch;
  const lease = new AbortController();
  const completed = new Set<number>();
  const open = (): Claim[] => claims.filter((claim) => !completed.has(claim.id));
  const release = keepLeases(batch, open, (error) => lease.abort(error));
  const complete = async (indexes?: readonly number[]): Promise<void> => {
    const mine = claims.filter((claim, index) => !completed.has(claim.id) && (indexes?.includes(index) ?? true));
    const ended = await completeTasks(queue.database, mine);
    if (ended < mine.length) throw new Error('the lease was lost: another worker has these tasks');
    // Only a commit makes it true; after a roll-back they fail or succeed with the rest.
    queue.database.afterCommit(() => {
      for (const claim of mine) completed.add(claim.id);
    });
  };
  try {
    const signal = AbortSignal.any([lease.signal, stop]);
    const running = inSpan(`task ${batch.kind}`, spanOf(batch), () =>
      Promise.resolve(
        handler.run(
          claims.map((claim) => claim.payload),
          signal,
          { tasks: claims, complete, ...(freePlace === undefined ? {} : { freePlace }) },
        ),
      ),
    );
    const failures = await until(leave, running);
    return { failures: failures ?? [], completed };
  } catch (error) {
    return { failures: claims.map((_claim, index) => ({ index, error })), completed };
  } finally {
    release();
  }
}

/** Runs one claimed batch and writes down what became of it. */
export async function runBatch(batch: Batch): Promise<{ done: number; failed: number; dead: number; lost: number }> {
  const { queue, kind, claims, stop, onEvent } = batch;
  const startedAt = performance.now();
  const { failures, completed } = await callHandler(batch);
  const failureOf = new Map(failures.map((failure) => [claims[failure.index]?.id, failure]));
  const open = claims.filter((claim) => !completed.has(claim.id));
  const ended = open.filter((claim) => !failureOf.has(claim.id));
  const back = open.flatMap((claim) => {
    const failure = failureOf.get(claim.id);
    if (failure === undefined) return [];
    // Work that was interrupted by the end of the worker did not fail: it keeps its attempt.
    if (stop.aborted)
      return [{ claim, status: 'waiting' as const, runAt: claim.runAt, error: null, attempts: claim.attempt - 1 }];
    return [goingBack(batch, claim, failure)];
  });
  const doneNow = ended.length === 0 ? 0 : await completeTasks(queue.database, ended);
  const backNow = await giveBackTasks(queue.database, back);
  const dead = back.filter((item) => item.status === 'dead').length;
  const postponed = failures.filter((failure) => 'postponedTo' in failure).length;
  const counts = {
    done: completed.size + doneNow,
    failed: Math.max(0, backNow - postponed),
    dead,
    lost: open.length - doneNow - backNow,
  };
  for (const { claim, error, status } of back) {
    if (error !== null)
      queue.log.warn({ kind, task: claim.id, attempt: claim.attempt, status, error }, 'a task failed');
  }
  if (counts.lost > 0)
    queue.log.warn({ kind, tasks: counts.lost }, 'results came after the lease was lost and do not count');
  const durationMs = performance.now() - startedAt;
  for (const type of ['done', 'failed', 'dead', 'lost'] as const)
    if (counts[type] > 0) onEvent({ kind, type, count: counts[type], durationMs });
  return counts;
}
