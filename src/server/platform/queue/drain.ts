import type { Instant } from '#shared/time/instant.ts';
import { nextDue } from './queries.ts';
import type { Queue } from './queue.ts';
import type { runBatch } from './run-batch.ts';
import type { Claim, TaskHandler } from './types.ts';

/** What draining did; `dead` are among the failed. */
export type Drained = { done: number; failed: number; dead: number };

/** How far to go through time, and how many batches at most. */
export type DrainOptions = { until?: Instant; maxBatches?: number };

/** Claims and runs batches of the kinds that have a handler. */
export type TaskExecutor = {
  queue: Queue;
  handlers: Readonly<Record<string, TaskHandler>>;
  claim: (kind: string, handler: TaskHandler) => Promise<Claim[]>;
  run: (
    kind: string,
    handler: TaskHandler,
    claims: readonly Claim[],
    freePlace?: () => void,
  ) => ReturnType<typeof runBatch>;
};

const MAX_BATCHES = 10_000;

/** One batch of every kind; false when nothing was due. */
async function drainRound({ handlers, claim, run }: TaskExecutor, total: Drained, spend: () => void): Promise<boolean> {
  let found = false;
  for (const [kind, handler] of Object.entries(handlers)) {
    const claims = await claim(kind, handler);
    if (claims.length === 0) continue;
    found = true;
    spend();
    const { done, failed, dead } = await run(kind, handler, claims);
    total.done += done;
    total.failed += failed;
    total.dead += dead;
  }
  return found;
}

/** Works off everything due, then, with `until`, moves the clock to the next due time and goes on. */
export async function drain(
  executor: TaskExecutor,
  { until, maxBatches = MAX_BATCHES }: DrainOptions,
): Promise<Drained> {
  const { queue, handlers } = executor;
  const clock: Queue['clock'] & { set?: (instant: Instant) => void } = queue.clock;
  if (until !== undefined && clock.set === undefined) throw new Error('only a clock that can be set goes through time');
  const total: Drained = { done: 0, failed: 0, dead: 0 };
  let left = maxBatches;
  const spend = (): void => {
    left -= 1;
    if (left < 0) throw new Error('the tasks do not come to an end');
  };
  for (;;) {
    while (await drainRound(executor, total, spend));
    const due = until === undefined ? undefined : await nextDue(queue.database, Object.keys(handlers));
    if (until === undefined || due === undefined || due > until) break;
    clock.set?.(Math.max(due, clock.now()));
  }
  if (until !== undefined && until > clock.now()) clock.set?.(until);
  return total;
}
