import type { Instant } from '#shared/time/instant.ts';
import type { Outcome } from './outcomes.ts';
import { processOutcomes } from './process-outcomes.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { BatchSummary } from './process-outcomes.ts';

/** What became of a batch: summaries of what was taken in, and the targets whose outcome could not be. */
export type Taken = { summaries: BatchSummary[]; failed: { subscriptionSourceId: number; error: unknown }[] };

/**
 * Takes in a batch; when that fails, one by one, so that one odd shipment holds up no other. What fails alone counts
 * as a failure of our own: it is logged, shown at its target and tried again like any failed request.
 */
export async function takeOutcomes(deps: PipelineDeps, outcomes: readonly Outcome[], now: Instant): Promise<Taken> {
  const taken: Taken = { summaries: [], failed: [] };
  if (outcomes.length === 0) return taken;
  try {
    taken.summaries.push(await processOutcomes(deps, outcomes, now));
    return taken;
  } catch (error) {
    deps.log.warn({ err: error, outcomes: outcomes.length }, 'a batch of answers could not be taken in and is split');
  }
  for (const outcome of outcomes) {
    try {
      taken.summaries.push(await processOutcomes(deps, [outcome], now));
    } catch (error) {
      await noteFailure(deps, outcome, error, now, taken);
    }
  }
  return taken;
}

async function noteFailure(
  deps: PipelineDeps,
  { subscriptionSourceId, requestedAt }: Outcome,
  error: unknown,
  now: Instant,
  taken: Taken,
): Promise<void> {
  deps.log.error({ err: error, subscriptionSourceId }, 'an answer could not be taken in');
  try {
    const failure: Outcome = {
      kind: 'failure',
      subscriptionSourceId,
      requestedAt,
      reason: 'internal',
      detail: 'not taken in',
      retryAfterMs: null,
    };
    taken.summaries.push(await processOutcomes(deps, [failure], now));
  } catch (second) {
    taken.failed.push({ subscriptionSourceId, error: second });
  }
}
