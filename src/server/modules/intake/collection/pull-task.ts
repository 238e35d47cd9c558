import { connectorOf, tokenUrlOf } from '#server/connectors/index.ts';
import { PullFailure } from '#server/connectors/types.ts';
import { type CallKeeper, CallsUsedUp, type TokenKeepers } from '#server/modules/intake/source/index.ts';
import { open, passMissingKey } from '#server/platform/crypto/index.ts';
import { type Clock, worldMs } from '#server/platform/clock/clock.ts';
import type { Instant } from '#shared/time/instant.ts';
import { admitPulls, type Turn } from './admit-pulls.ts';
import { listTargets, noteWaiting, type Waiting } from './askable-targets.ts';
import { keepNewsObjectId, keepObjectId } from './queries.ts';
import { longestWishMs, type Outcome, pauseOf } from './outcomes.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { takeOutcomes } from './take-outcomes.ts';
import type { Taken } from './take-outcomes.ts';
import type { SourceGate } from './source-gate.ts';

/** Payload of a pull task: one source requested one subscription. */
export type PullPayload = { subscriptionSourceId: number };

const eagerMs = 250;

export type PullDeps = PipelineDeps & {
  clock: Clock;
  secretKey: Parameters<typeof open>[1];
  /** Internal addresses that configured sources may call; undefined: all. */
  allowed?: readonly string[] | undefined;
  /** Keeps access tokens for all workers. */
  tokens: TokenKeepers;
  /** Counts calls for all workers, by the machine's clock. */
  calls: CallKeeper;
  machine: Clock;
  timeoutMs: number;
  maxBytes: number;
};

/** A question whose calls were used up on the way: it comes again. */
type Postponed = { kind: 'postponed'; waiting: Waiting };

/** How long a source wants to be left alone after a failure (the machine's time); undefined: it says nothing of the kind. */
function pauseAfter({ reason, retryAfterMs }: PullFailure, failures: number): number | undefined {
  if (reason === 'rate_limited') return retryAfterMs ?? pauseOf(failures);
  return reason === 'server_error' || reason === 'not_permitted' ? (retryAfterMs ?? undefined) : undefined;
}

async function pullOne(
  deps: PullDeps,
  { target, calls, again }: Turn,
  signal: AbortSignal,
): Promise<Outcome | Postponed> {
  const requestedAt = deps.clock.now();
  const base = { subscriptionSourceId: target.id, requestedAt };
  const counted = (): { calls?: number } => (calls === undefined ? {} : { calls: Math.max(1, calls.made()) });
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
      beforeCall: calls?.before,
      subject: target.subscription.subject,
      billNo: target.subscription.bill_no,
      containerNo: target.subscription.container_no,
      carrierCode: target.subscription.carrier_code,
      scac: deps.reference().carriers.get(target.subscription.carrier_code)?.scac ?? undefined,
      objectId: target.object_id,
      remember: (objectId) => keepObjectId(deps.database, target, objectId),
      rememberNews: (objectId) => keepNewsObjectId(deps.database, target, objectId),
      etag: target.etag,
      now: requestedAt,
      timeoutMs: deps.timeoutMs,
      maxBytes: deps.maxBytes,
      signal,
    });
    return answer.kind === 'unchanged'
      ? { kind: 'unchanged', ...base, ...counted() }
      : { ...answer, ...base, ...counted() };
  } catch (error) {
    passMissingKey(error);
    if (error instanceof CallsUsedUp) {
      const waiting = again(error.at);
      if (waiting !== undefined) return { kind: 'postponed', waiting };
      const detail = 'one question takes more calls than the limits of the source allow';
      return { kind: 'failure', ...base, reason: 'rate_limited', detail, retryAfterMs: null };
    }
    if (error instanceof PullFailure) {
      const { reason, detail } = error;
      // The source counts by its own clock, which no simulation makes faster.
      const retryAfterMs =
        error.retryAfterMs === null ? null : worldMs(deps.clock, Math.min(error.retryAfterMs, longestWishMs));
      const pauseMs = pauseAfter(error, target.source_failures);
      return {
        kind: 'failure',
        ...base,
        reason,
        detail,
        retryAfterMs,
        ...(pauseMs !== undefined && { pauseMs }),
        ...counted(),
      };
    }
    // Our own fault is not the carrier's: it is logged, and the pull is tried again like any failed one.
    deps.log.error({ err: error, source: target.source_code }, 'a connector failed unexpectedly');
    return { kind: 'failure', ...base, reason: 'bad_answer', detail: 'connector error', retryAfterMs: null };
  }
}

