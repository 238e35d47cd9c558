import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import {
  type BackgroundModule,
  defineTask,
  type Queue,
  type TaskFailure,
  type TaskPostponed,
  workOn,
} from '#server/platform/queue/index.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { type PullDeps, runPulls } from './pull-task.ts';
import type { BatchSummary } from './process-outcomes.ts';
import { listForgottenTargets, type OverduePlace } from './queries.ts';
import { createSourceGate } from './source-gate.ts';
import { takeOutcomes } from './take-outcomes.ts';

const target = z.object({ subscriptionSourceId: z.number() });
const tenantOfTarget = `select tenant_id from subscription_source where id = (n.payload->>'subscriptionSourceId')::int8`;

/** Asks a source about a subscription; the waiting task is the schedule. */
export const pullTask = defineTask('pull', target, tenantOfTarget);
/** Makes the record of a subscription again from what was pushed. */
const pushedTask = defineTask('pushed', target, tenantOfTarget);

const atOnce = 50;
const leaseMs = 60_000;
/** A failed answer is no failed task: what counts here are workers that were lost with it, and a pull does nothing twice. */
const maxPullAttempts = 20;
const forgottenAfterMs = 10 * MINUTE_MS;
const maxWoken = 1000;
/** Overdue targets that one look goes through: all of them where there are no more, and the next ones a minute later. */
const overdueAtOnce = 10_000;
/** Requests of one worker to one source at the same time; a batch whose source is quick waits for its turn. */
const maxOfSource = 25;
/** A source that has not answered any request for so long (real time) counts as hanging. */
const hangsAfterMs = 3_000;
/** When a source that hangs is tried again for what was not queried (real time). */
const askLaterMs = 30_000;

/** Puts pulls into the queue: one waiting per source and subscription. */
export const pullScheduler =
  (queue: Queue) =>
  async (pulls: readonly { subscriptionSourceId: number; at: number }[]): Promise<void> => {
    await queue.enqueueMany(
      pullTask,
      pulls.map(({ subscriptionSourceId, at }) => ({
        payload: { subscriptionSourceId },
        runAt: at,
        singletonKey: String(subscriptionSourceId),
        maxAttempts: maxPullAttempts,
      })),
    );
  };

/** Has the records of targets made again from what was pushed. */
export const pushScheduler =
  (queue: Queue) =>
  async (ids: readonly number[]): Promise<void> => {
    await queue.enqueueMany(
      pushedTask,
      ids.map((id) => ({ payload: { subscriptionSourceId: id }, singletonKey: String(id), priority: 80 })),
    );
  };

/** What the pipeline's background work is made of. */
export type CollectionTaskDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  pipeline: PullDeps;
  concurrency: number;
  /** When a source counts as hanging (real time). */
  hangsAfterMs?: number;
  /** Counts what the pipeline did. */
  onBatch?: (summary: BatchSummary) => void;
};

const failuresOf = (
  ids: readonly number[],
  failed: readonly { subscriptionSourceId: number; error: unknown }[],
): TaskFailure[] =>
  failed.map(({ subscriptionSourceId, error }) => ({ index: ids.indexOf(subscriptionSourceId), error }));

/** Asks again for what nothing would ask for any more; one that is requested at this moment is not meant. */
function wakeForgotten({ database, clock, log, pipeline }: CollectionTaskDeps): () => Promise<void> {
  let behind: OverduePlace | undefined;
  return async () => {
    const now = clock.now();
    const { ids, next } = await listForgottenTargets(database, {
      dueBefore: now - forgottenAfterMs,
      limit: maxWoken,
      lookedAt: overdueAtOnce,
      behind,
    });
    behind = next;
    if (ids.length === 0) return;
    log.warn({ targets: ids.length }, 'targets that nothing would ask for any more are asked again');
    await pipeline.schedulePulls(ids.map((id) => ({ subscriptionSourceId: id, at: now })));
  };
}

/** Asking sources and taking in what they say. */
export function collectionTasks(deps: CollectionTaskDeps): BackgroundModule {
  const { pipeline, clock } = deps;
  const count = (summary: BatchSummary): void => deps.onBatch?.(summary);
  const freeAfterMs = deps.hangsAfterMs ?? hangsAfterMs;
  const gate = createSourceGate({ limit: maxOfSource, hangsAfterMs: freeAfterMs });
  const pull = workOn(pullTask, {
    batchSize: atOnce,
    concurrency: deps.concurrency,
    leaseMs,
    run: async (targets, signal, { freePlace = () => {} }) => {
      const ids = targets.map(({ subscriptionSourceId }) => subscriptionSourceId);
      const { summaries, failed, postponed } = await runPulls(pipeline, targets, signal, {
        gate,
        freeAfterMs,
        askLaterMs,
        freePlace,
      });
      summaries.forEach(count);
      const later = postponed.map(({ id, at }): TaskPostponed => ({ index: ids.indexOf(id), postponedTo: at }));
      return [...failuresOf(ids, failed), ...later];
    },
  });
  const pushed = workOn(pushedTask, {
    batchSize: atOnce,
    run: async (targets) => {
      const requestedAt = clock.now();
      const ids = targets.map(({ subscriptionSourceId }) => subscriptionSourceId);
      const outcomes = ids.map((id) => ({ kind: 'pushed', subscriptionSourceId: id, requestedAt }) as const);
      const { summaries, failed } = await takeOutcomes(pipeline, outcomes, requestedAt);
      summaries.forEach(count);
      return failuresOf(ids, failed);
    },
  });
  return { tasks: [pull, pushed], chores: [{ name: 'forgotten targets', run: wakeForgotten(deps) }] };
}
