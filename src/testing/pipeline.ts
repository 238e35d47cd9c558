import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { taskHandlers } from '#server/product.ts';
import { pullScheduler, pushScheduler } from '#server/modules/intake/collection/index.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import type { DeliverySettings } from '#server/modules/administration/notification/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { lacksKeys, seal, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { soon } from './soon.ts';

/** Settings of a pipeline on a test's database. */
export type PipelineOptions = {
  start: Instant;
  bookingFeedUrl?: string;
  /** Only where a source is silent: others answer, however busy the machine is. */
  sourceTimeoutMs?: number;
  delivery?: DeliverySettings;
  concurrency?: number;
  hangsAfterMs?: number;
  /** Keys of its own, as another process would have. */
  keys?: SecretKeys;
  /** The clock of another pipeline, so that both stand for processes of one product. */
  clock?: ReturnType<typeof manualClock>;
};

/** Master data and all background work on a clock that moves when reported, for sources that a test plays itself. */
export async function startPipeline(database: Database, options: PipelineOptions) {
  const log = pino({ level: 'silent' });
  const clock = options.clock ?? manualClock(options.start);
  const keys = options.keys ?? [randomBytes(32)];
  await seedMasterData(database);
  const reference = await openReferenceStore(database, log);
  afterAll(() => reference.stop());
  const queue = createQueue({ database, clock, log });
  const handlers = taskHandlers({
    queue,
    clock,
    machine: clock,
    reference,
    keys,
    sourceTimeoutMs: options.sourceTimeoutMs ?? soon.timeout,
    concurrency: options.concurrency ?? 1,
    ...(options.hangsAfterMs !== undefined && { hangsAfterMs: options.hangsAfterMs }),
    bookingFeedUrl: options.bookingFeedUrl ?? null,
    callbackBase: null,
    ...(options.delivery !== undefined && { delivery: options.delivery }),
  });
  const newWorker = () => createWorker({ queue, handlers, mayWork: () => !lacksKeys(keys) });
  const worker = newWorker();
  return {
    clock,
    keys,
    queue,
    handlers,
    reference,
    worker,
    newWorker,
    schedulePulls: pullScheduler(queue),
    schedulePushed: pushScheduler(queue),
    /** Makes everything due at a moment happen. */
    at: async (instant: Instant): Promise<void> => {
      clock.set(instant);
      await worker.processAll();
    },
    /** A carrier that speaks DCSA at an address. */
    addCarrier: async (code: string, baseUrl: string, pushSecret?: string): Promise<number> => {
      const { id } = await database.system
        .insertInto('source')
        .values({
          code: `dcsa:${code}`,
          protocol: 'dcsa',
          source_type: 'CARRIER',
          channel: 'SHIPPING_TRACKING',
          carrier_code: code,
          name_cn: `${code} 接口`,
          name_en: `${code} API`,
          base_url: baseUrl,
          push_secret: pushSecret === undefined ? null : seal(pushSecret, keys),
          push_enabled: pushSecret !== undefined,
          pull_interval_s: 900,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    /** Asks sources again for subscriptions made by hand. */
    subscribe: async (
      subscription: { id: number; tenantId: number },
      sourceId: number,
      at: Instant,
    ): Promise<number> => {
      const { id } = await database.system
        .insertInto('subscription_source')
        .values({
          tenant_id: subscription.tenantId,
          subscription_id: subscription.id,
          source_id: sourceId,
          next_pull_at: ts(at),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await pullScheduler(queue)([{ subscriptionSourceId: id, at }]);
      return id;
    },
  };
}
