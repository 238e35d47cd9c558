import type { MailSheetKind } from '#contract/intake/mail-import.ts';
import type { SenderProof } from '#server/connectors/mail/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { json } from '#server/platform/db/json.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import type { Text } from '#shared/i18n/text.ts';

export type MailState = 'received' | 'held' | 'unmapped' | 'working' | 'done' | 'partly' | 'refused' | 'rejected';
export type SheetState = 'waiting' | 'unmapped' | 'working' | 'done' | 'refused';

/** A mail as the work on it needs it. */
export type StoredMail = {
  id: number;
  tenant_id: number;
  state: MailState;
  reason: string | null;
  message_id: string;
  envelope_from: string;
  ip: string;
  helo: string;
  mailbox: string;
  sender: string | null;
  subject: string | null;
  answer_to: string | null;
  automatic: boolean;
  answer_state: 'none' | 'waiting' | 'sent' | 'failed';
  answer_text: string | null;
};

const mailColumns = `id, tenant_id, state, reason, message_id, envelope_from, ip, helo, mailbox, sender, subject, answer_to,
  automatic, answer_state, answer_text`;

/** A mail; locked until the current transaction ends. */
export const lockMail = async (database: Database, id: number): Promise<StoredMail | undefined> =>
  (await database.execute<StoredMail>(`select ${mailColumns} from received_mail where id = $1 for update`, [id]))
    .rows[0];

/** A mail as it is now. */
export const findMail = async (database: Database, id: number): Promise<StoredMail | undefined> =>
  (await database.execute<StoredMail>(`select ${mailColumns} from received_mail where id = $1`, [id])).rows[0];

/** All bytes of a mail. */
export async function readRaw(database: Database, id: number): Promise<Buffer> {
  const { rows } = await database.execute<{ raw: Buffer }>('select raw from received_mail where id = $1', [id]);
  return Buffer.from(rows[0]?.raw ?? []);
}

/** What was read of a mail. */
export type MailFacts = {
  state: MailState;
  reason: string | null;
  sender: string | null;
  senderName: string | null;
  subject: string | null;
  answerTo: string | null;
  automatic: boolean;
  proof: SenderProof | null;
};

/** Writes what was read of a mail. */
export const writeFacts = (database: Database, id: number, facts: MailFacts): Promise<unknown> =>
  database.execute(
    `update received_mail set state = $2, reason = $3, sender = $4, sender_name = $5, subject = $6, answer_to = $7, automatic = $8, proof = $9::jsonb
     where id = $1`,
    [
      id,
      facts.state,
      facts.reason,
      facts.sender,
      facts.senderName,
      facts.subject,
      facts.answerTo,
      facts.automatic,
      facts.proof === null ? null : json(facts.proof),
    ],
  );

/** A file of a mail that is to be kept; `reason`: it cannot be a sheet. */
export type NewSheet = { name: string; content: Uint8Array; reason: string | null };

/** Keeps the files of a mail, each once. */
export async function insertSheets(
  database: Database,
  mail: Pick<StoredMail, 'id' | 'tenant_id'>,
  sheets: readonly NewSheet[],
): Promise<void> {
  for (const [place, { name, content, reason }] of sheets.entries())
    await database.execute(
      `insert into mail_sheet (tenant_id, mail_id, place, name, content, size_bytes, state, reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (mail_id, place) do nothing`,
      [mail.tenant_id, mail.id, place, name, content, content.length, reason === null ? 'waiting' : 'refused', reason],
    );
  await database.execute('update received_mail set sheets = $2 where id = $1', [mail.id, sheets.length]);
}

/** A refused row of a sheet, in both languages. */
export type Refusal = { row: number; field: string | null; text: Text };

/** A file of a mail as the work on it needs it. */
export type StoredSheet = {
  id: number;
  tenant_id: number;
  mail_id: number;
  name: string;
  state: SheetState;
  reason: string | null;
  reason_count: number | null;
  kind: MailSheetKind | null;
  headings_key: string | null;
  mapping_id: number | null;
  attempt: number;
  done_rows: number;
  run_id: number | null;
  user_id: number | null;
  rows: number | null;
  taken: number;
  unchanged: number;
  refused: number;
  refusals: Refusal[];
};

const sheetColumns = `id, tenant_id, mail_id, name, state, reason, reason_count, kind, headings_key, mapping_id, attempt, done_rows, run_id,
  user_id, rows, taken, unchanged, refused, refusals`;

/** The files of a mail in their order. */
export const listSheets = async (database: Database, mailId: number): Promise<StoredSheet[]> =>
  (
    await database.execute<StoredSheet>(`select ${sheetColumns} from mail_sheet where mail_id = $1 order by place`, [
      mailId,
    ])
  ).rows;

/** A file; locked until the current transaction ends. */
export const lockSheet = async (database: Database, id: number): Promise<StoredSheet | undefined> =>
  (await database.execute<StoredSheet>(`select ${sheetColumns} from mail_sheet where id = $1 for update`, [id]))
    .rows[0];

/** The bytes of a file. */
export async function readContent(database: Database, id: number): Promise<Buffer> {
  const { rows } = await database.execute<{ content: Buffer }>('select content from mail_sheet where id = $1', [id]);
  return Buffer.from(rows[0]?.content ?? []);
}

/** Ends a file without taking it. */
export const refuseSheet = (database: Database, id: number, reason: string, count: number | null): Promise<unknown> =>
  database.execute(`update mail_sheet set state = 'refused', reason = $2, reason_count = $3 where id = $1`, [
    id,
    reason,
    count,
  ]);

