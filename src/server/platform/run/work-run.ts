import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { type Clock, realClock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { type LiveMessage, publish } from '../realtime/index.ts';
import { readRun, type Run, type RunKind, type RunQueue, type StoredRun } from './define-run.ts';
import { endRun, findRun, lockRun, moveRun, type RunEnd, type RunStep } from './run-queries.ts';

/** The error of a run whose task was tried for the last time. */
const interruptedError = 'interrupted';

/** Thrown by the work of a run: it cannot go on, and another try would not help. The run fails with this error. */
export class RunFailure extends Error {
  override readonly name = 'RunFailure';
}

/** This worker leaves the run, and what the step did is undone: the run was ended, or another worker has done the step. */
class RunLeft extends Error {
  override readonly name = 'RunLeft';
}

/** Every `of`th item, beginning with the `index`th, after the one that was done last. */
export type RunPartition = { index: number; of: number; after: number };

/** Writes what a step found, in one transaction with the progress; gives what is added to the outcome. */
export type WriteStep<Outcome> = () => Promise<Partial<Outcome>>;

/** How a kind of run finds its items and works on them. */
export type RunWork<Params, Outcome, Item extends { id: number } = { id: number }> = {
  /** Items in one step: enough for few round trips, and few enough that their locks are held only briefly. */
  step: number;
  /** Items of a step that fails are not tried one by one: the whole step is tried again, by the next try of the task. */
  whole?: boolean;
  /** What a former step left to be done before the next items are looked at; undefined when there is nothing. */
  settle?: (run: Run<Params, Outcome>, signal: AbortSignal) => Promise<WriteStep<Outcome> | undefined>;
  /** The next items of a partition, by id; none when all are done. */
  next: (run: Run<Params, Outcome>, partition: RunPartition, limit: number) => Promise<readonly Item[]>;
  /** Looks at items; done twice it does nothing twice. What it gives is run in the transaction of the step. */
  work: (run: Run<Params, Outcome>, items: readonly Item[], signal: AbortSignal) => Promise<WriteStep<Outcome>>;
  /**
   * What is written about an item that failed on its own, in place of its work: the item then counts as done. Undefined: the item
   * counts as failed, as it does without `passOver`. It throws an error that is not about the item: the task is then tried again.
   */
  passOver?: (run: Run<Params, Outcome>, item: Item, error: unknown) => WriteStep<Outcome> | undefined;
  /** Gives back what the work holds, when it ends or is interrupted. */
  end?: () => Promise<void>;
};

/** Items of a step. `passOver` is asked only when there is one item. */
type Taken = {
  ids: readonly number[];
  work: (signal: AbortSignal) => Promise<WriteStep<object>>;
  passOver: (error: unknown) => WriteStep<object> | undefined;
};

/** What works on one run until it ends or is interrupted. */
type RunSession = {
  readonly step: number;
  readonly whole: boolean;
  readonly settle: (run: StoredRun, signal: AbortSignal) => Promise<WriteStep<object> | undefined>;
  readonly take: (run: StoredRun, partition: RunPartition, limit: number) => Promise<Taken | undefined>;
  readonly end: () => Promise<void>;
};

/** A kind of run with what does it, as a module gives it to the product. */
export type RunHandler = {
  readonly kind: string;
  readonly priority: number;
  readonly runQueue: RunQueue | undefined;
  readonly givesUp: boolean;
  readonly tries: number | undefined;
  readonly machineTime: boolean;
  readonly news: (run: StoredRun) => LiveMessage | null;
  readonly ended: (run: StoredRun) => Promise<void>;
  readonly begin: (run: StoredRun) => Promise<RunSession>;
};

/**
 * A declared kind of run with what does it; work that holds something of its own is made for each run. `ended` removes what is not
 * needed any more, in the transaction in which a worker ends the run.
 */
export const workOnRun = <Params, Outcome extends object, Item extends { id: number }>(
  kind: RunKind<Params, Outcome>,
  given: RunWork<Params, Outcome, Item> | ((run: Run<Params, Outcome>) => Promise<RunWork<Params, Outcome, Item>>),
  ended?: (run: Run<Params, Outcome>) => Promise<void>,
): RunHandler => ({
  kind: kind.kind,
  priority: kind.priority,
  runQueue: kind.runQueue,
  givesUp: kind.givesUp ?? false,
  tries: kind.tries,
  machineTime: kind.machineTime ?? false,
  ended: async (run) => ended?.(readRun(kind, run)),
  news: (run) => kind.news?.(readRun(kind, run)) ?? null,
  begin: async (begun) => {
    const work = typeof given === 'function' ? await given(readRun(kind, begun)) : given;
    return {
      step: work.step,
      whole: work.whole ?? false,
      settle: async (run, signal) => work.settle?.(readRun(kind, run), signal),
      take: async (stored, partition, limit) => {
        const run = readRun(kind, stored);
        const items = await work.next(run, partition, limit);
        const [first] = items;
        if (first === undefined) return undefined;
        return {
          ids: items.map(({ id }) => id),
          work: (signal) => work.work(run, items, signal),
          passOver: (error) => work.passOver?.(run, first, error),
        };
      },
      end: async () => work.end?.(),
    };
  },
});

/** What working on runs needs. */
export type RunDeps = { database: Database; clock: Clock; log: Logger; runs: readonly RunHandler[] };

/**
 * For steps that must not be written twice, such as those of a file: locks the run until the end of the transaction, and leaves it when it
 * was ended or moved since it was read. Called first in what a step writes; runs with several partitions would wait for each other.
 */
export async function holdRun<Params, Outcome>(
  database: Database,
  kind: RunKind<Params, Outcome>,
  read: Pick<Run<unknown, unknown>, 'id' | 'cursors' | 'outcome'>,
): Promise<void> {
  const stored = await lockRun(database, read.id);
  if (stored === undefined) throw new RunLeft();
  const { cursors, outcome } = readRun(kind, stored);
  if (!isDeepStrictEqual([cursors, outcome], [read.cursors, read.outcome])) throw new RunLeft();
}

async function notify(database: Database, handler: RunHandler, run: StoredRun | undefined): Promise<void> {
  const news = run === undefined ? null : handler.news(run);
  if (news !== null) await publish(database, news);
}

/** A step and its record in the run are one transaction, so that a killed worker leaves nothing counted twice. */
async function commitStep(
  { database }: RunDeps,
  handler: RunHandler,
  runId: number,
  step: Omit<RunStep, 'outcome'>,
  write: WriteStep<object>,
): Promise<void> {
  await database.transaction(async () => {
    const outcome = await write();
    const moved = await moveRun(database, runId, { ...step, outcome });
    if (moved === undefined) throw new RunLeft();
    await notify(database, handler, moved);
  });
}

const nothing = (): Promise<object> => Promise.resolve({});

/** Asked after each step: whether a run leaves its place to others and goes on later. */
export type GiveWay = () => Promise<boolean>;

/** One partition of a run that is being worked on. */
class Partition {
  readonly #deps: RunDeps;
  readonly #handler: RunHandler;
  readonly #session: RunSession;
  readonly #runId: number;
  readonly #index: number;
  readonly #giveWay: GiveWay;
  /** Items of a step that failed are tried one by one: so many are left. */
  #oneByOne = 0;

  constructor(
    deps: RunDeps,
    handler: RunHandler,
    session: RunSession,
    place: { runId: number; index: number; giveWay: GiveWay },
  ) {
    const { runId, index, giveWay } = place;
    this.#deps = deps;
    this.#handler = handler;
    this.#session = session;
    this.#runId = runId;
    this.#index = index;
    this.#giveWay = giveWay;
  }

  /** Executes all steps; false when the run was cancelled or superseded meanwhile, or gives way. */
  async work(signal: AbortSignal): Promise<boolean> {
    try {
      for (;;) {
        signal.throwIfAborted();
        const run = await findRun(this.#deps.database, this.#runId);
        if (run === undefined || run.state !== 'running') return false;
        const after = run.cursors[this.#index] ?? 0;
        if (await this.#settle(run, after, signal)) continue;
        const limit = this.#oneByOne > 0 ? 1 : this.#session.step;
        const partition = { index: this.#index, of: run.cursors.length, after };
        const taken = await this.#session.take(run, partition, limit);
        if (taken === undefined) return true;
        await this.#step(taken, after, signal);
        if (await this.#giveWay()) return false;
      }
    } catch (error) {
      if (error instanceof RunLeft) return false;
      throw error;
    }
  }

  async #commit(ids: readonly number[], after: number, write: WriteStep<object>, failed = 0): Promise<void> {
    const step = { partition: this.#index, after, cursor: ids.at(-1), done: ids.length, failed };
    await commitStep(this.#deps, this.#handler, this.#runId, step, write);
  }

  async #settle(run: StoredRun, after: number, signal: AbortSignal): Promise<boolean> {
    const write = await this.#session.settle(run, signal);
    if (write === undefined) return false;
    await this.#commit([], after, write);
    return true;
  }

  /** One odd item must not hold up the others: it is counted or noted, logged and passed over. */
  async #step({ ids, work, passOver }: Taken, after: number, signal: AbortSignal): Promise<void> {
    const { log } = this.#deps;
    const context = { runId: this.#runId, kind: this.#handler.kind };
    try {
      await this.#commit(ids, after, await work(signal));
    } catch (error) {
      if (error instanceof RunLeft || error instanceof RunFailure) throw error;
      signal.throwIfAborted();
      if (this.#session.whole) throw error;
      if (ids.length > 1) {
        log.warn({ err: error, ...context }, 'a step of a run failed and is done one by one');
        this.#oneByOne = ids.length;
        return;
      }
      const note = passOver(error);
      const item = { err: error, ...context, itemId: ids[0] };
      if (note === undefined) log.error(item, 'an item of a run could not be worked on');
      else log.warn(item, 'an item of a run could not be worked on, which is noted');
      await this.#commit(ids, after, note ?? nothing, note === undefined ? 1 : 0);
    }
    this.#oneByOne = Math.max(0, this.#oneByOne - ids.length);
  }
}

/** Works on the partitions of a run beside each other; false when it was ended meanwhile, or gives way. */
async function workPartitions(
  deps: RunDeps,
  handler: RunHandler,
  run: StoredRun,
  signal: AbortSignal,
  giveWay: GiveWay,
): Promise<boolean> {
  const session = await handler.begin(run);
  const other = new AbortController();
  const either = AbortSignal.any([signal, other.signal]);
  const partitions = run.cursors.map(async (_after, index) => {
    try {
      return await new Partition(deps, handler, session, { runId: run.id, index, giveWay }).work(either);
    } catch (error) {
      other.abort(error);
      throw error;
    }
  });
  // What has begun is finished before anything is stated about it.
  const ends = await Promise.allSettled(partitions);
  await session.end();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return ends.every((end) => end.status === 'fulfilled' && end.value);
}

/** Ends a run with what browsers are notified of it. */
const finishRun = ({ database, clock }: RunDeps, handler: RunHandler, runId: number, end: RunEnd): Promise<void> =>
  database.transaction(async () => {
    const ended = await endRun(database, runId, end, (handler.machineTime ? realClock : clock).now());
    if (ended === undefined) return;
    await handler.ended(ended);
    await notify(database, handler, ended);
  });

/** A run that will not be tried again has failed. */
export const giveRunUp = (deps: RunDeps, handler: RunHandler, runId: number): Promise<void> =>
  finishRun(deps, handler, runId, { state: 'failed', error: interruptedError });

/**
 * Works a run off from where it came to, its partitions beside each other. A run that was ended meanwhile leaves the current steps
 * undone; after a kill the next worker goes on behind the last finished steps. `last` = the task will not be tried again. Gives whether
 * the run gave way and has to be gone on with.
 */
export async function workRun(
  deps: RunDeps,
  runId: number,
  signal: AbortSignal,
  { last = false, giveWay = () => Promise.resolve(false) }: { last?: boolean; giveWay?: GiveWay } = {},
): Promise<boolean> {
  const run = await findRun(deps.database, runId);
  if (run === undefined || run.state !== 'running') return false;
  const handler = deps.runs.find(({ kind }) => kind === run.kind);
  if (handler === undefined) throw new Error(`no module works on runs of the kind ${run.kind}`);
  let gaveWay = false;
  // Once it gives way, all its partitions do.
  const leave = async (): Promise<boolean> => (gaveWay ||= await giveWay());
  try {
    if (!(await workPartitions(deps, handler, run, signal, leave))) return gaveWay;
  } catch (error) {
    if (error instanceof RunFailure) {
      deps.log.warn({ err: error, runId, kind: run.kind }, 'a run cannot go on');
      await finishRun(deps, handler, runId, { state: 'failed', error: error.message });
      return false;
    }
    // The end of a run may remove the data that its work reads.
    if (!signal.aborted && (await findRun(deps.database, runId))?.state !== 'running') {
      deps.log.info({ err: error, runId, kind: run.kind }, 'work on a run failed after the run was ended');
      return false;
    }
    // A worker that is stopped keeps nobody from trying again.
    if (last && handler.givesUp && !signal.aborted) await giveRunUp(deps, handler, runId);
    throw error;
  }
  await finishRun(deps, handler, runId, { state: 'done', error: null });
  return false;
}
