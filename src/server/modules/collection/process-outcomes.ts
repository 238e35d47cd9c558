import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { detectSubscriptions, refreshRepeatedColumns } from '#server/modules/exception/index.ts';
import type { DetectionSubject, DetectionSummary } from '#server/modules/exception/index.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { fuseSubscriptions, toSourceRecord } from '#server/modules/tracking/index.ts';
import type { FusionOptions, FusionOutcome } from '#server/modules/tracking/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { packBody } from './bodies.ts';
import { backOffMs, spreadIntervalMs } from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import {
  insertRawAnswers,
  insertRefusals,
  listTargetsOf,
  lockSubscriptions,
  subscriptionIdsOf,
  updateSourceHealth,
  updateTargets,
} from './queries.ts';
import type { SubscriptionRow, Target, TargetUpdate } from './queries.ts';
import { writeRecords } from './write-records.ts';
import type { ParsedTarget } from './write-records.ts';

/** What the pipeline works with. */
export type PipelineDeps = {
  database: Database;
  log: Logger;
  reference: () => ReferenceSnapshot;
  fusion: FusionOptions;
  /** Puts the next pull of targets into the queue, in the current transaction. */
  schedulePulls: (pulls: readonly { subscriptionSourceId: number; at: Instant }[]) => Promise<void>;
  /** Tells browsers, in the current transaction. */
  publish: (event: { tenantId: number; topic: string; payload: unknown }) => Promise<void>;
};

/** What a batch did, for metrics and logs. */
export type BatchSummary = {
  answers: number;
  changed: number;
  failures: number;
  refused: number;
  fused: number;
  detection: DetectionSummary;
};

const hashOf = (body: Uint8Array): Buffer => createHash('sha256').update(body).digest().subarray(0, 16);

type Work = { outcome: Outcome; target: Target; changed: boolean; hash: Buffer | null; rawAnswerId: number | null };

/**
 * Takes in what sources brought: keeps raw answers, writes records, fuses, detects exceptions and plans the
 * next pulls, all in one transaction. Doing it twice does nothing twice.
 */
export async function processOutcomes(
  deps: PipelineDeps,
  outcomes: readonly Outcome[],
  now: Instant,
): Promise<BatchSummary> {
  const ids = await subscriptionIdsOf(
    deps.database,
    outcomes.map((outcome) => outcome.subscriptionSourceId),
  );
  return deps.database.transaction(async () => {
    const subscriptions = await lockSubscriptions(deps.database, ids);
    const targets = await listTargetsOf(deps.database, ids);
    const work = planWork(outcomes, targets);
    await keepAnswers(deps.database, work);
    const parsed = await writeRecords(
      deps,
      work.filter((item) => item.changed).map((item) => item.target),
      subscriptions,
      now,
    );
    const fused = await fuseSubscriptions(deps.database, subscriptions.map(toSubject), deps.fusion, now);
    await updateSubscriptions(deps.database, subscriptions, fused, now);
    const updates = await writeTargets(deps, work, subscriptions, fused, now);
    const detection = await detect(deps, subscriptions, fused, targets, updates, now);
    const refused = await keepRefusals(deps.database, parsed, now);
    await tellBrowsers(deps, subscriptions, fused, detection);
    await updateSourceHealth(deps.database, healthOf(work), now);
    for (const failure of detection.ruleErrors) deps.log.error(failure, 'a detection rule failed');
    return {
      answers: work.length,
      changed: work.filter((item) => item.changed).length,
      failures: work.filter((item) => item.outcome.kind === 'failure').length,
      refused,
      fused: fused.filter((outcome) => outcome.changed).length,
      detection,
    };
  });
}

/** One outcome per target: a later one of the same batch wins. */
function planWork(outcomes: readonly Outcome[], targets: readonly Target[]): Work[] {
  const targetOf = new Map(targets.map((target) => [target.id, target]));
  const work = new Map<number, Work>();
  for (const outcome of outcomes) {
    const target = targetOf.get(outcome.subscriptionSourceId);
    if (target === undefined) continue;
    const hash = outcome.kind === 'answer' ? hashOf(outcome.body) : target.answer_hash;
    const changed =
      outcome.kind === 'pushed' ||
      (outcome.kind === 'answer' && !(target.answer_hash?.equals(hash as Buffer) ?? false));
    const known = work.get(target.id);
    work.set(target.id, {
      outcome,
      target,
      changed: changed || known?.changed === true,
      hash,
      rawAnswerId: target.raw_answer_id,
    });
  }
  return [...work.values()];
}

