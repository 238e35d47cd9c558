import { connectors } from '#server/connectors/index.ts';
import type { DetectionSummary } from '#server/modules/exceptions/exception/index.ts';
import { tallyRefusals } from '#server/modules/intake/refusal/index.ts';
import { tallyTolerances } from '#server/modules/intake/source/index.ts';
import { fuseSubscriptions } from '#server/modules/tracking/shipment/index.ts';
import type { FusionOutcome } from '#server/modules/tracking/shipment/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { detect, isShownOtherwise, judgeDownSources } from './detect.ts';
import { postponeCompletion } from './postpone-completion.ts';
import { momentsOfAll } from './poll-moments.ts';
import { loadCurrentDecisions } from './current-decisions.ts';
import type { CurrentDecisions } from './current-decisions.ts';
import { packAnswers, settleLastAnswers } from './packed-answers.ts';
import { backOffMs, wasQueried } from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import {
  insertRefusals,
  listTargetsOf,
  lockSubscriptions,
  lockSubscriptionsById,
  markPulled,
  updateTargets,
} from './queries.ts';
import type { SubscriptionRow, Target, TargetUpdate } from './queries.ts';
import { resumeAsking } from './resume-asking.ts';
import { recentDetections } from './recent-detections.ts';
import { updateKeyHealth, updateSourceHealth } from './source-health.ts';
import { healthOf, keyHealthOf, planWork, targetUpdate, unreadOf } from './targets.ts';
import type { Work } from './targets.ts';
import { endedNow, endedOf, updateSubscriptions, type Moments, settleCarriers } from './update-subscriptions.ts';
import { writeRecords } from './write-records.ts';
import type { ParsedTarget } from './write-records.ts';
import { insertRawAnswers } from './raw-answers.ts';

/** What a batch did, for metrics and logs. */
export type BatchSummary = {
  answers: number;
  changed: number;
  failures: number;
  refused: number;
  fused: number;
  detection: DetectionSummary;
};

/**
 * Takes in what sources brought: keeps raw answers, writes records, fuses, detects exceptions and plans the
 * next pulls, all in one transaction. Doing it twice does nothing twice, and an answer that was overtaken by a
 * newer one changes nothing. Where nothing is new and the rules were queried lately, only the target is written.
 */
