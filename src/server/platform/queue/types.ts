import type { Instant } from '#shared/time/instant.ts';
import type { Backoff } from './backoff.ts';
import type { z } from 'zod';

/**
 * A kind of background work: its name in the queue and what its tasks carry. Only what is declared can be enqueued. `turnOf` is SQL that
 * gives the tenant of a task from its payload (`n.payload`): tenants take turns. Without it all tasks of the kind take one turn.
 */
export type Task<Payload> = {
  readonly kind: string;
  readonly payload: z.ZodType<Payload>;
  readonly turnOf?: string | undefined;
};

/** One task as it was claimed; `attempt` counts from 1. */
export type TaskItem = { id: number; payload: unknown; attempt: number; maxAttempts: number; runAt: Instant };

/** Whether a task that fails now will not be tried again. */
export const isLastAttempt = (task: TaskItem | undefined): boolean =>
  task !== undefined && task.attempt >= task.maxAttempts;

/** A payload of the batch (by its place) that failed; `retryAt` overrides the back-off, `fatal` makes the task dead at once. */
export type TaskFailure = { index: number; error: unknown; retryAt?: Instant; fatal?: boolean };

/** A payload of the batch (by its place) that was not worked on yet: it waits until then, and this was no attempt. */
export type TaskPostponed = { index: number; postponedTo: Instant };

/** What a handler gives back of its batch: what failed, and what comes later. */
export type TaskLeft = TaskFailure | TaskPostponed;

/** What a handler is given besides payloads and signal. */
export type TaskRun = {
  /** The tasks of the payloads, in the same order. */
  tasks: readonly TaskItem[];
  /**
   * Ends tasks (by their places, default all) within the handler's own transaction, so that their effects and
   * their end are one. Throws when another worker has them by now: the transaction must then fail too.
   */
  complete: (indexes?: readonly number[]) => Promise<void>;
  /** Frees the place of this batch: it only waits for others, and another batch may run meanwhile. The batch itself goes on. */
  freePlace?: () => void;
};

/** How tasks of one kind are worked off. */
export type TaskHandler<P = unknown> = {
  /**
   * Works off a batch; `signal` is aborted when the lease is lost or the worker stops for good.
   * Throws = the whole batch failed; gives back those that failed or come later when only some did.
   * Declared as a method, so that a handler of a known payload fits a table of handlers.
   */
  run(payloads: readonly P[], signal: AbortSignal, run: TaskRun): Promise<void | readonly TaskLeft[]>;
  /** Payloads a call gets at most (default 1). */
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
export type Claim = TaskItem & {
  fence: number;
  /** The span in which it was put. */
  trace: string | null;
};
