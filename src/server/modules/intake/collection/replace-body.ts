import { createHash } from 'node:crypto';
import type { Instant } from '#shared/time/instant.ts';
import { packBody } from './bodies.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { type BatchSummary, processOutcomes } from './process-outcomes.ts';
import { listTargetsOf, lockSubscriptions } from './queries.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';
import { insertRawAnswers } from './raw-answers.ts';

/** What a source's record of a shipment is to be made from instead; `error`: why it says nothing, null when it can be read. */
export type ReplacedBody = {
  subscriptionSourceId: number;
  body: Uint8Array;
  /** When the source stated it. */
  statedAt: Instant;
  error: string | null;
};

/**
 * Puts a body in the place of the one that a source's record is made from and makes the record again. The source itself
 * was not queried: its rhythm, and what people wait for, stay as they are. A body that stands there already changes nothing.
 */
export async function replaceBody(
  deps: PipelineDeps,
  { subscriptionSourceId, body, statedAt, error }: ReplacedBody,
  now: Instant,
): Promise<BatchSummary | null> {
  const { database } = deps;
  return database.transaction(async () => {
    const subscriptions = await lockSubscriptions(database, [subscriptionSourceId]);
    const targets = await listTargetsOf(database, withTenants(subscriptions));
    const target = targets.find(({ id }) => id === subscriptionSourceId);
    const hash = createHash('sha256').update(body).digest().subarray(0, 16);
    if (target === undefined || target.answer_hash?.equals(hash) === true) return null;
    const { tenant_id: tenantId, subscription_id: subscriptionId, source_id: sourceId } = target;
    const shared = { tenantId, subscriptionId, sourceId, via: 'pull' as const, receivedAt: statedAt };
    const [rawAnswerId] = await insertRawAnswers(database, [{ ...shared, ...packBody(body), hash }]);
    await database.execute(
      `update subscription_source set answer_hash = $2, raw_answer_id = $3, last_error = $4::text,
         consecutive_failures = case when $4::text is null then 0 else greatest(consecutive_failures, 1) end,
         last_pull_at = greatest(last_pull_at, $5::timestamptz),
         last_success_at = case when $4::text is null then greatest(last_success_at, $5::timestamptz) else last_success_at end,
         last_change_at = case when $4::text is null then greatest(last_change_at, $5::timestamptz) else last_change_at end
       where id = $1 and tenant_id = $6`,
      [subscriptionSourceId, hash, rawAnswerId, error, new Date(statedAt), tenantId],
    );
    return processOutcomes(deps, [{ kind: 'stored', subscriptionSourceId, requestedAt: statedAt }], now);
  });
}