export async function processOutcomes(
  deps: PipelineDeps,
  outcomes: readonly Outcome[],
  now: Instant,
): Promise<BatchSummary> {
  const { database } = deps;
  return database.transaction(async () => {
    const all = await lockSubscriptions(
      database,
      outcomes.map((outcome) => outcome.subscriptionSourceId),
    );
    const targets = await listTargetsOf(database, withTenants(all));
    const inForce = await loadCurrentDecisions(database, deps.fusion, deps.catchUp);
    const work = planWork(outcomes, targets, now);
    const requested = subscriptionsToAsk(deps, work, all, inForce, now);
    const subscriptions = all.filter((subscription) => requested.has(subscription.id));
    const decided = decidedIn(work, now);
    await settleDecisions(deps, inForce, subscriptions, decided, targets, now);
    await keepAnswers(database, work);
    const { parsed, contents } = await writeRecords(
      deps,
      work.filter((item) => item.changed),
      subscriptions,
      now,
    );
    await settleCarriers(database, subscriptions);
    const fused = await fuseSubscriptions(
      database,
      subscriptions.map((row) => toSubject(row, decided.has(row.id))),
      inForce.fusion,
      now,
      contents,
    );
    await postponeCompletion(database, subscriptions, fused, targets, work, now);
    const moments = momentsOfAll(deps, inForce, subscriptions, fused, targets);
    await updateSubscriptions(database, subscriptions, fused, { now, moments });
    await settleLastAnswers(database, endedNow(subscriptions, fused));
    await resumeAsking(deps, subscriptions, fused, targets, work, now);
    const updates = await writeTargets(deps, work, { ended: endedOf(all, subscriptions, fused), all, moments }, now);
    const detection = await detect(deps, inForce, subscriptions, fused, { targets, updates, decided }, now);
    const refused = await keepRefusals(database, parsed, now);
    await notifyBrowsers(deps, subscriptions, fused, detection);
    await updateSourceHealth(database, healthOf(work), now);
    await updateKeyHealth(database, keyHealthOf(work), now);
    await judgeDownSources(deps, inForce, work, updates, detection, now);
    await tallyRefusals(database, unreadOf(work), now);
    await tallyTolerances(
      database,
      parsed.map(({ target, tolerated }) => ({ sourceId: target.source_id, tolerated })),
      now,
    );
    database.afterCommit(() => recentDetections(database).remember(requested, now));
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

/**
 * Fuses subscriptions again from what is stored and judges them, in the current transaction or one of its own: after a
 * decision of ours, so that nothing of it is news. `judge: 'changed'` leaves those alone that are as they were: what time alone makes of them is found when they are next asked.
 */
export async function recomputeSubscriptions(
  deps: PipelineDeps,
  subscriptionIds: readonly number[],
  now: Instant,
  { judge = 'all' }: { judge?: 'all' | 'changed' } = {},
): Promise<{ fused: FusionOutcome[]; detection: DetectionSummary }> {
  const { database } = deps;
  return database.transaction(async () => {
    const subscriptions = await lockSubscriptionsById(database, subscriptionIds);
    const targets = await listTargetsOf(database, withTenants(subscriptions));
    const inForce = await loadCurrentDecisions(database, deps.fusion, deps.catchUp);
    const fused = await fuseSubscriptions(
      database,
      subscriptions.map((row) => toSubject(row, true)),
      inForce.fusion,
      now,
    );
    await postponeCompletion(database, subscriptions, fused, targets, [], now);
    const moments = momentsOfAll(deps, inForce, subscriptions, fused, targets);
    await updateSubscriptions(database, subscriptions, fused, { now, moments });
    await resumeAsking(deps, subscriptions, fused, targets, [], now);
    const isJudged = (_: unknown, index: number): boolean =>
      judge === 'all' || isShownOtherwise(itemAt(subscriptions, index), itemAt(fused, index));
    const detection = await detect(
      deps,
      inForce,
      subscriptions.filter(isJudged),
      fused.filter(isJudged),
      { targets, updates: new Map(), decided: new Map(subscriptionIds.map((id) => [id, now])) },
      now,
    );
    await notifyBrowsers(deps, subscriptions, fused, detection);
    return { fused, detection };
  });
}

/** Subscriptions that have to be fused and judged: something is new or failing, we decided otherwise, or time alone may have made a problem. */
function subscriptionsToAsk(
  deps: PipelineDeps,
  work: readonly Work[],
  subscriptions: readonly SubscriptionRow[],
  { version }: CurrentDecisions,
  now: Instant,
): Set<number> {
  const recent = recentDetections(deps.database);
  const behind = new Set(subscriptions.filter(({ judged_by: by }) => by !== version).map(({ id }) => id));
  const requested = new Set<number>();
  for (const { outcome, target, changed } of work) {
    const isCalm = !changed && outcome.kind !== 'failure' && target.consecutive_failures === 0;
    if (!isCalm || behind.has(target.subscription_id) || !recent.has(target.subscription_id, now))
      requested.add(target.subscription_id);
  }
  return requested;
}

type NewAnswer = Work & { outcome: Extract<Outcome, { kind: 'answer' }>; hash: Buffer };

const isNewAnswer = (item: Work): item is NewAnswer =>
  item.changed && item.outcome.kind === 'answer' && item.hash !== null;

async function keepAnswers(database: Database, work: readonly Work[]): Promise<void> {
  const changed = work.filter(isNewAnswer);
  const packed = await packAnswers(
    database,
    changed.map(({ outcome, target }) => ({ target, body: outcome.body })),
  );
  const ids = await insertRawAnswers(
    database,
    changed.map(({ outcome, target, hash }, index) => ({
      tenantId: target.tenant_id,
      subscriptionId: target.subscription_id,
      sourceId: target.source_id,
      via: 'pull' as const,
      receivedAt: outcome.requestedAt,
      ...itemAt(packed, index),
      hash,
    })),
  );
  changed.forEach((item, index) => {
    item.rawAnswerId = ids[index] ?? null;
    item.target.raw_answer_id = item.rawAnswerId;
  });
}

/** Subscriptions of which only stored answers are read again, with the moment as of which they are judged. */
function decidedIn(work: readonly Work[], now: Instant): Map<number, Instant> {
  const bySubscription = Map.groupBy(work, ({ target }) => target.subscription_id);
  const decided = [...bySubscription].filter(([, items]) => items.every(({ outcome }) => outcome.kind === 'stored'));
  return new Map(decided.map(([id]) => [id, now]));
}

/**
 * Before news is taken in: what follows from decisions alone that were taken since the subscriptions were judged last (and
 * that no run has brought to them yet) is settled, as of the last time their sources were queried. It is no news.
 */
async function settleDecisions(
  deps: PipelineDeps,
  inForce: CurrentDecisions,
  subscriptions: readonly SubscriptionRow[],
  decided: ReadonlyMap<number, Instant>,
  targets: readonly Target[],
  now: Instant,
): Promise<void> {
  const { database } = deps;
  const behind = subscriptions.filter(
    (row) => row.has_data && row.judged_by !== inForce.version && !decided.has(row.id),
  );
  if (behind.length > 0) {
    const requestedAt = (id: number): Instant =>
      Math.max(
        ...targets.filter((one) => one.subscription_id === id).map(({ last_pull_at: at }) => at ?? 0),
        Number.NEGATIVE_INFINITY,
      );
    const asOf = new Map(behind.map(({ id }) => [id, Math.min(now, requestedAt(id) || now)]));
    const subjects = behind.map((row) => toSubject(row, true));
    const fused = await fuseSubscriptions(database, subjects, inForce.fusion, now);
    await detect(deps, inForce, behind, fused, { targets, updates: new Map(), decided: asOf }, now);
  }
}

const toSubject = (row: SubscriptionRow, isCorrection: boolean) => ({
  isCorrection,
  id: row.id,
  tenantId: row.tenant_id,
  direction: row.direction,
  containerNo: row.container_no,
  sourceType: row.source_type,
});

async function writeTargets(
  deps: PipelineDeps,
  work: readonly Work[],
  { ended, all, moments }: { ended: ReadonlySet<number>; all: readonly SubscriptionRow[]; moments: Moments },
  now: Instant,
): Promise<Map<number, TargetUpdate>> {
  const known = new Map(all.map((row) => [row.id, row.moments]));
  const updates = work.map((item) => {
    const id = item.target.subscription_id;
    const plan = { ended: ended.has(id), moments: moments.get(id) ?? known.get(id) ?? [] };
    return targetUpdate(item, plan, now, deps.clock);
  });
  await updateTargets(deps.database, updates);
  await markPulled(
    deps.database,
    withTenants(
      work.flatMap(({ outcome, target }) =>
        target.wanted && wasQueried(outcome) && outcome.kind !== 'failure' ? [target] : [],
      ),
    ),
    now,
  );
  // What was pushed or read again leaves the planned pull as it is.
  await deps.schedulePulls(
    updates.flatMap((update, index) => {
      const { outcome, target } = itemAt(work, index);
      // Robots ask themselves what is due.
      if (!wasQueried(outcome) || connectors[target.protocol].queriedBy === 'robots') return [];
      if (update.next_pull_at !== null)
        return [{ subscriptionSourceId: update.id, at: Date.parse(update.next_pull_at) }];
      // Nothing is planned any more, but a person wants it: queried again until it is answered or called off.
      const again = target.wanted && outcome.kind === 'failure';
      if (!again) return [];
      const failed = { failures: update.failures, retryAfterMs: null, intervalMs: target.pull_interval_s * 1000 };
      return [{ subscriptionSourceId: update.id, at: now + backOffMs(deps.clock ?? realClock, failed) }];
    }),
  );
  return new Map(updates.map((update) => [update.id, update]));
}

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

async function notifyBrowsers(
  deps: PipelineDeps,
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
  detection: DetectionSummary,
): Promise<void> {
  const changed = Map.groupBy(
    fused.flatMap((outcome, index) => (outcome.changed ? [itemAt(subscriptions, index)] : [])),
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
