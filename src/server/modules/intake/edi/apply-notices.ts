import { createHash } from 'node:crypto';
import { type NoticeSource, writeNoticeBody } from '#server/connectors/edifact/index.ts';
import { packBody } from '#server/modules/intake/collection/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Match } from './match-references.ts';

/** Takes back what a message reported earlier; gives the targets whose records have to be made again. */
export async function withdrawMessage(database: Database, messageId: number): Promise<number[]> {
  const { rows } = await database.execute<{ id: number }>(
    `with gone as (delete from edi_applied where message_id = $1 returning raw_answer_id, subscription_id),
       bodies as (delete from raw_answer a using gone where a.id = gone.raw_answer_id and a.subscription_id = gone.subscription_id returning a.subscription_id, a.source_id)
     select ss.id from subscription_source ss join bodies b on b.subscription_id = ss.subscription_id and b.source_id = ss.source_id`,
    [messageId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Keeps the notices of a message for each subscription they concern, as the partner's record will be made from; gives the
 * targets whose records have to be made. Runs in the caller's transaction.
 */
export async function applyNotices(
  database: Database,
  message: { id: number; sourceId: number; source: NoticeSource; receivedAt: Instant },
  matches: readonly Match[],
): Promise<number[]> {
  if (matches.length === 0) return [];
  const targets = await database.execute<{ id: number }>(
    `with added as (
       insert into subscription_source (tenant_id, subscription_id, source_id)
       select t.tenant_id, t.id, $1 from unnest($2::bigint[], $3::bigint[]) as t(id, tenant_id) order by t.id
       on conflict do nothing returning id)
     select id from added union
     select id from subscription_source where source_id = $1 and subscription_id = any($2)`,
    [message.sourceId, matches.map((match) => match.subscriptionId), matches.map((match) => match.tenantId)],
  );
  for (const match of matches) await keepBody(database, message, match);
  return targets.rows.map(({ id }) => id);
}

async function keepBody(
  database: Database,
  message: { id: number; sourceId: number; source: NoticeSource; receivedAt: Instant },
  match: Match,
): Promise<void> {
  const bytes = writeNoticeBody(message.source, match.notices);
  const { body, encoding } = packBody(bytes);
  await database.execute(
    `with kept as (
       insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash)
       values ($1, $2, $3, 'push', $4, $5, $6, $7) returning id)
     insert into edi_applied (message_id, tenant_id, subscription_id, raw_answer_id, events) select $8, $1, $2, kept.id, $9 from kept`,
    [
      match.tenantId,
      match.subscriptionId,
      message.sourceId,
      new Date(message.receivedAt),
      Buffer.from(body),
      encoding,
      createHash('sha256').update(bytes).digest().subarray(0, 16),
      message.id,
      match.notices.length,
    ],
  );
}
