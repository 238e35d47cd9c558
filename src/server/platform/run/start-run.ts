import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineTask, type Queue } from '../queue/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { readRun, type Run, type RunKind } from './define-run.ts';
import { endRun, endScope, insertRun, moveRun, type RunEnd, selectLatestRuns, selectRuns } from './run-queries.ts';

const taskPayload = z.object({ runId: z.number() });
/** Kind of the task that works runs off. */
export const runTask = defineTask('run', taskPayload);
/** Kind of the task that works runs off that somebody waits for. */
export const awaitedRunTask = defineTask('awaited_run', taskPayload);

/** Queues a run, or queues it again. */
export const enqueueRun = (
  queue: Queue,
  kind: { awaited?: boolean; priority: number },
  runId: number,
): Promise<number> =>
  queue.enqueue(
    kind.awaited === true ? awaitedRunTask : runTask,
    { runId },
    { singletonKey: String(runId), priority: kind.priority },
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
  by: { code: string; name: string };
  /** What it begins with besides the defaults. */
  outcome?: Partial<Outcome>;
};

/** The error of a run that a newer one of its scope ended. */
export const supersededError = 'superseded';

/**
 * Starts a run in the current transaction. One of its scope that is under way is ended by it, or keeps it from being started:
 * then it is undefined.
 */
export async function startRun<Params, Outcome>(
  { database, queue, now }: StartDeps,
  kind: RunKind<Params, Outcome>,
  { params, tenantId = null, total, by, outcome = {} }: NewRun<Params, Outcome>,
): Promise<Run<Params, Outcome> | undefined> {
  const scope = kind.scope(params);
  const superseded: RunEnd = { state: 'cancelled', error: supersededError };
  if (kind.supersedes && scope !== null) await endScope(database, { kinds: [kind.kind], scope }, superseded, now);
  const cursors = Array.from({ length: kind.partitions }, () => 0);
  const row = await insertRun(
    database,
    { tenant_id: tenantId, kind: kind.kind, subject: kind.subject(params), scope, params, total, cursors, outcome, by },
    now,
  );
  if (row === undefined) return undefined;
  await enqueueRun(queue, kind, row.id);
  return readRun(kind, row);
}

/**
 * Does something short at once, in the current transaction, and keeps it as a run that has ended. `work` gets the id of the
 * run and gives what came of it; a run of the same kind has no handler and no task.
 */
export async function keepRun<Params, Outcome extends object>(
  { database, now }: Pick<StartDeps, 'database' | 'now'>,
  kind: RunKind<Params, Outcome>,
  { params, tenantId = null, total, by }: Omit<NewRun<Params, Outcome>, 'outcome'>,
  work: (runId: number) => Promise<Partial<Outcome>>,
): Promise<Run<Params, Outcome>> {
  const row = await insertRun(
    database,
    {
      tenant_id: tenantId,
      kind: kind.kind,
      subject: kind.subject(params),
      scope: null,
      params,
      total,
      cursors: [0],
      outcome: {},
      by,
    },
    now,
  );
  if (row === undefined) throw new Error(`a run of the kind ${kind.kind} could not be kept`);
  const outcome = await work(row.id);
  await moveRun(database, row.id, { partition: 0, cursor: undefined, done: total, failed: 0, outcome });
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