/** Lets a file wait for a mapping. */
export const awaitMapping = (database: Database, id: number, key: string, rows: number): Promise<unknown> =>
  database.execute(`update mail_sheet set state = 'unmapped', headings_key = $2, rows = $3 where id = $1`, [
    id,
    key,
    rows,
  ]);

/** Begins to take the rows of a file. */
export const beginSheet = (
  database: Database,
  id: number,
  begun: { kind: MailSheetKind; key: string; mappingId: number | null; rows: number; userId: number | null },
): Promise<unknown> =>
  database.execute(
    `update mail_sheet set state = 'working', kind = $2, headings_key = $3, mapping_id = $4, rows = $5, user_id = $6, done_rows = 0,
       run_id = null, taken = 0, unchanged = 0, refused = 0, refusals = '[]', reason = null, reason_count = null where id = $1`,
    [id, begun.kind, begun.key, begun.mappingId, begun.rows, begun.userId],
  );

/** Refused rows that are kept of one file. */
export const maxRefusals = 200;

/** What became of some rows. */
export type RowCounts = { taken: number; unchanged: number; refused: number };

/** Adds what became of the next rows; `end`: these were the last ones. */
export const noteRows = (
  database: Database,
  id: number,
  { counts, refusals, upTo, end }: { counts: RowCounts; refusals: readonly Refusal[]; upTo: number; end: boolean },
): Promise<unknown> =>
  database.execute(
    `update mail_sheet set taken = taken + $2, unchanged = unchanged + $3, refused = refused + $4, done_rows = $5,
       refusals = refusals || $6::jsonb, state = case when $7 then 'done' else state end where id = $1`,
    [id, counts.taken, counts.unchanged, counts.refused, upTo, json(refusals), end],
  );

/** Notes the import of rows that a file became. */
export const noteRun = (database: Database, id: number, runId: number): Promise<unknown> =>
  database.execute('update mail_sheet set run_id = $2 where id = $1', [id, runId]);

/** A mapping of headings. */
export type StoredMapping = { id: number; kind: MailSheetKind; columns: Record<string, string>; user_id: number };

/** Says or asks what these headings mean to a tenant, one after the other, until the current transaction ends. */
export const lockMapping = (database: Database, tenantId: number, key: string): Promise<void> =>
  lockName(database, `mail mapping ${tenantId} ${key}`);

/** What these headings mean to a tenant. */
export const findMapping = async (
  database: Database,
  tenantId: number,
  key: string,
): Promise<StoredMapping | undefined> =>
  (
    await database.execute<StoredMapping>(
      'select id, kind, columns, user_id from mail_mapping where tenant_id = $1 and headings_key = $2',
      [tenantId, key],
    )
  ).rows[0];

/** The address of a tenant as the work on its mails needs it. */
export type StoredAddress = { senders: string[]; needs_proof: boolean; user_id: number; user_code: string };

/** The address of a tenant. */
export const findAddress = async (database: Database, tenantId: number): Promise<StoredAddress | undefined> =>
  (
    await database.execute<StoredAddress>(
      `select a.senders, a.needs_proof, a.user_id, u.user_code from mail_address a join app_user u on u.id = a.user_id
       where a.tenant_id = $1`,
      [tenantId],
    )
  ).rows[0];

/** Addresses of the users of a tenant, in lower case. */
export const listUserAddresses = async (database: Database, tenantId: number): Promise<string[]> =>
  (
    await database.execute<{ email: string }>(
      `select distinct lower(trim(u.email)) as email from app_user u
       where u.removed_at is null and u.email like '%@%'
         and (u.tenant_id = $1 or exists (select from user_tenant x where x.user_id = u.id and x.tenant_id = $1))
       order by 1 limit 5000`,
      [tenantId],
    )
  ).rows.map(({ email }) => email);

/** Writes the state of a mail and the sums of its files. */
export const writeState = (database: Database, id: number, state: MailState, counts: RowCounts): Promise<unknown> =>
  database.execute('update received_mail set state = $2, taken = $3, unchanged = $4, refused = $5 where id = $1', [
    id,
    state,
    counts.taken,
    counts.unchanged,
    counts.refused,
  ]);

const ofMail = `t.kind = case when m.answer_state = 'waiting' then 'mail_answer' else 'mail' end and t.singleton_key = m.id::text`;

/** Mails whose work was interrupted and that no task is about to go on with: it goes on, or begins. */
export const listInterrupted = async (database: Database, before: number): Promise<{ id: number; answer: boolean }[]> =>
  (
    await database.execute<{ id: number; answer: boolean }>(
      `select m.id, m.answer_state = 'waiting' as answer from received_mail m
       where (m.state in ('received', 'working') or m.answer_state = 'waiting') and m.received_at < $1
         and not exists (select from task t where ${ofMail} and t.status = 'waiting')
         and not exists (select from task t where ${ofMail} and t.status = 'running')
       order by m.received_at limit 200`,
      [new Date(before)],
    )
  ).rows;

/** Notes how the answer to a mail went. */
export const writeAnswer = (
  database: Database,
  id: number,
  answer: { state: StoredMail['answer_state']; reason: string | null; text: string | null; at: number | null },
): Promise<unknown> =>
  database.execute(
    'update received_mail set answer_state = $2, answer_reason = $3, answer_text = $4, answered_at = $5 where id = $1',
    [id, answer.state, answer.reason, answer.text, answer.at === null ? null : new Date(answer.at)],
  );
