// unscoped: The waybill that a source names is looked for among the subscriptions of that source, in the background.
import { z } from 'zod';
import { pullWaybillOf } from '#server/connectors/onerecord/index.ts';
import { insertRefusals } from '#server/modules/intake/collection/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { open, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { defineTask, type Queue } from '#server/platform/queue/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { listSubscriptionsFor } from './queries.ts';

/** What looking an object up works with. */
export type LookupDeps = {
  database: Database;
  clock: Clock;
  keys: SecretKeys;
  /** Has sources asked at a moment, in the current transaction. */
  schedulePulls: (pulls: readonly { subscriptionSourceId: number; at: Instant }[]) => Promise<void>;
};

type Lookup = { sourceId: number; objectId: string };

/** Kind of the task that asks a ONE Record server which waybill an object with news is. */
export const lookupTask = defineTask('pushed_object', z.object({ sourceId: z.number(), objectId: z.string() }));

/** Has an object looked up once, in the current transaction. */
export const lookupScheduler =
  (queue: Queue) =>
  async (sourceId: number, objectId: string): Promise<void> => {
    await queue.enqueue(lookupTask, { sourceId, objectId }, { singletonKey: `${sourceId}/${objectId}` });
  };

const limits = { timeoutMs: 30_000, maxBytes: 5_000_000 } as const;

/**
 * Asks a source which waybill an object of it is or belongs to: at the address of the source, whatever address the notification had.
 * From then on the subscriptions of the waybill are requested under the id of the waybill, and news of its shipment is known; an object
 * of a waybill that nobody follows is counted.
 * Done twice it does nothing twice. Throws PullFailure when the source does not answer.
 */
export async function lookUpObject(
  deps: LookupDeps,
  { sourceId, objectId }: Lookup,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = deps;
  const source = await database.system
    .selectFrom('source')
    .select(['id', 'base_url', 'credential', 'carrier_code'])
    .where('id', '=', sourceId)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (source === undefined) return;
  const found = await pullWaybillOf({
    ...limits,
    baseUrl: source.base_url,
    credential: source.credential === null ? null : open(source.credential, deps.keys),
    subject: 'bill',
    billNo: null,
    containerNo: null,
    carrierCode: source.carrier_code ?? '',
    objectId,
    etag: null,
    now: clock.now(),
    signal,
  });
  await database.transaction(async () => {
    const matches =
      found === undefined ? [] : await listSubscriptionsFor({ unscoped: database }, source, [found.waybill]);
    const targets = matches.map(({ target_id: id }) => id);
    if (targets.length === 0) {
      const detail = { index: null, eventId: null, field: 'hasLogisticsObject' };
      const reported = { tenantId: null, sourceId, subscriptionId: null, via: 'push' as const, detail };
      const sample = found?.waybill ?? objectId;
      return insertRefusals(database, [{ ...reported, reason: 'unknown_reference' as const, sample }], clock.now());
    }
    await database.execute(
      `update subscription_source set object_id = coalesce($2, object_id), news_object_id = coalesce($3, news_object_id) where id = any($1)`,
      [targets, found?.waybillId ?? null, found?.isShipment === true ? objectId : null],
    );
    await deps.schedulePulls(targets.map((id) => ({ subscriptionSourceId: id, at: clock.now() })));
    return undefined;
  });
}
