import { connectorOf, tokenUrlOf } from '#server/connectors/index.ts';
import { PullFailure } from '#server/connectors/types.ts';
import type { TokenKeepers } from '#server/modules/source/index.ts';
import { open, passMissingKey } from '#server/platform/crypto/index.ts';
import { type Clock, worldMs } from '#server/platform/clock/clock.ts';
import { keepObjectId, listTargets } from './queries.ts';
import type { AskedFor, Target } from './queries.ts';
import { longestWishMs, type Outcome } from './outcomes.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { takeOutcomes } from './take-outcomes.ts';
import type { Taken } from './take-outcomes.ts';
import type { SourceGate } from './source-gate.ts';

/** Payload of a pull task: one source asked for one subscription. */
export type PullPayload = { subscriptionSourceId: number };

const eagerMs = 250;

export type PullDeps = PipelineDeps & {
  clock: Clock;
  secretKey: Parameters<typeof open>[1];
  /** Internal addresses that configured sources may call; undefined: all. */
  allowed?: readonly string[] | undefined;
  /** Keeps access tokens for all workers. */
  tokens: TokenKeepers;
  timeoutMs: number;
  maxBytes: number;
};

async function pullOne(
  deps: PullDeps,
  target: Target & { subscription: AskedFor },
  signal: AbortSignal,
): Promise<Outcome> {
  const askedAt = deps.clock.now();
  const base = { subscriptionSourceId: target.id, askedAt };
  try {
    const credential = target.credential === null ? null : open(target.credential, deps.secretKey);
    const answer = await connectorOf(target).pull({
      baseUrl: target.base_url,
      credential,
      tokenUrl: tokenUrlOf(target),
      // What people configure does not lead into the own network.
      ...(target.profile !== null && { allowed: deps.allowed }),
      ...(credential !== null && {
        tokens: deps.tokens({
          sourceId: target.source_id,
          tenantId: target.key_owner === 'tenant' ? target.tenant_id : null,
          credential,
        }),
      }),
      subject: target.subscription.subject,
      billNo: target.subscription.bill_no,
      containerNo: target.subscription.container_no,
      carrierCode: target.subscription.carrier_code,
      scac: deps.reference().carriers.get(target.subscription.carrier_code)?.scac ?? undefined,
      objectId: target.object_id,
      remember: async (objectId) => void (await keepObjectId(deps.database, target.id, objectId)),
      etag: target.etag,
      now: askedAt,
      timeoutMs: deps.timeoutMs,
      maxBytes: deps.maxBytes,
      signal,
    });
    return answer.kind === 'unchanged' ? { kind: 'unchanged', ...base } : { ...answer, ...base };
  } catch (error) {
    passMissingKey(error);
    if (error instanceof PullFailure) {
      const { reason, detail } = error;
      // The source counts by its own clock, which no simulation makes faster.
      const retryAfterMs =
        error.retryAfterMs === null ? null : worldMs(deps.clock, Math.min(error.retryAfterMs, longestWishMs));
      return { kind: 'failure', ...base, reason, detail, retryAfterMs };
    }
    // Our own fault is not the carrier's: it is logged, and the pull is tried again like any failed one.
    deps.log.error({ err: error, source: target.source_code }, 'a connector failed unexpectedly');
    return { kind: 'failure', ...base, reason: 'bad_answer', detail: 'connector error', retryAfterMs: null };
  }
}

/** What asking made: what was taken in, what has to be asked again, and what was not asked because its source hangs. */
export type Pulled = Taken & { postponed: number[] };

/** How a batch gives way to others while a source of it hangs. */
export type GiveWay = {
  gate: SourceGate;
  /** A batch that only waits for answers frees its place after so long (real time). */
  freeAfterMs: number;
  freePlace: () => void;
};

/**
 * Asks sources for a batch of targets at once and takes in what they answer as soon as each group is there:
 * a slow carrier does not hold up the others. Gives back the targets that have to be asked again; when the work is
 * interrupted, nothing is held against a source that was not given the time to answer. With `giveWay` a source that hangs
 * is asked by one request at a time; without it (a person waits for the answer) it is asked at once.
 */
export async function runPulls(
  deps: PullDeps,
  payloads: readonly PullPayload[],
  signal: AbortSignal,
  giveWay?: GiveWay,
): Promise<Pulled> {
  const targets = await listTargets(
    deps.database,
    payloads.map((payload) => payload.subscriptionSourceId),
  );
  const taken: Pulled = { summaries: [], failed: [], postponed: [] };
  let ready: Outcome[] = [];
  let writing: Promise<void> = Promise.resolve();
  const flush = (): void => {
    const batch = ready;
    ready = [];
    if (batch.length === 0) return;
    writing = writing.then(async () => {
      const { summaries, failed } = await takeOutcomes(deps, batch, deps.clock.now());
      taken.summaries.push(...summaries);
      taken.failed.push(...failed);
    });
  };
  const eager = setInterval(flush, eagerMs);
  const free = giveWay === undefined ? undefined : setTimeout(giveWay.freePlace, giveWay.freeAfterMs);
  try {
    await Promise.all(
      targets.map(async (target) => {
        const leave = await giveWay?.gate.enter(target.source_id);
        if (leave === null) return void taken.postponed.push(target.id);
        const outcome = await pullOne(deps, target, signal).catch((error: unknown) => ({
          kind: 'undone' as const,
          error,
        }));
        if (outcome.kind === 'undone') {
          leave?.(true);
          return void taken.failed.push({ subscriptionSourceId: target.id, error: outcome.error });
        }
        leave?.(!(outcome.kind === 'failure' && outcome.reason === 'timeout'));
        // The list is looked up after the wait: what was handed over meanwhile is another one.
        if (outcome.kind === 'failure' && signal.aborted)
          taken.failed.push({ subscriptionSourceId: target.id, error: signal.reason });
        else ready.push(outcome);
        return undefined;
      }),
    );
  } finally {
    clearInterval(eager);
    clearTimeout(free);
  }
  flush();
  await writing;
  return taken;
}
