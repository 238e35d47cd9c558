import type { Logger } from 'pino';
import type { CarrierAnswer } from '#domain/network/sailing/carrier-answers.ts';
import { parseRoutes, pullRoutes, type RouteQuestion } from '#server/connectors/dcsa/index.ts';
import { type ParseRefusal, PullFailure } from '#server/connectors/types.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { tallyRefusals } from '#server/modules/intake/refusal/index.ts';
import { type Clock, worldMs } from '#server/platform/clock/clock.ts';
import { open, passMissingKey, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { type RequestedCarrier, keepAnswer, keepSilence, listRequestedCarriers } from './answer-queries.ts';
import { scheduleReference } from './refresh-schedules.ts';

/** Nobody waits longer for a carrier: what it answered before is shown. */
const timeoutMs = 4 * SECOND_MS;
const maxBytes = 2_000_000;
/** An answer that is younger is not requested again. */
const freshMs = 30 * MINUTE_MS;
/** A carrier that did not answer is spared so long, by the clock of the machine. */
const spareMs = MINUTE_MS;
const maxCarriers = 20;

/** What asking carriers works with. */
export type AskDeps = {
  database: Database;
  clock: Clock;
  keys: SecretKeys;
  log: Logger;
  reference: ReferenceSnapshot;
};

/** What one carrier answers, now or the last time, with its age. */
export type Heard = { carrierCode: string; answeredAt: Instant | null; failing: boolean; answers: CarrierAnswer[] };

const heardOf = (
  carrier: Pick<RequestedCarrier, 'carrier_code' | 'routes' | 'answered_at'>,
  failing: boolean,
): Heard => ({
  carrierCode: carrier.carrier_code,
  answeredAt: carrier.answered_at,
  failing,
  answers: carrier.routes.map((route) => ({
    ...route,
    carrierCode: carrier.carrier_code,
    statedAt: carrier.answered_at ?? 0,
  })),
});

async function countRefusals(deps: AskDeps, sender: string, refusals: readonly ParseRefusal[], at: Instant) {
  await tallyRefusals(
    deps.database,
    refusals.map(({ reason, field, value }) => ({
      tenantId: null,
      sourceId: null,
      sender,
      via: 'pull' as const,
      reason,
      field: field ?? '',
      n: 1,
      sample: value,
    })),
    at,
  );
}

/** Asks one carrier, under the condition that its answer changed; throws PullFailure. */
async function pullAnswer(deps: AskDeps, question: RouteQuestion, carrier: RequestedCarrier): Promise<Heard> {
  const { database, clock, keys, reference } = deps;
  const pull = (validators: RequestedCarrier['validators']) =>
    pullRoutes({
      baseUrl: carrier.base_url,
      credential: carrier.credential === null ? null : open(carrier.credential, keys),
      question,
      validators,
      now: clock.now(),
      timeoutMs,
      maxBytes,
    });
  let pulled = await pull(carrier.validators);
  // Of pages that came and pages that did not change nobody could put an answer together.
  if (pulled.unchanged > 0 && pulled.pages.length > 0) pulled = await pull({});
  const at = clock.now();
  const reported = pulled.pages.map(({ body }) => parseRoutes(body, scheduleReference(reference)));
  const routes = reported.length === 0 ? carrier.routes : reported.flatMap((page) => page.routes);
  const refusals = reported.flatMap((page) => page.refusals);
  if (refusals.length > 0) await countRefusals(deps, carrier.carrier_code, refusals, at);
  await keepAnswer(database, question, carrier.carrier_code, { routes, validators: pulled.validators }, at);
  return heardOf({ ...carrier, routes, answered_at: at }, false);
}

/** The last answer of a carrier while it is fresh or the carrier is spared; undefined when it is to be queried. */
function keptAnswer(clock: Clock, carrier: RequestedCarrier): Heard | undefined {
  const now = clock.now();
  const isFresh = carrier.answered_at !== null && now - carrier.answered_at < freshMs;
  const isSpared = carrier.failed_at !== null && now - carrier.failed_at < worldMs(clock, spareMs);
  if (isSpared) return heardOf(carrier, true);
  return isFresh && carrier.failed_at === null ? heardOf(carrier, false) : undefined;
}

/** The answer of one carrier: the last one while it counts, else a new one. */
async function hear(deps: AskDeps, question: RouteQuestion, listed: RequestedCarrier): Promise<Heard> {
  const { clock, database, log } = deps;
  const kept = keptAnswer(clock, listed);
  if (kept !== undefined) return kept;
  // Another person may have got an answer since the carriers were listed.
  const [carrier = listed] = await listRequestedCarriers(database, question, [listed.carrier_code], 1);
  const heard = keptAnswer(clock, carrier);
  if (heard !== undefined) return heard;
  try {
    return await pullAnswer(deps, question, carrier);
  } catch (error) {
    passMissingKey(error);
    const reason = error instanceof PullFailure ? error.reason : 'internal';
    if (reason === 'internal') log.error({ err: error, carrier: carrier.carrier_code }, 'ways could not be asked for');
    await keepSilence(database, question, carrier.carrier_code, reason, clock.now());
    return heardOf(carrier, true);
  }
}

const asking = new Map<string, Promise<Heard>>();

/** Several people who ask the same at once wait for one answer. */
function hearOnce(deps: AskDeps, question: RouteQuestion, carrier: RequestedCarrier): Promise<Heard> {
  const key = JSON.stringify([carrier.base_url, carrier.carrier_code, question]);
  const running = asking.get(key);
  if (running !== undefined) return running;
  const heard = hear(deps, question, carrier).finally(() => asking.delete(key));
  asking.set(key, heard);
  return heard;
}

/** What carriers answer to a question from port to port: all are queried at once, and nobody is waited for longer than four seconds. */
export async function askCarriers(
  deps: AskDeps,
  question: RouteQuestion,
  carrierCodes: readonly string[] | undefined,
): Promise<Heard[]> {
  const carriers = await listRequestedCarriers(deps.database, question, carrierCodes, maxCarriers);
  return Promise.all(carriers.map((carrier) => hearOnce(deps, question, carrier)));
}