/** What asking made: what was taken in, what has to be queried again, and what was not queried now, with the time when it is. */
export type Pulled = Taken & { postponed: { id: number; at: Instant }[] };

/** How a batch gives way to others while a source of it hangs. */
export type GiveWay = {
  gate: SourceGate;
  /** A batch that only waits for answers frees its place after so long (real time). */
  freeAfterMs: number;
  /** When a source that hangs is tried again for what was not queried (real time). */
  askLaterMs: number;
  freePlace: () => void;
};

/** Where what becomes of questions is put. */
type Batch = {
  signal: AbortSignal;
  giveWay: GiveWay | undefined;
  taken: Pulled;
  postpone: (waiting: Waiting) => Promise<void>;
  /** Takes what came: others may have been handed over meanwhile. */
  ready: (outcome: Outcome) => void;
};

/** Asks one question when its turn comes, unless its source wants to be left alone or hangs by then. */
async function askInTurn(
  deps: PullDeps,
  turn: Turn,
  { signal, giveWay, taken, postpone, ready }: Batch,
): Promise<void> {
  const { target } = turn;
  const waiting = await turn.begin();
  if (waiting !== undefined) {
    turn.end(false);
    return postpone(waiting);
  }
  const leave = await giveWay?.gate.enter(target.source_id);
  if (leave === null) {
    turn.end(false);
    const at = deps.clock.now() + worldMs(deps.clock, giveWay?.askLaterMs ?? 0);
    return void taken.postponed.push({ id: target.id, at });
  }
  const outcome = await pullOne(deps, turn, signal).catch((error: unknown) => ({ kind: 'undone' as const, error }));
  // Known here before the next one gets its place.
  const pausing =
    outcome.kind === 'failure' && outcome.pauseMs !== undefined
      ? turn.pause(outcome.pauseMs, outcome.reason === 'rate_limited' ? 'limit' : 'maintenance')
      : undefined;
  const isSilent = outcome.kind === 'failure' && outcome.reason === 'timeout';
  turn.end(true, isSilent);
  leave?.(!isSilent);
  await pausing?.catch((error: unknown) => deps.log.warn({ err: error }, 'a pause could not be written down'));
  if (outcome.kind === 'postponed') return postpone(outcome.waiting);
  if (outcome.kind === 'undone') taken.failed.push({ subscriptionSourceId: target.id, error: outcome.error });
  else if (outcome.kind === 'failure' && signal.aborted)
    taken.failed.push({ subscriptionSourceId: target.id, error: signal.reason });
  else ready(outcome);
  return undefined;
}

/**
 * Asks sources for a batch of targets at once and takes in what they answer as soon as each group is there:
 * a slow carrier does not hold up the others. Gives back the targets that have to be queried again; when the work is
 * interrupted, nothing is held against a source that was not given the time to answer. With `giveWay` a source that hangs
 * is queried by one request at a time; without it (a person waits for the answer) it is queried at once. Limits of calls are kept
 * to in any case.
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
  const { turns, later, settle } = await admitPulls(deps, targets);
  await noteWaiting(deps.database, later);
  const taken: Pulled = { summaries: [], failed: [], postponed: later.map(({ id, at }) => ({ id, at })) };
  const postpone = async (waiting: Waiting): Promise<void> => {
    taken.postponed.push({ id: waiting.id, at: waiting.at });
    await noteWaiting(deps.database, [waiting]);
  };
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
  // Calls that could not be written down count as made, when the worker's time for them is over.
  const note = (): Promise<void> =>
    settle().catch((error: unknown) => deps.log.warn({ err: error }, 'calls could not be written down'));
  let settling: Promise<void> = Promise.resolve();
  const eager = setInterval(() => {
    flush();
    settling = settling.then(note);
  }, eagerMs);
  const free = giveWay === undefined ? undefined : setTimeout(giveWay.freePlace, giveWay.freeAfterMs);
  try {
    await Promise.all(
      turns.map((turn) =>
        askInTurn(deps, turn, { signal, giveWay, taken, postpone, ready: (outcome) => ready.push(outcome) }),
      ),
    );
  } finally {
    clearInterval(eager);
    clearTimeout(free);
    await settling;
    await note();
  }
  flush();
  await writing;
  return taken;
}
