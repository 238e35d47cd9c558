import { open, type SecretKeys } from '#server/platform/crypto/index.ts';
import { type Clock, pauseMs } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, MINUTE_MS, type Instant } from '#shared/time/instant.ts';

/** Where a carrier answers questions about prices and bookings. */
export type CommerceSource = { carrier_code: string; base_url: string; credential: string | null; failures: number };

const columns = 'carrier_code, base_url, credential, failures';
const timeoutMs = 20_000;
const maxBytes = 5_000_000;
/** After a failure a carrier is queried again so soon, twice as late each time. */
const firstRetryMs = 10 * MINUTE_MS;

/** How a source is queried. */
export const addressOf = ({ base_url, credential }: CommerceSource, keys: SecretKeys, now: Instant) => ({
  baseUrl: base_url,
  credential: credential === null ? null : open(credential, keys),
  now,
  timeoutMs,
  maxBytes,
});

/** Makes carriers known; one that moved follows its address, what an operator set stays. */
export async function seedCommerceSources(
  database: Database,
  sources: readonly { carrierCode: string; baseUrl: string; credential: string | null }[],
  at: Instant,
): Promise<void> {
  for (const { carrierCode, baseUrl, credential } of sources)
    await database.execute(
      `insert into commerce_source (carrier_code, base_url, credential, next_at) values ($1, $2, $3, $4)
       on conflict (carrier_code) do update set base_url = excluded.base_url`,
      [carrierCode, baseUrl, credential, new Date(at)],
    );
}

/** The carrier whose prices have waited longest, where one's time has come. */
export async function findDueSource(database: Database, at: Instant): Promise<CommerceSource | undefined> {
  const [row] = await database.query<CommerceSource>(
    `select ${columns} from commerce_source where enabled and next_at <= $1 order by next_at, carrier_code limit 1`,
    [new Date(at)],
  );
  return row;
}

/** Where a carrier is queried; undefined for one that has no interface. */
export async function findCommerceSource(database: Database, carrierCode: string): Promise<CommerceSource | undefined> {
  const [row] = await database.query<CommerceSource>(
    `select ${columns} from commerce_source where carrier_code = $1 and enabled`,
    [carrierCode],
  );
  return row;
}

/** Notes that a carrier answered, and when it is queried again. */
export const noteAnswered = (database: Database, carrierCode: string, at: Instant, nextAt: Instant) =>
  database.execute(
    `update commerce_source set answered_at = $2, next_at = $3, failures = 0, failure = null where carrier_code = $1`,
    [carrierCode, new Date(at), new Date(nextAt)],
  );

/** Notes that a carrier did not answer; its earlier prices stay, with their age. It is spared by the machine's clock, for a day at most. */
export const noteFailed = (
  { database, clock }: { database: Database; clock: Clock },
  source: CommerceSource,
  failure: string,
  at: Instant,
) =>
  database.execute(
    `update commerce_source set failed_at = $2, failure = $3, failures = failures + 1, next_at = $4 where carrier_code = $1`,
    [
      source.carrier_code,
      new Date(at),
      failure,
      new Date(at + pauseMs(clock, firstRetryMs * 2 ** Math.min(source.failures, 5), DAY_MS)),
    ],
  );
