import type { Logger } from 'pino';
import type { PagesAnswer, PagesRequest } from '#server/connectors/pull-pages.ts';
import { type ParseRefusal, PullFailure } from '#server/connectors/types.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { tallyRefusals } from '#server/modules/intake/refusal/index.ts';
import { type Clock, worldMs } from '#server/platform/clock/clock.ts';
import { open, passMissingKey } from '#server/platform/crypto/index.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { listDueSources, noteAnswer, noteFailure, type SailingSource, type ScheduleMode } from './source-queries.ts';

const timeoutMs = 30 * SECOND_MS;
const maxBytes = 20_000_000;
/** After a failure a source is queried again so soon, twice as late each time, up to its usual time. */
const firstRetryMs = 10 * MINUTE_MS;

/** What refreshing schedules works with. */
export type SailingDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  keys: SecretKeys;
  reference: () => ReferenceSnapshot;
};

type Window = { from: Instant; to: Instant };

/** Schedules of one mode: how they are requested, and what becomes of a page; gives what of it could not be taken. */
export type ScheduleReader = {
  mode: ScheduleMode;
  daysBack: number;
  daysAhead: number;
  pull: (
    request: Omit<PagesRequest, 'urlOf' | 'headers'> & { baseUrl: string; credential: string | null } & Window,
  ) => Promise<PagesAnswer>;
  take: (
    deps: SailingDeps,
    page: { carrierCode: string; body: Uint8Array; at: Instant } & Window,
  ) => Promise<readonly ParseRefusal[]>;
};

async function refreshSource(deps: SailingDeps, reader: ScheduleReader, source: SailingSource): Promise<void> {
  const { database, clock, keys } = deps;
  const at = clock.now();
  const window = { from: at - reader.daysBack * DAY_MS, to: at + reader.daysAhead * DAY_MS };
  const { pages, validators } = await reader.pull({
    baseUrl: source.base_url,
    credential: source.credential === null ? null : open(source.credential, keys),
    ...window,
    validators: source.validators,
    now: at,
    timeoutMs,
    maxBytes,
  });
  for (const { body } of pages) {
    const refusals = await reader.take(deps, { carrierCode: source.carrier_code, body, at, ...window });
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
  await noteAnswer(database, source, validators, at, at + source.refresh_s * SECOND_MS);
}

/** Asks one source whose time has come; gives whether there was one. */
export async function refreshNext(deps: SailingDeps, reader: ScheduleReader): Promise<boolean> {
  const { database, clock, log } = deps;
  const [source] = await listDueSources(database, reader.mode, clock.now(), 1);
  if (source === undefined) return false;
  try {
    await refreshSource(deps, reader, source);
  } catch (error) {
    passMissingKey(error);
    const at = clock.now();
    const reason = error instanceof PullFailure ? error.reason : 'internal';
    if (reason === 'internal')
      log.error({ err: error, carrier: source.carrier_code }, 'schedules could not be taken in');
    const waitMs = Math.min(
      source.refresh_s * SECOND_MS,
      worldMs(clock, firstRetryMs * 2 ** Math.min(source.failures, 10)),
    );
    // What the source asks for is time of its machine, however fast the world is.
    const requested = error instanceof PullFailure ? worldMs(clock, error.retryAfterMs ?? 0) : 0;
    await noteFailure(database, source, reason, at, at + Math.max(waitMs, requested));
  }
  return true;
}
