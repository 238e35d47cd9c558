import type { Logger } from 'pino';
import { z } from 'zod';
import { type Clock, worldMs } from '../clock/clock.ts';
import type { RunHandler } from '../run/work-run.ts';
import { runningKinds } from './queries.ts';
import type { Queue } from './queue.ts';
import type { TaskHandler, TaskLeft, TaskRun, Task } from './types.ts';

/** Declares a kind of background work in the module that does it, and by `turnOf` in whose turn its tasks are claimed. */
export const defineTask = <Payload>(kind: string, payload: z.ZodType<Payload>, turnOf?: string): Task<Payload> => ({
  kind,
  payload,
  turnOf,
});

/** Declares work that is done again and again: its tasks carry nothing. */
export const defineRecurring = (kind: string): Task<null> => defineTask(kind, z.null());

/** A kind of background work with what does it, as a module gives it to the product. */
export type TaskWork = {
  readonly kind: string;
  readonly handler: TaskHandler;
  /** Real time between two runs of work that is done again and again; such work waits in the queue from the start on. */
  readonly everyMs?: number;
};

/** What a module does in the background. */
export type BackgroundModule = {
  readonly tasks: readonly TaskWork[];
  /** Kinds of run it works on. */
  readonly runs?: readonly RunHandler[];
  /** Small work that is done every minute, all of it in one task; `false` means that there is more to do. */
  readonly chores?: readonly Chore[];
};

/** Something small that is done every minute. */
export type Chore = { readonly name: string; readonly run: () => Promise<boolean | void> };

/** Runs a handler on the tasks at these places of a batch, and gives their failures with the places of the batch. */
async function runSome<Payload>(
  handler: TaskHandler<Payload>,
  places: readonly { index: number; payload: Payload }[],
  signal: AbortSignal,
  run: TaskRun,
): Promise<TaskLeft[]> {
  const placeOf = (index: number): number => places[index]?.index ?? index;
  const tasks = places.flatMap(({ index }) => run.tasks[index] ?? []);
  const complete = (indexes?: readonly number[]): Promise<void> =>
    run.complete((indexes ?? [...places.keys()]).map(placeOf));
  const failures = await handler.run(
    places.map(({ payload }) => payload),
    signal,
    { ...run, tasks, complete },
  );
  return (failures ?? []).map((failure) => ({ ...failure, index: placeOf(failure.index) }));
}

/** A declared task with what does it: its payloads are checked first, and one of another shape fails for good. */
export const workOn = <Payload>(task: Task<Payload>, handler: TaskHandler<Payload>): TaskWork => ({
  kind: task.kind,
  handler: {
    ...handler,
    run: async (payloads, signal, run) => {
      const read = payloads.map((payload) => task.payload.safeParse(payload));
      const wrong = read.flatMap(({ error }, index) => (error === undefined ? [] : [{ index, error, fatal: true }]));
      const right = read.flatMap(({ success, data }, index) => (success ? [{ index, payload: data }] : []));
      if (wrong.length === 0)
        return handler.run(
          right.map(({ payload }) => payload),
          signal,
          run,
        );
      return right.length === 0 ? wrong : [...wrong, ...(await runSome(handler, right, signal, run))];
    },
  },
});

/** After a failure recurring work is tried again so soon (real time). */
const retryMs = 10_000;

/** Work that is done again and again: it plans its next run itself, whatever happens; `false` means that not all of it worked. */
export const repeat = (
  { queue, clock, log }: { queue: Queue; clock: Clock; log: Logger },
  task: Task<null>,
  everyMs: number,
  work: () => Promise<boolean | void>,
): TaskWork => ({
  everyMs,
  ...workOn(task, {
    run: async () => {
      let worked: boolean | void = false;
      try {
        worked = await work();
      } catch (error) {
        log.warn({ err: error, kind: task.kind }, 'recurring work failed and is tried again');
      }
      const waitMs = worked === false ? Math.min(retryMs, everyMs) : everyMs;
      await queue.enqueue(task, null, { singletonKey: task.kind, runAt: clock.now() + worldMs(clock, waitMs) });
    },
  }),
});

/**
 * Sees to it that recurring work is in the queue; what waits there already stays, and what a worker has in hand puts its next run itself:
 * a second one beside it would do the same work at the same time.
 */
export async function enqueueRecurring(queue: Queue, works: readonly TaskWork[]): Promise<void> {
  const running = new Set(await runningKinds(queue.database));
  for (const { kind, everyMs } of works)
    if (everyMs !== undefined && !running.has(kind))
      await queue.enqueue(defineRecurring(kind), null, { singletonKey: kind });
}