async function keepAnswers(database: Database, work: readonly Work[]): Promise<void> {
  const changed = work.filter((item) => item.changed && item.outcome.kind === 'answer');
  const ids = await insertRawAnswers(
    database,
    changed.map(({ outcome, target, hash }) => ({
      tenantId: target.tenant_id,
      subscriptionId: target.subscription_id,
      sourceId: target.source_id,
      via: 'pull' as const,
      receivedAt: outcome.askedAt,
      ...packBody(outcome.kind === 'answer' ? outcome.body : new Uint8Array()),
      hash: hash as Buffer,
    })),
  );
  changed.forEach((item, index) => {
    item.rawAnswerId = ids[index] ?? null;
    item.target.raw_answer_id = item.rawAnswerId;
  });
}

const toSubject = (row: SubscriptionRow) => ({
  id: row.id,
  tenantId: row.tenant_id,
  direction: row.direction,
  containerNo: row.container_no,
  sourceType: row.source_type,
});

async function updateSubscriptions(
  database: Database,
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
  now: Instant,
): Promise<void> {
  const rows = fused.flatMap((outcome, index) => {
    const subscription = subscriptions[index] as SubscriptionRow;
    const same = subscription.shipment_id === outcome.shipmentId && subscription.ended === outcome.ended;
    return same || outcome.shipmentId === null
      ? []
      : [{ id: subscription.id, shipment_id: outcome.shipmentId, ended: outcome.ended }];
  });
  if (rows.length === 0) return;
  await database.execute(
    `update subscription s set shipment_id = r.shipment_id, has_data = true, ended = r.ended,
       ended_at = case when r.ended then coalesce(s.ended_at, $2::timestamptz) end
     from jsonb_to_recordset($1::jsonb) as r(id bigint, shipment_id bigint, ended boolean) where s.id = r.id`,
    [JSON.stringify(rows), new Date(now)],
  );
}

async function writeTargets(
  deps: PipelineDeps,
  work: readonly Work[],
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
  now: Instant,
): Promise<Map<number, TargetUpdate>> {
  const endedOf = new Map(subscriptions.map((subscription, index) => [subscription.id, fused[index]?.ended === true]));
  const updates = work.map((item) => targetUpdate(item, endedOf.get(item.target.subscription_id) === true, now));
  await updateTargets(deps.database, updates);
  await deps.schedulePulls(
    updates.flatMap(({ id, next_pull_at }) =>
      next_pull_at === null ? [] : [{ subscriptionSourceId: id, at: Date.parse(next_pull_at) }],
    ),
  );
  return new Map(updates.map((update) => [update.id, update]));
}

function targetUpdate(
  { outcome, target, changed, hash, rawAnswerId }: Work,
  ended: boolean,
  now: Instant,
): TargetUpdate {
  const failed = outcome.kind === 'failure';
  const failures = failed ? target.consecutive_failures + 1 : 0;
  const wait = failed
    ? backOffMs(failures, outcome.retryAfterMs)
    : spreadIntervalMs(target.pull_interval_s * 1000, target.id);
  const etag = outcome.kind === 'answer' ? outcome.etag : target.etag;
  return {
    id: target.id,
    next_pull_at: ended ? null : new Date(now + wait).toISOString(),
    last_pull_at: new Date(outcome.askedAt).toISOString(),
    success: !failed,
    changed,
    failures,
    error: failed ? `${outcome.reason}: ${outcome.detail}`.slice(0, 500) : null,
    etag,
    hash: hash?.toString('hex') ?? null,
    raw_answer_id: rawAnswerId,
  };
}

