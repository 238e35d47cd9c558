import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Logger } from 'pino';
import { endRun, findRun, moveRun } from './run-queries.ts';
import type { RefusionCause, RefusionRunRow, RunPartition, StepResult } from './run-queries.ts';

/** How one kind of run finds its subscriptions and makes them again. */
export type RefusionWork = {
  /** The next subscriptions of a partition, by id; none when all are done. */
  next: (run: RefusionRunRow, partition: RunPartition, limit: number) => Promise<number[]>;
  /** Makes subscriptions again, in the current transaction. Twice does nothing twice. */
  make: (run: RefusionRunRow, subscriptionIds: readonly number[]) => Promise<Omit<StepResult, 'failed'>>;
};

/** What the task of re-fusion works with. */
export type RefusionDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  works: Readonly<Record<RefusionCause, RefusionWork>>;
};

/** Subscriptions in one transaction: enough that asking costs little, few enough that nobody waits long for their locks. */
const stepSize = 100;

class Ended extends Error {}

/** One step and its record in the run are one transaction, so that a killed worker leaves nothing counted twice. */
async function step(
  deps: RefusionDeps,
  run: RefusionRunRow,
  partition: RunPartition,
  ids: readonly number[],
): Promise<void> {
  const { database, works } = deps;
  await database.transaction(async () => {
    const result = await works[run.cause].make(run, ids);
    const position = ids.at(-1) ?? partition.after;
    const moved = { ...result, failed: 0, done: ids.length, partition: partition.index, position };
    if (!(await moveRun(database, run.id, moved))) throw new Ended();
  });
}

/** One odd shipment must not hold up the others: it is counted, logged and left as it is. */
async function oneByOne(
  deps: RefusionDeps,
  run: RefusionRunRow,
  partition: RunPartition,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    try {
      await step(deps, run, partition, [id]);
    } catch (error) {
      if (error instanceof Ended) throw error;
      deps.log.error({ err: error, runId: run.id, subscriptionId: id }, 'a shipment could not be fused again');
      const none = { changed: 0, opened: 0, resolved: 0 };
      const skipped = { ...none, failed: 1, done: 1, partition: partition.index, position: id };
      if (!(await moveRun(deps.database, run.id, skipped))) throw new Ended();
    }
  }
}

/** Works one partition off; false when the run is no longer to go on. */
async function workPartition(deps: RefusionDeps, runId: number, index: number, signal: AbortSignal): Promise<boolean> {
  try {
    for (;;) {
      signal.throwIfAborted();
      const run = await findRun(deps.database, runId);
      if (run === undefined || run.state !== 'running') return false;
      const partition = { index, of: run.positions.length, after: run.positions[index] ?? 0 };
      const ids = await deps.works[run.cause].next(run, partition, stepSize);
      if (ids.length === 0) return true;
      try {
        await step(deps, run, partition, ids);
      } catch (error) {
        if (error instanceof Ended) throw error;
        signal.throwIfAborted();
        deps.log.warn({ err: error, runId }, 'a step of a re-fusion failed and is done one by one');
        await oneByOne(deps, run, partition, ids);
      }
    }
  } catch (error) {
    if (error instanceof Ended) return false;
    throw error;
  }
}

/**
 * Works a run off from where it came to, its partitions beside each other. A run that somebody cancelled meanwhile ends with the
 * current steps undone; after a kill the next worker goes on behind the last finished steps.
 */
export async function workRefusion(deps: RefusionDeps, runId: number, signal: AbortSignal): Promise<void> {
  const run = await findRun(deps.database, runId);
  const other = new AbortController();
  const either = AbortSignal.any([signal, other.signal]);
  const partitions = (run?.positions ?? []).map(async (_after, index) => {
    try {
      return await workPartition(deps, runId, index, either);
    } catch (error) {
      other.abort(error);
      throw error;
    }
  });
  // What has begun is finished before anything is said about it.
  const ends = await Promise.allSettled(partitions);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (ends.length > 0 && ends.every((end) => end.status === 'fulfilled' && end.value))
    await endRun(deps.database, runId, { state: 'done', error: null }, deps.clock.now());
}
