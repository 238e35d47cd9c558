import { boxesAround } from '#domain/network/position/boxes.ts';
import type { Following, StreamAddress } from '#server/connectors/ais/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { openValues } from '#server/modules/intake/source/index.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { FeedHealth } from './feed-queries.ts';
import { laneBetween } from './lanes.ts';

/** A source of the page "Sources" that sends positions. */
export type StreamFeed = StreamAddress & { code: string };

const scheme = 'aisstream://';
/** Boxes of one subscription at most; more would be finer than it is worth. */
const maxBoxes = 100;

/** Sources of AISStream that are in use and have keys of the platform: positions are data of everybody. */
export async function listStreamFeeds(database: Database, keys: SecretKeys): Promise<StreamFeed[]> {
  const { rows } = await database.execute<{ code: string; base_url: string; sealed: string }>(
    `select s.code, s.base_url, coalesce(a.default_value, s.credential) as sealed
     from source s left join asset a on a.id = s.asset_id
     where s.profile = 'aisstream' and s.enabled and s.tenant_id is null and coalesce(a.default_value, s.credential) is not null
     order by s.code`,
  );
  return rows.flatMap(({ code, base_url: url, sealed }) => {
    const { apiKey: key } = openValues(sealed, { profile: 'aisstream' }, keys);
    return key === undefined ? [] : [{ code: `${scheme}${code}`, kind: 'aisstream' as const, url, key }];
  });
}

/**
 * What is to be heard of: the vessels of legs that are not over, and the lanes and ports in use as boxes. While shipments name
 * vessels whose MMSI nobody knows, no vessel is named: these become known only when all that pass are heard.
 */
export async function readFollowing(database: Database, reference: ReferenceSnapshot): Promise<Following> {
  const { rows } = await database.execute<{ mmsi: number | null; from_port: string; to_port: string }>(
    `select distinct w.mmsi, w.from_port, w.to_port from voyage_watch w join subscription o on o.id = w.subscription_id
     where w.state <> 'arrived' and not o.ended
     union
     select null, s.port_of_loading, s.port_of_discharge from shipment s join subscription o on o.id = s.subscription_id
     where s.fused and o.mode = 'sea' and not o.ended and s.ata is null and s.vessel_name is not null
       and s.port_of_loading is not null and s.port_of_discharge is not null
       and not exists (select from voyage_watch w where w.subscription_id = o.id)
     order by 1, 2, 3`,
  );
  const known = rows.flatMap(({ mmsi }) => (mmsi === null ? [] : [mmsi]));
  const mmsis = known.length < rows.length ? [] : [...new Set(known)];
  const lanes = new Map(rows.map((row) => [`${row.from_port} ${row.to_port}`, [row.from_port, row.to_port] as const]));
  const lines = [...lanes.values()].flatMap(([from, to]) => {
    const lane = laneBetween(from, to, reference);
    if (lane !== null) return [lane.line];
    return [from, to].flatMap((code) => {
      const port = reference.ports.get(code);
      return port?.lon == null || port.lat == null ? [] : [[[port.lon, port.lat] as const]];
    });
  });
  return { mmsis, boxes: boxesAround(lines, maxBoxes) };
}

/** A refusal comes right after the connection: one that has held for so long was accepted. */
const acceptedMs = 5_000;
/** Tries that follow each other more closely than this count as one failure. */
const failureMs = 60_000;

const isAccepted = ({ state, connectedAt, lastMessageAt }: FeedHealth, now: Instant): boolean =>
  state === 'open' &&
  connectedAt !== null &&
  ((lastMessageAt !== null && lastMessageAt >= connectedAt) || now - connectedAt >= acceptedMs);

/** Notes at the sources how they fare, as asking does for those that are asked. */
export async function writeStreamHealth(database: Database, feeds: readonly FeedHealth[], now: Instant): Promise<void> {
  const reported = feeds.flatMap((feed) => {
    const { code, state, error, lastMessageAt: at } = feed;
    if (!code.startsWith(scheme) || error?.startsWith('nothing_followed') === true) return [];
    const failed = state === 'failed';
    return failed || isAccepted(feed, now)
      ? [{ code: code.slice(scheme.length), at, failed, error: failureOf(error) }]
      : [];
  });
  if (reported.length === 0) return;
  await database.execute(
    `update source s set last_success_at = greatest(s.last_success_at, to_timestamp(r.at / 1000.0)),
       last_failure_at = case when r.counts then $2::timestamptz else s.last_failure_at end,
       last_error = case when r.failed then r.error else s.last_error end,
       consecutive_failures = case when not r.failed then 0 when r.counts then least(s.consecutive_failures + 1, 1000)
         else s.consecutive_failures end
     from (select t.*, o.id, t.failed and (o.consecutive_failures = 0 or o.last_failure_at is null
         or o.last_failure_at < $2::timestamptz - $3::float8 * interval '1 millisecond') as counts
       from jsonb_to_recordset($1::jsonb) as t(code text, at float8, failed boolean, error text)
         join source o on o.code = t.code and o.protocol = 'ais') r
     where s.id = r.id`,
    [JSON.stringify(reported), new Date(now), failureMs],
  );
}

/** A reason that has a text in both languages. */
const failureOf = (error: string | null): string | null =>
  error === null || /^(?:unauthorized|not_permitted|internal_address):/.test(error) ? error : `unreachable: ${error}`;
