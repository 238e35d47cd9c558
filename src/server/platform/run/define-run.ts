import type { z } from 'zod';
import type { Instant } from '#shared/time/instant.ts';
import type { LiveMessage } from '../realtime/index.ts';

/** Where a run stands: `waiting` is written down and has not begun. */
export type RunState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Where a run stands that has begun. */
type BegunState = Exclude<RunState, 'waiting'>;

/** A run as it is stored, whatever its kind. */
export type StoredRun = {
  id: number;
  /** Null = the platform. */
  tenant_id: number | null;
  kind: string;
  subject: string;
  params: unknown;
  state: RunState;
  total: number;
  done: number;
  failed: number;
  /** For each partition, the last item that was worked on. */
  cursors: number[];
  outcome: unknown;
  error: string | null;
  handler_code: string;
  handler_name: string;
  /** Null where nobody asks for the runs of a user. */
  user_id: number | null;
  /** Of a run that waits: when it was written down. */
  started_at: Instant;
  finished_at: Instant | null;
};

type TypedRun<Params, Outcome> = Omit<StoredRun, 'params' | 'outcome' | 'state'> & { params: Params; outcome: Outcome };

/** A run of a known kind that has begun. */
export type Run<Params, Outcome> = TypedRun<Params, Outcome> & { state: BegunState };

/** A run of a known kind that may wait. */
export type OrderedRun<Params, Outcome> = TypedRun<Params, Outcome> & { state: RunState };

/** Workers of their own: for runs that somebody waits for, and for those that read or write files. */
export type RunQueue = 'awaited' | 'files';

/** A kind of run: what it is started with, what it counts, and which runs exclude each other. */
export type RunKind<Params, Outcome> = {
  readonly kind: string;
  readonly params: z.ZodType<Params>;
  /** Counters and notes, each with a default: a run begins with none. */
  readonly outcome: z.ZodType<Outcome>;
  /** What it is about: the newest run of a subject is shown beside it. */
  readonly subject: (params: Params) => string;
  /** At most one run of a scope is under way; null: it excludes no other. */
  readonly scope: (params: Params) => string | null;
  /** A new run ends the one under way; otherwise it is not started while there is one. */
  readonly supersedes: boolean;
  /** So many parts are worked on beside each other. */
  readonly partitions: number;
  /** Of its task in the queue. */
  readonly priority: number;
  /** It does not queue behind the long ones. */
  readonly runQueue?: RunQueue;
  /** When its task was tried for the last time, the run has failed, so that it can be started again; otherwise it is resumed for ever. */
  readonly givesUp?: boolean;
  /** How often its task is tried; as often as other tasks unless reported. */
  readonly tries?: number;
  /** Its start and end are times of the machine: nothing in the simulated world depends on them. */
  readonly machineTime?: boolean;
  /** What browsers are notified of every step. */
  readonly news?: (run: Run<Params, Outcome>) => LiveMessage | null;
};

/** Declares a kind of run in the module it belongs to; `workOnRun` says how it is done. */
export const defineRun = <Params, Outcome>(kind: RunKind<Params, Outcome>): RunKind<Params, Outcome> => kind;

/** A stored run as its kind reads it, also one that waits. */
export const readOrdered = <Params, Outcome>(
  kind: RunKind<Params, Outcome>,
  run: StoredRun,
): OrderedRun<Params, Outcome> => ({
  ...run,
  params: kind.params.parse(run.params),
  outcome: kind.outcome.parse(run.outcome),
});

/** A stored run as its kind reads it; most kinds never wait. */
export const readRun = <Params, Outcome>(kind: RunKind<Params, Outcome>, run: StoredRun): Run<Params, Outcome> => ({
  ...readOrdered(kind, run),
  state: run.state === 'waiting' ? 'running' : run.state,
});
