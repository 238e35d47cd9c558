import type { Database } from '#server/platform/db/database.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';

/** A file that waits to be read. */
export type FileRow = {
  id: number;
  tenant_id: number | null;
  way: 'folder' | 'upload' | 'send';
  name: string;
  received_at: Instant;
  state: string;
  size_bytes: number;
  allowed_tenants: number[] | null;
};

/** A file of an unbound view: background work only. */
export async function findFile(database: Database, id: number): Promise<FileRow | undefined> {
  const { rows } = await database.execute<FileRow>(
    'select id, brought_for_tenant as tenant_id, way, name, received_at, state, size_bytes, allowed_tenants from edi_file where id = $1',
    [id],
  );
  return rows[0];
}

/** What is written of a message. */
export type MessageWrite = {
  tenantId: number | null;
  fileId: number;
  ordinal: number;
  state: string;
  partnerId: number | null;
  sender: string | null;
  senderQualifier: string | null;
  receiver: string | null;
  receiverQualifier: string | null;
  controlRef: string | null;
  groupRef: string | null;
  messageRef: string | null;
  messageType: string | null;
  messageVersion: string | null;
  documentNo: string | null;
  syntaxId: string | null;
  service: string | null;
  isTest: boolean;
  preparedAt: string | null;
  receivedAt: Instant;
  processedAt: Instant;
  startByte: number;
  endByte: number;
  firstSegment: number;
  firstLine: number;
  segments: number;
  events: number;
  applied: number;
  waiting: number;
  refusedEvents: number;
  problems: unknown;
  problemCount: number;
  reasons: readonly string[];
  contentHash: Buffer | null;
  duplicateOf: number | null;
  /** The document that it takes back as a whole. */
  withdrawsNo: string | null;
};

const text = (value: string | null, limit = 70): string | null => value?.slice(0, limit) ?? null;

/** Writes a message of a file, or what became of it when it is read again; gives its id. */
export async function writeMessage(database: Database, row: MessageWrite): Promise<number> {
  const { rows } = await database.execute<{ id: number }>(
    `insert into edi_message (tenant_id, direction, file_id, ordinal, state, partner_id, sender, sender_qualifier, receiver,
       receiver_qualifier, control_ref, group_ref, message_ref, message_type, message_version, document_no, syntax_id, service,
       is_test, prepared_at, received_at, processed_at, start_byte, end_byte, first_segment, first_line, segments, problems,
       problem_count, reasons, content_hash, duplicate_of, events, applied, waiting, refused_events, withdraws_no)
     values ($1, 'in', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
       $25, $26, $27::jsonb, $28, $29::text[], $30, $31, $32, $33, $34, $35, $36)
     on conflict (file_id, ordinal) do update set tenant_id = excluded.tenant_id, state = excluded.state,
       partner_id = excluded.partner_id, processed_at = excluded.processed_at, problems = excluded.problems,
       problem_count = excluded.problem_count, reasons = excluded.reasons, content_hash = excluded.content_hash,
       duplicate_of = excluded.duplicate_of, events = excluded.events, applied = excluded.applied, waiting = excluded.waiting,
       refused_events = excluded.refused_events, withdraws_no = excluded.withdraws_no, record_version = edi_message.record_version + 1
     returning id`,
    [
      row.tenantId,
      row.fileId,
      row.ordinal,
      row.state,
      row.partnerId,
      text(row.sender),
      text(row.senderQualifier, 10),
      text(row.receiver),
      text(row.receiverQualifier, 10),
      text(row.controlRef),
      text(row.groupRef),
      text(row.messageRef),
      text(row.messageType, 20),
      text(row.messageVersion),
      text(row.documentNo),
      text(row.syntaxId, 10),
      row.service,
      row.isTest,
      row.preparedAt,
      new Date(row.receivedAt),
      new Date(row.processedAt),
      row.startByte,
      row.endByte,
      row.firstSegment,
      row.firstLine,
      row.segments,
      JSON.stringify(row.problems),
      row.problemCount,
      row.reasons,
      row.contentHash,
      row.duplicateOf,
      row.events,
      row.applied,
      row.waiting,
      row.refusedEvents,
      row.withdrawsNo,
    ],
  );
  return itemAt(rows, 0).id;
}

/**
 * Message of the same sender and numbers that was read before, with the same words or made at the same time: some senders
 * use their numbers again. It counts only if it could change the shipments of every tenant that this one may change
 * (`tenantIds`, null: all tenants); otherwise a file uploaded by one tenant would suppress that of another. The lock
 * keeps two from being first.
 */
