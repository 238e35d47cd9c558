import type { EdiMessage } from '#server/connectors/edifact/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import type { FileRow } from './message-queries.ts';
import type { Partner } from './partners.ts';

/** A number as far as it is kept. */
const kept = (text: string | null): string | null => text?.slice(0, 70) ?? null;

/** Number of the document that a message takes back as a whole; null when it does not, or names the events it takes back. */
export const takenBackNo = (message: EdiMessage): string | null =>
  message.withdraws && message.notices.length === 0 && message.refusedEvents === 0 ? kept(message.withdrawsNo) : null;

/** One at a time decides about a document: a message and the one that takes it back may come at once. */
const lockDocument = (database: Database, sender: string, documentNo: string) =>
  lockName(database, `edi document ${sender} ${documentNo}`);

/**
 * Whether a later message of the same sender has taken this one back already. Anyone who brings such a message takes back
 * only what concerns tenants they act for.
 */
export async function isTakenBack(
  database: Database,
  { documentNo: reported, type, interchange, withdraws, ordinal }: EdiMessage,
  file: FileRow,
  partner: Partner | undefined,
): Promise<boolean> {
  const [documentNo, sender] = [kept(reported), kept(interchange.sender.id)];
  if (withdraws || documentNo === null || sender === null) return false;
  await lockDocument(database, sender, documentNo);
  const { rows } = await database.execute(
    `select from edi_message c join edi_file cf on cf.id = c.file_id
     where c.withdraws_no = $1 and c.sender = $2 and c.message_type = $3 and c.direction = 'in'
       and (coalesce(c.prepared_at, '~'), case when c.file_id = $7 then c.ordinal else $8 end) >= (coalesce($4::text, ''), $8)
       and (cf.allowed_tenants is null or $5::bigint[] <@ cf.allowed_tenants or $6::bigint = any(cf.allowed_tenants))
     limit 1`,
    [
      documentNo,
      sender,
      type,
      interchange.preparedAt,
      file.allowed_tenants,
      partner?.tenant_id ?? null,
      file.id,
      ordinal,
    ],
  );
  return rows.length > 0;
}

/** The messages that one takes back as a whole: those of the document that were made before it. */
export async function listTakenBack(
  database: Database,
  { type, interchange, ordinal }: EdiMessage,
  documentNo: string,
  file: FileRow,
): Promise<number[]> {
  const sender = kept(interchange.sender.id);
  if (sender === null) return [];
  await lockDocument(database, sender, documentNo);
  const { rows } = await database.execute<{ id: number }>(
    `select m.id from edi_message m join edi_file f on f.id = m.file_id left join edi_partner p on p.id = m.partner_id
     where m.document_no = $1 and m.sender = $2 and m.message_type = $3 and m.direction = 'in' and m.withdraws_no is null
       and not m.reasons @> array['withdraws']
       and (m.state in ('parsed', 'partly') or m.state = 'held' and m.reasons @> array['withdrawn'])
       and (coalesce(m.prepared_at, ''), case when m.file_id = $6 then m.ordinal else $7 end) <= (coalesce($4::text, '~'), $7)
       and ($5::bigint[] is null or f.allowed_tenants <@ $5 or p.tenant_id = any($5))
     order by m.id for update of m`,
    [documentNo, sender, type, interchange.preparedAt, file.allowed_tenants, file.id, ordinal],
  );
  return rows.map(({ id }) => id);
}

/** Marks messages as taken back: what they reported counts for no shipment any more. */
export async function markTakenBack(database: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await database.execute(
    `update edi_message set state = 'held', applied = 0, waiting = 0, record_version = record_version + 1,
       reasons = (select array_agg(distinct r) from unnest(reasons || array['withdrawn']) r where r <> 'no_subscription')
     where id = any($1)`,
    [ids],
  );
}
