import type { PushedRetraction } from '#server/connectors/dcsa/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A retraction by id alone as it is kept. */
export type RetractionRow = { id: number; event_id: string; body: unknown; received_at: Instant };

/**
 * Lets notifications of a source go side by side, but none beside one that takes events back: what is reported while the
 * past is searched is either there to be found, or finds the retraction.
 */
export async function lockRetractions(database: Database, sourceId: number, mode: 'read' | 'write'): Promise<void> {
  await lockName(database, `pushed_retraction ${sourceId}`, mode === 'read' ? 'shared' : 'alone');
}

/** Keeps retractions; one that is sent again counts from now on again. */
export async function keepRetractions(
  database: Database,
  sourceId: number,
  retractions: readonly PushedRetraction[],
  now: Instant,
): Promise<void> {
  if (retractions.length === 0) return;
  const byId = new Map(retractions.map((retraction) => [retraction.eventId, retraction.raw]));
  await database.execute(
    `insert into pushed_retraction (source_id, event_id, body, received_at)
     select $1, r."eventId", r.raw, $3::timestamptz from jsonb_to_recordset($2::jsonb) as r("eventId" text, raw jsonb)
     on conflict (source_id, event_id) do update set body = excluded.body, received_at = excluded.received_at, searched = false`,
    [sourceId, JSON.stringify([...byId].map(([eventId, raw]) => ({ eventId, raw }))), new Date(now)],
  );
}

/** Retractions of a source by the ids of events. */
export async function findRetractions(
  database: Database,
  sourceId: number,
  eventIds: readonly string[],
): Promise<Map<string, RetractionRow>> {
  if (eventIds.length === 0) return new Map();
  const { rows } = await database.execute<RetractionRow>(
    'select id, event_id, body, received_at from pushed_retraction where source_id = $1 and event_id = any($2)',
    [sourceId, eventIds],
  );
  return new Map(rows.map((row) => [row.event_id, row]));
}

/** The oldest retractions of a source for which nothing was looked through yet. */
export async function listUnsearched(database: Database, sourceId: number, limit: number): Promise<RetractionRow[]> {
  const { rows } = await database.execute<RetractionRow>(
    `select id, event_id, body, received_at from pushed_retraction
     where source_id = $1 and not searched order by id limit $2`,
    [sourceId, limit],
  );
  return rows;
}

/** Notes that everything reported before was looked through; one that was sent again meanwhile is looked for again. */
export async function markSearched(database: Database, rows: readonly RetractionRow[]): Promise<void> {
  await database.execute(
    `update pushed_retraction p set searched = true
     from unnest($1::bigint[], $2::timestamptz[]) as r(id, received_at) where p.id = r.id and p.received_at = r.received_at`,
    [rows.map((row) => row.id), rows.map((row) => new Date(row.received_at))],
  );
}

/** Who is notified by a source, also where the first record is still to be made, in the order of ids, after the one it came to. */
export async function listReported(
  database: Database,
  sourceId: number,
  after: number,
  limit: number,
): Promise<{ id: number; tenant_id: number; subscription_id: number; source_id: number }[]> {
  const { rows } = await database.execute<{
    id: number;
    tenant_id: number;
    subscription_id: number;
    source_id: number;
  }>(
    `select id, tenant_id, subscription_id, source_id from subscription_source t
     where source_id = $1 and id > $2 and (last_change_at is not null or exists (
       select from raw_answer r where r.subscription_id = t.subscription_id and r.tenant_id = t.tenant_id and r.source_id = t.source_id))
     order by id limit $3`,
    [sourceId, after, limit],
  );
  return rows;
}