export async function findEarlier(
  database: Database,
  key: Pick<
    MessageWrite,
    | 'sender'
    | 'controlRef'
    | 'groupRef'
    | 'messageRef'
    | 'messageType'
    | 'fileId'
    | 'ordinal'
    | 'preparedAt'
    | 'contentHash'
  > & { tenantIds: readonly number[] | null },
): Promise<{ id: number; content_hash: Buffer | null } | undefined> {
  await lockName(database, `edi ${key.sender} ${key.controlRef}`);
  const { rows } = await database.execute<{ id: number; content_hash: Buffer | null }>(
    `select m.id, m.content_hash from edi_message m
       join edi_file f on f.id = m.file_id left join edi_partner p on p.id = m.partner_id
     where m.direction = 'in' and m.sender = $1 and m.control_ref = $2 and m.group_ref is not distinct from $3
       and m.message_ref is not distinct from $4 and m.message_type is not distinct from $5
       and m.state in ('parsed', 'partly') and not (m.file_id = $6 and m.ordinal = $7)
       and (m.content_hash = $8 or m.prepared_at is not distinct from $9)
       and (case when p.tenant_id is not null then $10::bigint[] <@ array[p.tenant_id]
                 else f.allowed_tenants is null or $10::bigint[] <@ f.allowed_tenants end)
     order by m.content_hash = $8 desc nulls last, m.id limit 1`,
    [
      text(key.sender),
      text(key.controlRef),
      text(key.groupRef),
      text(key.messageRef),
      text(key.messageType, 20),
      key.fileId,
      key.ordinal,
      key.contentHash,
      key.preparedAt,
      key.tenantIds,
    ],
  );
  return rows[0];
}

/** Whether a message of a file was written already, when reading a file goes on after an interruption. */
export async function hasMessage(database: Database, fileId: number, ordinal: number): Promise<boolean> {
  const { rows } = await database.execute('select 1 from edi_message where file_id = $1 and ordinal = $2', [
    fileId,
    ordinal,
  ]);
  return rows.length > 0;
}

const REFERENCES_PER_STATEMENT = 5_000;

/** Keeps by what a message can be found. */
export async function writeReferences(
  database: Database,
  messageId: number,
  references: ReadonlySet<string>,
): Promise<void> {
  const all = [...references];
  for (let at = 0; at < all.length; at += REFERENCES_PER_STATEMENT) {
    await database.execute(
      'insert into edi_reference (message_id, reference) select $1, unnest($2::text[]) on conflict do nothing',
      [messageId, all.slice(at, at + REFERENCES_PER_STATEMENT)],
    );
  }
}

/** The file is read: the row that stood for it goes, unless it tells why nothing came of it. */
export async function finishFile(
  database: Database,
  file: {
    id: number;
    problems: unknown;
    problemCount: number;
    isEmpty: boolean;
    reasons: readonly string[];
    now: Instant;
  },
): Promise<void> {
  await database.execute(`update edi_file set state = 'done', problems = $2::jsonb, problem_count = $3 where id = $1`, [
    file.id,
    JSON.stringify(file.problems),
    file.problemCount,
  ]);
  if (!file.isEmpty) {
    await database.execute('delete from edi_message where file_id = $1 and ordinal = 0', [file.id]);
    return;
  }
  await database.execute(
    `update edi_message set state = 'refused', problems = $2::jsonb, problem_count = $3, reasons = $4::text[], processed_at = $5
     where file_id = $1 and ordinal = 0`,
    [file.id, JSON.stringify(file.problems), file.problemCount, file.reasons, new Date(file.now)],
  );
}

/** Problems of an interchange are shown with its messages as well. */
export async function addInterchangeProblems(
  database: Database,
  fileId: number,
  ordinals: readonly number[],
  problems: readonly { code: string }[],
): Promise<void> {
  if (problems.length === 0 || ordinals.length === 0) return;
  await database.execute(
    `update edi_message set problems = problems || $3::jsonb, problem_count = problem_count + $4,
       reasons = (select array_agg(distinct r) from unnest(reasons || $5::text[]) r)
     where file_id = $1 and ordinal = any($2) and not (reasons @> $5::text[])`,
    [fileId, ordinals, JSON.stringify(problems), problems.length, problems.map(({ code }) => code)],
  );
}
