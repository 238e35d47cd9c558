import type { FeedState } from '#server/connectors/ais/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How receiving from one address goes. */
export type FeedHealth = {
  code: string;
  state: FeedState;
  connectedAt: Instant | null;
  lastMessageAt: Instant | null;
  /** Since when it has been heard without a gap. */
  heardSince: Instant | null;
  counts: Readonly<Record<string, number>>;
  samples: Record<string, string>;
  error: string | null;
};

/** A message within this time of the machine's clock counts as heard now. */
const heardLatelyMs = 60_000;

/** A receiver that brings nothing for so long was out of order; ships are many, and one of them is always heard. */
const gapMs = 3 * HOUR_MS;
/** In a world that runs fast hours pass between two messages: a gap lasts for so long by the machine's clock too. */
const leastGapMs = 60_000;

/** Notes that a receiver brought something, by the world's clock and by the machine's. */
export function noteHeard(
  health: Pick<FeedHealth, 'lastMessageAt' | 'heardSince'>,
  heard: { machineMs: number },
  now: Instant,
  machineMs: number,
): void {
  const isGap =
    health.lastMessageAt !== null && now - health.lastMessageAt > gapMs && machineMs - heard.machineMs > leastGapMs;
  if (health.heardSince === null || isGap) health.heardSince = now;
  health.lastMessageAt = now;
  heard.machineMs = machineMs;
}

/** Writes how receiving goes. */
export async function writeFeeds(database: Database, feeds: readonly FeedHealth[], now: Instant): Promise<void> {
  if (feeds.length === 0) return;
  await database.execute(
    `insert into ais_feed (code, state, connected_at, last_message_at, heard_since, counts, samples, last_error, updated_at)
     select r.code, r.state, to_timestamp(r."connectedAt" / 1000.0), to_timestamp(r."lastMessageAt" / 1000.0),
       to_timestamp(r."heardSince" / 1000.0), r.counts, r.samples, r.error, $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as r(code text, state text, "connectedAt" float8, "lastMessageAt" float8, "heardSince" float8, counts jsonb,
       samples jsonb, error text)
     on conflict (code) do update set state = excluded.state, connected_at = excluded.connected_at,
       last_message_at = coalesce(excluded.last_message_at, ais_feed.last_message_at),
       heard_since = case when excluded.heard_since - ais_feed.last_message_at > $3::float8 * interval '1 millisecond'
         then excluded.heard_since else coalesce(ais_feed.heard_since, excluded.heard_since) end,
       counts = excluded.counts,
       samples = excluded.samples, last_error = excluded.last_error, updated_at = excluded.updated_at`,
    [JSON.stringify(feeds), new Date(now), gapMs],
  );
  // Ships are not asked: what was heard of them last is when their source spoke last.
  if (feeds.some(({ lastMessageAt }) => lastMessageAt !== null && Date.now() - lastMessageAt < heardLatelyMs))
    await database.execute(
      `update source set last_success_at = greatest(last_success_at, $1::timestamptz) where protocol = 'ais' and profile is null`,
      [new Date(now)],
    );
}

/** Addresses that are configured no more leave the list. */
export async function removeOtherFeeds(database: Database, codes: readonly string[]): Promise<void> {
  await database.execute('delete from ais_feed where code <> all($1)', [codes]);
}

/** Moment of the newest position that is stored; null when there is none. */
export async function newestFixAt(database: Database): Promise<Instant | null> {
  const { rows } = await database.execute<{ fix_at: Instant | null }>('select max(fix_at) as fix_at from ais_vessel');
  return rows[0]?.fix_at ?? null;
}
