import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineTask, type Queue } from '../queue/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { realClock } from '../clock/clock.ts';
import {
  type OrderedRun,
  readOrdered,
  readRun,
  type Run,
  type RunKind,
  type RunQueue,
  type StoredRun,
} from './define-run.ts';
import {
  beginRow,
  endRun,
  endScope,
  insertRun,
  moveRun,
  type RunEnd,
  selectLatestRuns,
  selectRuns,
  type Starter,
} from './run-queries.ts';

const taskPayload = z.object({ runId: z.number() });
const tenantOfRun = `select tenant_id from run where id = (n.payload->>'runId')::int8`;
/** Kind of the task that works runs off. */
export const runTask = defineTask('run', taskPayload, tenantOfRun);
/** Kind of the task that works runs off that somebody waits for. */
export const awaitedRunTask = defineTask('awaited_run', taskPayload, tenantOfRun);
/** Kind of the task that works runs off that read or write files. */
export const fileRunTask = defineTask('file_run', taskPayload, tenantOfRun);

const tasksOfRunQueues = { awaited: awaitedRunTask, files: fileRunTask };

type Queued = { runQueue?: RunQueue | undefined; priority: number; tries?: number | undefined };

/** Queues a run, or queues it again. */
export const enqueueRun = (queue: Queue, { runQueue, priority, tries }: Queued, runId: number): Promise<number> =>
  queue.enqueue(
    runQueue === undefined ? runTask : tasksOfRunQueues[runQueue],
    { runId },
    { singletonKey: String(runId), priority, ...(tries === undefined ? {} : { maxAttempts: tries }) },
  );

/** What starting a run works with. */
export type StartDeps = { database: Database; queue: Queue; now: Instant };

/** What a new run is given. */
export type NewRun<Params, Outcome> = {
  params: Params;
  /** The tenant it is about; the platform without it. */
  tenantId?: number | null;
  /** Items it will come by, for the bar. */
  total: number;
  by: Starter;
  /** Made by the browser: the same order of a user (`by.userId`) sent twice is one run. */
  clientKey?: string;
  /** What it begins with besides the defaults. */
  outcome?: Partial<Outcome>;
};

/** A run as it begins, or waits to. */
const rowOf = <Params, Outcome>(
  kind: RunKind<Params, Outcome>,
  { params, tenantId = null, total, by, clientKey, outcome = {} }: NewRun<Params, Outcome>,
) => ({
  tenant_id: tenantId,
  kind: kind.kind,
  subject: kind.subject(params),
  scope: kind.scope(params),
  params,
  total,
  cursors: Array.from({ length: kind.partitions }, () => 0),
  outcome,
  by,
  clientKey,
});

/** Now, by the clock of a kind of run. */
const nowOf = ({ machineTime }: { machineTime?: boolean }, now: Instant): Instant =>
  machineTime === true ? realClock.now() : now;

/** The error of a run that a newer one of its scope ended. */
export const supersededError = 'superseded';

/**
 * Starts a run in the current transaction. One of its scope that is under way is ended by it, or keeps it from being started:
 * then it is undefined, as it is when the same order was sent before (`findRunByKey` finds that run).
 */
export async function startRun<Params, Outcome>(
  { database, queue, now }: StartDeps,
  kind: RunKind<Params, Outcome>,
  run: NewRun<Params, Outcome>,
): Promise<Run<Params, Outcome> | undefined> {
  const row = rowOf(kind, run);
  if (kind.supersedes && row.clientKey !== undefined)
    throw new Error(`an order of the kind ${kind.kind} sent twice would end itself`);
  const superseded: RunEnd = { state: 'cancelled', error: supersededError };
  let started: StoredRun | undefined;
  // One that was being started at the same moment is there by now, and is ended too.
  for (let tries = 0; started === undefined && tries < (kind.supersedes ? 3 : 1); tries += 1) {
    if (kind.supersedes && row.scope !== null)
      await endScope(database, { kinds: [kind.kind], scope: row.scope }, superseded, nowOf(kind, now));
    started = await insertRun(database, row, nowOf(kind, now));
  }
  if (started === undefined) return undefined;
  await enqueueRun(queue, kind, started.id);
  return readRun(kind, started);
}

