import { worldMs } from '#server/platform/clock/clock.ts';
import { z } from 'zod';
import { defineTask, type Queue, type TaskFailure, type TaskHandler } from '#server/platform/queue/index.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { attemptDelivery, type DeliverDeps } from './deliver.ts';

/** The kind of task that sends one notification. */
export const notificationTask = defineTask(
  'notification',
  z.object({ notificationId: z.number(), actorCode: z.string().optional() }),
  `select tenant_id from notification where id = (n.payload->>'notificationId')::int8`,
);

/** Waits (of the machine's time) after the first, second … failed attempt: about 32 hours in all, then it is given up. */
const retryWaits: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
];

/** How often a notification is tried before it is given up. */
const maxAttempts = retryWaits.length + 1;

const parallel = 20;
const leaseMs = 60_000;
/** A batch that still waits then waits for receivers that are silent: others are sent meanwhile. */
const hangsAfterMs = 2_000;

type Payload = z.infer<typeof notificationTask.payload>;

/** Puts notifications into the queue, each at most once, in the current transaction. */
export const enqueueNotifications = (
  queue: Queue,
  ids: readonly number[],
  options: { actorCode?: string; priority?: number } = {},
): Promise<void> =>
  queue.enqueueMany(
    notificationTask,
    ids.map((notificationId) => ({
      payload: {
        notificationId,
        ...(options.actorCode === undefined ? {} : { actorCode: options.actorCode }),
      },
      singletonKey: String(notificationId),
      maxAttempts,
      ...(options.priority === undefined ? {} : { priority: options.priority }),
    })),
  );

/** A little earlier or later, so that what failed together does not come back together. */
const spread = (waitMs: number): number => Math.round(waitMs * (0.9 + 0.2 * Math.random()));

/** Sends what is in the queue: many at once, so that a slow receiver holds up nobody else. */
export const notificationHandler = (deps: DeliverDeps): TaskHandler<Payload> => ({
  batchSize: parallel,
  concurrency: 2,
  leaseMs,
  run: async (payloads, signal, { tasks, complete, freePlace = () => {} }) => {
    const free = setTimeout(freePlace, hangsAfterMs);
    const results = await Promise.all(
      payloads.map(async (payload, index): Promise<TaskFailure | undefined> => {
        const { notificationId, actorCode = 'system' } = payload;
        const task = tasks[index];
        const tried = task?.attempt ?? 1;
        let retryAt: number | null = null;
        try {
          const { delivery } = await attemptDelivery(deps, notificationId, {
            actorCode,
            signal,
            nextAt: (failed) => {
              const wait = retryWaits[tried - 1];
              if (wait === undefined || tried >= (task?.maxAttempts ?? maxAttempts)) return null;
              retryAt = deps.clock.now() + worldMs(deps.clock, Math.max(spread(wait), failed.retryAfterMs ?? 0));
              return retryAt;
            },
            onRecorded: async (recorded) => {
              if (recorded.ok) await complete([index]);
            },
          });
          if (delivery === 'nothing' || delivery.ok) return undefined;
          const error = new Error([delivery.reason, delivery.code].filter(Boolean).join(' '));
          return retryAt === null ? { index, error, fatal: true } : { index, error, retryAt };
        } catch (error) {
          return { index, error };
        }
      }),
    ).finally(() => clearTimeout(free));
    return results.filter((failure) => failure !== undefined);
  },
});
