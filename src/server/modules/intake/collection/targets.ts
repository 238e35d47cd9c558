import { connectors } from '#server/connectors/index.ts';
import { createHash } from 'node:crypto';
import { type Clock, realClock } from '#server/platform/clock/clock.ts';
import { type Instant, SECOND_MS } from '#shared/time/instant.ts';
import type { TalliedRefusal } from '#server/modules/intake/refusal/index.ts';
import { type Moment, planPull } from '#domain/intake/polling/polling-plan.ts';
import { backOffMs, spreadIntervalMs, wasQueried } from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import type { Target, TargetUpdate } from './queries.ts';

/** One target of a batch with what was brought for it. */
export type Work = {
  outcome: Outcome;
  target: Target;
  changed: boolean;
  hash: Buffer | null;
  rawAnswerId: number | null;
};

/** Clocks of workers differ by less; more means that one was set. */
const clocksDifferMs = SECOND_MS;

const hashOf = (body: Uint8Array): Buffer => createHash('sha256').update(body).digest().subarray(0, 16);
const isoText = (instant: Instant | null): string | null => (instant === null ? null : new Date(instant).toISOString());

/**
 * An answer to an older question than the last one that was taken in: its worker was held up, and others went on. A question of
 * tomorrow was asked by a clock that was set back since, and says nothing of the order.
 */
const isOvertaken = (outcome: Outcome, { last_pull_at: last }: Target, now: Instant): boolean =>
  wasQueried(outcome) && last !== null && last > outcome.requestedAt && last <= now + clocksDifferMs;

/** One piece of work per target: a later outcome of the same batch wins, a change stays one. */
export function planWork(outcomes: readonly Outcome[], targets: readonly Target[], now: Instant): Work[] {
  const targetOf = new Map(targets.map((target) => [target.id, target]));
  const work = new Map<number, Work>();
  for (const outcome of outcomes) {
    const target = targetOf.get(outcome.subscriptionSourceId);
    if (target === undefined || isOvertaken(outcome, target, now)) continue;
    const hash = outcome.kind === 'answer' ? hashOf(outcome.body) : target.answer_hash;
    const changed =
      outcome.kind === 'pushed' ||
      outcome.kind === 'stored' ||
      (outcome.kind === 'answer' && (hash === null || target.answer_hash?.equals(hash) !== true));
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

/** The state of a target after an outcome. What is pushed or read again leaves the rhythm of asking, and its failures, alone. */
export function targetUpdate(
  { outcome, target, changed, hash, rawAnswerId }: Work,
  { ended, moments }: { ended: boolean; moments: readonly Moment[] },
  now: Instant,
  clock: Clock = realClock,
): TargetUpdate {
  const at = isoText(outcome.requestedAt);
  const failed = outcome.kind === 'failure';
  const requested = wasQueried(outcome);
  const statement = !failed && outcome.kind !== 'stored';
  const failures = failed ? target.consecutive_failures + 1 : requested ? 0 : target.consecutive_failures;
  const intervalMs = target.pull_interval_s * 1000;
  const plan = failed ? null : planPull(target.polling, { intervalMs, moments, now });
  const wait = failed
    ? backOffMs(clock, { failures, retryAfterMs: outcome.retryAfterMs, intervalMs })
    : spreadIntervalMs(plan?.waitMs ?? intervalMs, target.id);
  const next = requested ? now + wait : target.next_pull_at;
  return {
    id: target.id,
    tenant_id: target.tenant_id,
    next_pull_at: ended || target.stopped ? null : isoText(next),
    last_pull_at: requested ? at : isoText(target.last_pull_at),
    success_at: statement ? at : null,
    answered_at: statement && requested ? at : null,
    changed_at: changed && statement ? at : null,
    failures,
    error: failed ? failureText(outcome) : requested ? null : target.last_error,
    etag: outcome.kind === 'answer' ? outcome.etag : target.etag,
    hash: hash?.toString('hex') ?? null,
    raw_answer_id: rawAnswerId,
    asked_with: requested ? target.key_owner : null,
    why: requested ? (plan?.why ?? null) : target.next_pull_why,
    calls: 'calls' in outcome ? (outcome.calls ?? null) : null,
  };
}

const failureText = (outcome: Extract<Outcome, { kind: 'failure' }>): string =>
  `${outcome.reason}: ${outcome.detail}`.slice(0, 500);

/** Answers of a batch of which nothing could be read, by source; those of robots were counted when they were brought. */
export function unreadOf(work: readonly Work[]): TalliedRefusal[] {
  return work.flatMap(({ outcome, target }) =>
    outcome.kind === 'failure' &&
    (outcome.reason === 'bad_answer' || outcome.reason === 'too_large') &&
    connectors[target.protocol].queriedBy !== 'robots'
      ? [
          {
            tenantId: target.tenant_id,
            sourceId: target.source_id,
            sender: '',
            via: 'pull' as const,
            reason: outcome.reason,
            field: '',
            n: 1,
            sample: outcome.detail,
          },
        ]
      : [],
  );
}

/** What a batch says about the health of a source: how requests ended, and what it reported by itself. */
export type SourceHealthUpdate = {
  id: number;
  successes: number;
  failures: number;
  pushes: number;
  error: string | null;
};

const keyReasons: ReadonlySet<string> = new Set(['unauthorized', 'token_refused', 'not_permitted', 'config_error']);

/** Whether a failure is about the keys of one tenant and not about the source. */
const isOwnKeyFailure = ({ outcome, target }: Pick<Work, 'outcome' | 'target'>): boolean =>
  outcome.kind === 'failure' && target.key_owner === 'tenant' && keyReasons.has(outcome.reason);

/** How sources answered the keys of tenants. */
export type KeyHealthUpdate = {
  id: number;
  tenantId: number;
  successes: number;
  failures: number;
  error: string | null;
};

/** What a batch says about the keys of tenants. */
export function keyHealthOf(work: readonly Work[]): KeyHealthUpdate[] {
  const found = new Map<string, KeyHealthUpdate>();
  for (const { outcome, target } of work) {
    if (target.key_owner !== 'tenant' || !wasQueried(outcome)) continue;
    if (outcome.kind === 'failure' && outcome.reason === 'internal') continue;
    const { source_id: id, tenant_id: tenantId } = target;
    const name = `${id} ${tenantId}`;
    const health = found.get(name) ?? { id, tenantId, successes: 0, failures: 0, error: null };
    if (outcome.kind === 'failure') {
      health.failures += 1;
      health.error = failureText(outcome);
    } else health.successes += 1;
    found.set(name, health);
  }
  return [...found.values()];
}

/** What a batch says about the health of each source; a push says that it is heard, and nothing about asking. */
export function healthOf(work: readonly Work[]): SourceHealthUpdate[] {
  const sources = new Map<number, SourceHealthUpdate>();
  for (const { outcome, target } of work) {
    if (outcome.kind === 'stored' || isOwnKeyFailure({ outcome, target })) continue;
    const health = sources.get(target.source_id) ?? {
      id: target.source_id,
      successes: 0,
      failures: 0,
      pushes: 0,
      error: null,
    };
    if (outcome.kind === 'pushed') health.pushes += 1;
    else if (outcome.kind === 'failure') {
      // Our own fault does not count against the source.
      if (outcome.reason === 'internal') continue;
      health.failures += 1;
      health.error = failureText(outcome);
    } else health.successes += 1;
    sources.set(target.source_id, health);
  }
  return [...sources.values()];
}