async function detect(
  deps: PipelineDeps,
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
  targets: readonly Target[],
  updates: ReadonlyMap<number, TargetUpdate>,
  now: Instant,
): Promise<DetectionSummary> {
  const targetsOf = Map.groupBy(targets, (target) => target.subscription_id);
  const subjects = subscriptions.map((subscription, index) =>
    toDetectionSubject(subscription, fused[index] as FusionOutcome, targetsOf.get(subscription.id) ?? [], updates),
  );
  await refreshRepeatedColumns(
    deps.database,
    subjects.map(({ subscriptionId, shipmentId, billNo, vesselName, voyage, view }) => ({
      subscriptionId,
      shipmentId,
      billNo,
      vesselName,
      voyage,
      ended: view.subscription.ended,
    })),
  );
  return detectSubscriptions(deps.database, subjects, now, deps.reference().rules);
}

function toDetectionSubject(
  subscription: SubscriptionRow,
  outcome: FusionOutcome,
  targets: readonly Target[],
  updates: ReadonlyMap<number, TargetUpdate>,
): DetectionSubject {
  const booking = outcome.fused?.content.booking;
  return {
    tenantId: subscription.tenant_id,
    subscriptionId: subscription.id,
    shipmentId: outcome.shipmentId,
    billNo: subscription.bill_no ?? booking?.billNo ?? null,
    vesselName: booking?.vesselName ?? subscription.vessel_name,
    voyage: booking?.voyage ?? subscription.voyage,
    sourceType: subscription.source_type,
    channel: subscription.channel,
    view: {
      subscription: {
        id: String(subscription.id),
        tenantId: String(subscription.tenant_id),
        subject: subscription.subject,
        billNo: subscription.bill_no,
        containerNo: subscription.container_no,
        carrierCode: subscription.carrier_code,
        subscribedAt: subscription.subscribed_at,
        ended: outcome.ended,
      },
      fused: outcome.fused,
      records: outcome.records.map(toSourceRecord),
      etaHistory: outcome.history.eta,
      departureHistory: outcome.history.departure,
      shipHistory: outcome.history.ships,
      routeHistory: outcome.history.route,
      sources: targets.map((target) => sourceHealth(target, updates.get(target.id))),
    },
  };
}

const sourceHealth = (target: Target, update: TargetUpdate | undefined) => {
  const pulledAt = update === undefined ? null : Date.parse(update.last_pull_at);
  return {
    sourceCode: target.source_code,
    consecutiveFailures: update?.failures ?? target.consecutive_failures,
    lastSuccessAt: update?.success === true ? pulledAt : target.last_success_at,
    lastChangeAt: update?.changed === true ? pulledAt : target.last_change_at,
    lastError: update === undefined ? target.last_error : update.error,
  };
};

async function keepRefusals(database: Database, parsed: readonly ParsedTarget[], now: Instant): Promise<number> {
  const refusals = parsed.flatMap(({ target, refusals: list, via }) =>
    list.map((refusal) => ({
      tenantId: target.tenant_id,
      sourceId: target.source_id,
      subscriptionId: target.subscription_id,
      via,
      reason: refusal.reason,
      detail: { index: refusal.index, eventId: refusal.eventId, field: refusal.field },
      sample: refusal.value,
    })),
  );
  await insertRefusals(database, refusals, now);
  return refusals.length;
}

async function tellBrowsers(
  deps: PipelineDeps,
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
  detection: DetectionSummary,
): Promise<void> {
  const changed = Map.groupBy(
    fused.flatMap((outcome, index) => (outcome.changed ? [subscriptions[index] as SubscriptionRow] : [])),
    (subscription) => subscription.tenant_id,
  );
  for (const [tenantId, rows] of changed) {
    await deps.publish({
      tenantId,
      topic: 'shipment',
      payload: { subscriptionIds: rows.map((row) => String(row.id)).slice(0, 200) },
    });
  }
  for (const tenantId of detection.changedTenants) {
    await deps.publish({
      tenantId,
      topic: 'exception',
      payload: { opened: detection.opened, resolved: detection.resolved },
    });
  }
}

function healthOf(work: readonly Work[]) {
  const sources = new Map<number, { id: number; successes: number; failures: number; error: string | null }>();
  for (const { outcome, target } of work) {
    const health = sources.get(target.source_id) ?? { id: target.source_id, successes: 0, failures: 0, error: null };
    if (outcome.kind === 'failure') {
      health.failures += 1;
      health.error = `${outcome.reason}: ${outcome.detail}`.slice(0, 500);
    } else if (outcome.kind !== 'pushed') health.successes += 1;
    sources.set(target.source_id, health);
  }
  return [...sources.values()];
}
