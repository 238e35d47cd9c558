import type { Instant } from '#shared/time/instant.ts';
import type { Backoff } from './backoff.ts';

/** One task as a handler gets it; `attempt` counts from 1. */
export type TaskItem<P = unknown> = { id: number; payload: P; attempt: number; maxAttempts: number; runAt: Instant };

/** A task of the batch that failed; `retryAt` overrides the back-off, `fatal` makes it dead at once. */
export type TaskFailure = { id: number; error: unknown; retryAt?: Instant; fatal?: boolean };

/** What a handler is given besides its batch. */
export type TaskRun = {
  /** Aborted when the lease is lost or the worker stops for good. */
  signal: AbortSignal;
  /**
   * Ends these tasks within the handler's own transaction, so that their effects and their end are one.
   * Throws when another worker has them by now: the transaction must then fail too.
   */
  complete: (ids: readonly number[]) => Promise<void>;
};

/** How tasks of one kind are worked off. */
export type TaskHandler<P = never> = {
  /** Throws = the whole batch failed; gives back the failures when only some did. */
  run: (batch: readonly TaskItem<P>[], run: TaskRun) => Promise<void | readonly TaskFailure[]>;
  /** Tasks a call gets at most (default 1). */
  batchSize?: number;
  /** Calls at the same time in this process (default 1). */
  concurrency?: number;
  /** Without a sign of life for so long, others take over (default 60 s, real time); renewed while the handler runs. */
  leaseMs?: number;
  retry?: Backoff;
};

/** What happened to tasks, for metrics. `lost` = finished after the lease was lost, so the result did not count. */
export type TaskEvent = { kind: string; type: 'done' | 'failed' | 'dead' | 'lost'; count: number; durationMs: number };

/** A claimed task with the token that proves the claim. */
export type Claim = TaskItem & { fence: number };
