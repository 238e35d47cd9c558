import type { Logger } from 'pino';
import { parseSchedules, pullSchedules } from '#server/connectors/dcsa/index.ts';
import { PullFailure } from '#server/connectors/types.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { tallyRefusals } from '#server/modules/refusal/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { open } from '#server/platform/crypto/index.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { listDueSources, noteAnswer, noteFailure, type SailingSource } from './source-queries.ts';
import { takeSchedules } from './take-schedules.ts';

/** How far ahead carriers announce, and how far back what happened is asked for. */
const aheadMs = 84 * DAY_MS;
const backMs = 84 * DAY_MS;
const timeoutMs = 30 * SECOND_MS;
const maxBytes = 20_000_000;
/** After a failure a source is asked again so soon, twice as late each time, up to its usual time. */
const firstRetryMs = 10 * MINUTE_MS;

/** What refreshing schedules works with. */
export type SailingDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  keys: SecretKeys;
  reference: () => ReferenceSnapshot;
};

const knownCarriers = new WeakMap<ReferenceSnapshot['carriers'], Map<string, string>>();

/** Our code of a carrier by any code that lists give it. */
function carrierFinder({ carriers }: ReferenceSnapshot): (code: string) => string | undefined {
  let known = knownCarriers.get(carriers);
  if (known === undefined) {
    known = new Map([...carriers.values()].map(({ code }) => [code, code]));
    for (const { code, scac } of carriers.values()) if (scac !== null && !known.has(scac)) known.set(scac, code);
    knownCarriers.set(carriers, known);
  }
  return (code) => known.get(code);
}

async function refreshSource(deps: SailingDeps, source: SailingSource): Promise<void> {
  const { database, clock, keys } = deps;
  const at = clock.now();
  const window = { from: at - backMs, to: at + aheadMs };
  const { pages, validators } = await pullSchedules({
    baseUrl: source.base_url,
    credential: source.credential === null ? null : open(source.credential, keys),
    ...window,
    validators: source.validators,
    now: at,
    timeoutMs,
    maxBytes,
  });
  const snapshot = deps.reference();
  const reference = { resolvePort: snapshot.rules.resolvePort, carrierOf: carrierFinder(snapshot) };
  for (const { body } of pages) {
    const { calls, refusals } = parseSchedules(body, reference);
    await takeSchedules(database, { carrierCode: source.carrier_code, calls, ...window, at });
    await tallyRefusals(
      database,
      refusals.map(({ reason, field, value }) => ({
        tenantId: null,
        sourceId: null,
        sender: source.carrier_code,
        via: 'pull',
        reason,
        field: field ?? '',
        n: 1,
        sample: value,
      })),
      at,
    );
  }
  await noteAnswer(database, source.carrier_code, validators, at, at + source.refresh_s * SECOND_MS);
}

/** Asks one source whose time has come; gives whether there was one. */
export async function refreshNext(deps: SailingDeps): Promise<boolean> {
  const { database, clock, log } = deps;
  const [source] = await listDueSources(database, clock.now(), 1);
  if (source === undefined) return false;
  try {
    await refreshSource(deps, source);
  } catch (error) {
    const at = clock.now();
    const reason = error instanceof PullFailure ? error.reason : 'internal';
    if (reason === 'internal')
      log.error({ err: error, carrier: source.carrier_code }, 'schedules could not be taken in');
    const waitMs = Math.min(source.refresh_s * SECOND_MS, firstRetryMs * 2 ** Math.min(source.failures, 10));
    const asked = error instanceof PullFailure ? (error.retryAfterMs ?? 0) : 0;
    await noteFailure(database, source.carrier_code, reason, at, at + Math.max(waitMs, asked));
  }
  return true;
}
