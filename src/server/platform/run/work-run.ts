import type { Logger } from 'pino';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { type LiveMessage, publish } from '../realtime/index.ts';
import { readRun, type Run, type RunKind, type StoredRun } from './define-run.ts';
import { endRun, findRun, moveRun, type RunEnd, type RunStep } from './run-queries.ts';

/** The error of a run whose task was tried for the last time. */
const interruptedError = 'interrupted';

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
  /** Gives back what the work holds, when it ends or is interrupted. */
  end?: () => Promise<void>;
};

type Taken = { ids: readonly number[]; work: (signal: AbortSignal) => Promise<WriteStep<object>> };

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
  readonly awaited: boolean;
  readonly givesUp: boolean;
  readonly news: (run: StoredRun) => LiveMessage | null;
  readonly begin: (run: StoredRun) => Promise<RunSession>;
};

/** A declared kind of run with what does it; work that holds something of its own is made for each run. */
export const workOnRun = <Params, Outcome extends object, Item extends { id: number }>(
  kind: RunKind<Params, Outcome>,
  given: RunWork<Params, Outcome, Item> | ((run: Run<Params, Outcome>) => Promise<RunWork<Params, Outcome, Item>>),
): RunHandler => ({
  kind: kind.kind,
  priority: kind.priority,
  awaited: kind.awaited ?? false,
  givesUp: kind.givesUp ?? false,
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
        if (items.length === 0) return undefined;
        return { ids: items.map(({ id }) => id), work: (signal) => work.work(run, items, signal) };
      },
      end: async () => work.end?.(),
    };
  },
});

/** What working on runs needs. */
export type RunDeps = { database: Database; clock: Clock; log: Logger; runs: readonly RunHandler[] };

/** The run was ended meanwhile: what the step did is undone. */
class Ended extends Error {}

async function tell(database: Database, handler: RunHandler, run: StoredRun | undefined): Promise<void> {
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
    if (moved === undefined) throw new Ended();
    await tell(database, handler, moved);
  });
}

const nothing = (): Promise<object> => Promise.resolve({});

/** One partition of a run that is being worked on. */
class Partition {
  readonly #deps: RunDeps;
  readonly #handler: RunHandler;
  readonly #session: RunSession;
  readonly #runId: number;
  readonly #index: number;
  /** Items of a step that failed are tried one by one: so many are left. */
  #oneByOne = 0;

  constructor(deps: RunDeps, handler: RunHandler, session: RunSession, place: { runId: number; index: number }) {
    const { runId, index } = place;
    this.#deps = deps;
    this.#handler = handler;
    this.#session = session;
    this.#runId = runId;
    this.#index = index;
  }

  /** Executes all steps; false when the run was cancelled or superseded meanwhile. */
  async work(signal: AbortSignal): Promise<boolean> {
    try {
      for (;;) {
        signal.throwIfAborted();
        const run = await findRun(this.#deps.database, this.#runId);
        if (run === undefined || run.state !== 'running') return false;
        if (await this.#settle(run, signal)) continue;
        const after = run.cursors[this.#index] ?? 0;
        const limit = this.#oneByOne > 0 ? 1 : this.#session.step;
        const partition = { index: this.#index, of: run.cursors.length, after };
        const taken = await this.#session.take(run, partition, limit);
        if (taken === undefined) return true;
        await this.#step(taken, signal);
      }
    } catch (error) {
      if (error instanceof Ended) return false;
      throw error;
    }
  }

  async #commit(ids: readonly number[], failed: number, write: WriteStep<object>): Promise<void> {
    const step = { partition: this.#index, cursor: ids.at(-1), done: ids.length, failed };
    await commitStep(this.#deps, this.#handler, this.#runId, step, write);
  }

  async #settle(run: StoredRun, signal: AbortSignal): Promise<boolean> {
    const write = await this.#session.settle(run, signal);
    if (write === undefined) return false;
    await this.#commit([], 0, write);
    return true;
  }

  /** One odd item must not hold up the others: it is counted, logged and passed over. */
  async #step({ ids, work }: Taken, signal: AbortSignal): Promise<void> {
    const { log } = this.#deps;
    const context = { runId: this.#runId, kind: this.#handler.kind };
    try {
      await this.#commit(ids, 0, await work(signal));
    } catch (error) {
      if (error instanceof Ended) throw error;
      signal.throwIfAborted();
      if (this.#session.whole) throw error;
      if (ids.length > 1) {
        log.warn({ err: error, ...context }, 'a step of a run failed and is done one by one');
        this.#oneByOne = ids.length;
        return;
      }
      log.error({ err: error, ...context, itemId: ids[0] }, 'an item of a run could not be worked on');
      await this.#commit(ids, 1, nothing);
    }
    this.#oneByOne = Math.max(0, this.#oneByOne - ids.length);
  }
}

/** Works on the partitions of a run beside each other; false when it was ended meanwhile. */
async function workPartitions(
  deps: RunDeps,
  handler: RunHandler,
  run: StoredRun,
  signal: AbortSignal,
): Promise<boolean> {
  const session = await handler.begin(run);
  const other = new AbortController();
  const either = AbortSignal.any([signal, other.signal]);
  const partitions = run.cursors.map(async (_after, index) => {
    try {
      return await new Partition(deps, handler, session, { runId: run.id, index }).work(either);
    } catch (error) {
      other.abort(error);
      throw error;
    }
  });
  // What has begun is finished before anything is said about it.
  const ends = await Promise.allSettled(partitions);
  await session.end();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return ends.every((end) => end.status === 'fulfilled' && end.value);
}

/** Ends a run with what browsers are told of it. */
const finishRun = (deps: RunDeps, handler: RunHandler, runId: number, end: RunEnd): Promise<void> =>
  deps.database.transaction(async () => {
    await tell(deps.database, handler, await endRun(deps.database, runId, end, deps.clock.now()));
  });

/**
 * Works a run off from where it came to, its partitions beside each other. A run that was ended meanwhile leaves the current steps
 * undone; after a kill the next worker goes on behind the last finished steps. `last` = the task will not be tried again.
 */
export async function workRun(deps: RunDeps, runId: number, signal: AbortSignal, last = false): Promise<void> {
  const run = await findRun(deps.database, runId);
  if (run === undefined || run.state !== 'running') return;
  const handler = deps.runs.find(({ kind }) => kind === run.kind);
  if (handler === undefined) throw new Error(`no module works on runs of the kind ${run.kind}`);
  try {
    if (!(await workPartitions(deps, handler, run, signal))) return;
  } catch (error) {
    if (last && handler.givesUp) await finishRun(deps, handler, runId, { state: 'failed', error: interruptedError });
    throw error;
  }
  await finishRun(deps, handler, runId, { state: 'done', error: null });
}