/**
 * Writes a run down that does not begin yet: it has no task until `beginWaitingRun`. Undefined when the same order was sent before.
 * Only kinds without scopes can wait.
 */
export async function addWaitingRun<Params, Outcome>(
  { database, now }: Pick<StartDeps, 'database' | 'now'>,
  kind: RunKind<Params, Outcome>,
  run: NewRun<Params, Outcome>,
): Promise<OrderedRun<Params, Outcome> | undefined> {
  const row = rowOf(kind, run);
  if (row.scope !== null) throw new Error(`a run of the kind ${kind.kind} has a scope and cannot wait`);
  const added = await insertRun(database, { ...row, state: 'waiting' }, nowOf(kind, now));
  return added === undefined ? undefined : readOrdered(kind, added);
}

/** Lets a waiting run begin in the current transaction; undefined when it does not wait. Without `params` it keeps those it has. */
export async function beginWaitingRun<Params extends object, Outcome>(
  { database, queue, now }: StartDeps,
  kind: RunKind<Params, Outcome>,
  id: number,
  { total, params }: { total: number; params?: Params },
): Promise<Run<Params, Outcome> | undefined> {
  const begun = await beginRow(database, id, { kind: kind.kind, total, params }, nowOf(kind, now));
  if (begun === undefined) return undefined;
  await enqueueRun(queue, kind, begun.id);
  return readRun(kind, begun);
}

const ofStored = { partition: 0, after: 0, cursor: undefined, failed: 0 };

/**
 * Does something short at once, in the current transaction, and keeps it as a run that has ended. `work` gets the id of the
 * run and gives what came of it; a run of the same kind has no handler and no task.
 */
export async function keepRun<Params, Outcome extends object>(
  { database, now }: Pick<StartDeps, 'database' | 'now'>,
  kind: RunKind<Params, Outcome>,
  run: Omit<NewRun<Params, Outcome>, 'outcome' | 'clientKey'>,
  work: (runId: number) => Promise<Partial<Outcome>>,
): Promise<Run<Params, Outcome>> {
  const row = await insertRun(database, { ...rowOf(kind, run), scope: null, cursors: [0] }, now);
  if (row === undefined) throw new Error(`a run of the kind ${kind.kind} could not be kept`);
  const outcome = await work(row.id);
  await moveRun(database, row.id, { ...ofStored, done: run.total, outcome });
  const ended = await endRun(database, row.id, { state: 'done', error: null }, now);
  if (ended === undefined) throw new Error(`a run of the kind ${kind.kind} ended by itself`);
  return readRun(kind, ended);
}

type Which<Params, Outcome> = { kinds: readonly RunKind<Params, Outcome>[]; subjects?: readonly string[] | undefined };

const namesOf = (kinds: readonly { kind: string }[]): string[] => kinds.map(({ kind }) => kind);

/** Stored runs as their kinds read them. */
export function readAll<Params, Outcome>(
  kinds: readonly RunKind<Params, Outcome>[],
  rows: Awaited<ReturnType<typeof selectRuns>>,
): Run<Params, Outcome>[] {
  return rows.flatMap((row) => {
    const kind = kinds.find((one) => one.kind === row.kind);
    return kind === undefined ? [] : [readRun(kind, row)];
  });
}

/** Runs, newest first. */
export const listRuns = async <Params, Outcome>(
  database: Database,
  { kinds, subjects }: Which<Params, Outcome>,
  limit: number,
): Promise<Run<Params, Outcome>[]> =>
  readAll(kinds, await selectRuns(database, { kinds: namesOf(kinds), subjects }, limit));

/** The newest run of each kind and subject. */
export const listLatestRuns = async <Params, Outcome>(
  database: Database,
  { kinds, subjects }: Which<Params, Outcome>,
): Promise<Run<Params, Outcome>[]> =>
  readAll(kinds, await selectLatestRuns(database, { kinds: namesOf(kinds), subjects }));

/** Ends what is under way of kinds in a scope; gives the runs as they ended. */
export const endRuns = async <Params, Outcome>(
  database: Database,
  { kinds, scope }: { kinds: readonly RunKind<Params, Outcome>[]; scope: string },
  end: RunEnd,
  now: Instant,
): Promise<Run<Params, Outcome>[]> =>
  readAll(kinds, await endScope(database, { kinds: namesOf(kinds), scope }, end, now));
