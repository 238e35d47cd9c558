import { createHash } from 'node:crypto';
import type { Instant } from '#shared/time/instant.ts';
import { backOffMs, spreadIntervalMs } from './outcomes.ts';
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

const hashOf = (body: Uint8Array): Buffer => createHash('sha256').update(body).digest().subarray(0, 16);
const isoText = (instant: Instant | null): string | null => (instant === null ? null : new Date(instant).toISOString());

/** An answer to an older question than the last one that was taken in: its worker was held up, and others went on. */
const isOvertaken = (outcome: Outcome, target: Target): boolean =>
  outcome.kind !== 'pushed' && target.last_pull_at !== null && target.last_pull_at > outcome.askedAt;

/** One piece of work per target: a later outcome of the same batch wins, a change stays one. */
export function planWork(outcomes: readonly Outcome[], targets: readonly Target[]): Work[] {
  const targetOf = new Map(targets.map((target) => [target.id, target]));
  const work = new Map<number, Work>();
  for (const outcome of outcomes) {
    const target = targetOf.get(outcome.subscriptionSourceId);
    if (target === undefined || isOvertaken(outcome, target)) continue;
    const hash = outcome.kind === 'answer' ? hashOf(outcome.body) : target.answer_hash;
    const changed =
      outcome.kind === 'pushed' || (outcome.kind === 'answer' && target.answer_hash?.equals(hash as Buffer) !== true);
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

/** The state of a target after an outcome. What is pushed leaves the rhythm of asking, and its failures, alone. */
export function targetUpdate(
  { outcome, target, changed, hash, rawAnswerId }: Work,
  ended: boolean,
  now: Instant,
): TargetUpdate {
  const at = isoText(outcome.askedAt);
  const failed = outcome.kind === 'failure';
  const pushed = outcome.kind === 'pushed';
  const failures = failed ? target.consecutive_failures + 1 : pushed ? target.consecutive_failures : 0;
  const wait = failed
    ? backOffMs(failures, outcome.retryAfterMs)
    : spreadIntervalMs(target.pull_interval_s * 1000, target.id);
  const next = pushed ? target.next_pull_at : now + wait;
  return {
    id: target.id,
    next_pull_at: ended ? null : isoText(next),
    last_pull_at: pushed ? isoText(target.last_pull_at) : at,
    success_at: failed ? null : at,
    changed_at: changed ? at : null,
    failures,
    error: failed ? failureText(outcome) : pushed ? target.last_error : null,
    etag: outcome.kind === 'answer' ? outcome.etag : target.etag,
    hash: hash?.toString('hex') ?? null,
    raw_answer_id: rawAnswerId,
  };
}

const failureText = (outcome: Extract<Outcome, { kind: 'failure' }>): string =>
  `${outcome.reason}: ${outcome.detail}`.slice(0, 500);

/** What a batch says about the health of each source; pushes say nothing about asking. */
export function healthOf(
  work: readonly Work[],
): { id: number; successes: number; failures: number; error: string | null }[] {
  const sources = new Map<number, { id: number; successes: number; failures: number; error: string | null }>();
  for (const { outcome, target } of work) {
    if (outcome.kind === 'pushed') continue;
    const health = sources.get(target.source_id) ?? { id: target.source_id, successes: 0, failures: 0, error: null };
    if (outcome.kind === 'failure') {
      // Our own fault is none of the source's.
      if (outcome.reason === 'internal') continue;
      health.failures += 1;
      health.error = failureText(outcome);
    } else health.successes += 1;
    sources.set(target.source_id, health);
  }
  return [...sources.values()];
}
