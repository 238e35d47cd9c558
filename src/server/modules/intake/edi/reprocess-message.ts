import { type EdiMessage, readEdifact } from '#server/connectors/edifact/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { readFileRange } from './file-store.ts';
import { findFile } from './message-queries.ts';
import { processFile } from './process-file.ts';
import { takeMessage } from './take-message.ts';
import { MAX_FILE_BYTES, type EdiDeps } from './types.ts';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { listMessagesById } from './list-queries.ts';
import { presentMessage } from './present.ts';

/** What is needed of a stored message to read it again. */
export type StoredMessage = {
  id: number;
  file_id: number;
  ordinal: number;
  state: string;
  sender: string | null;
  sender_qualifier: string | null;
  receiver: string | null;
  receiver_qualifier: string | null;
  control_ref: string | null;
  group_ref: string | null;
  syntax_id: string | null;
  service: string | null;
  is_test: boolean;
  prepared_at: string | null;
  received_at: Instant;
  start_byte: number;
  end_byte: number;
  first_segment: number;
  first_line: number;
};

/** Columns of a StoredMessage. */
export const storedColumns = `id, file_id, ordinal, state, sender, sender_qualifier, receiver, receiver_qualifier, control_ref,
  group_ref, syntax_id, service, is_test, prepared_at, received_at, start_byte, end_byte, first_segment, first_line`;

/** What stands around a message in its file, so far as reading it needs it. */
function frameOf(stored: StoredMessage): Buffer {
  // The separators as they were; of the header the character set alone counts, the rest is known.
  const service = stored.service ?? `:+.? '`;
  const element = service[1] ?? '+';
  const component = service[0] ?? ':';
  const end = service[5] ?? "'";
  return Buffer.from(
    `UNA${service}UNB${element}${stored.syntax_id ?? 'UNOA'}${component}3${element}S${element}R${element}${component}${element}0${end}`,
    'latin1',
  );
}

/** Reads one stored message again from its bytes, as it stood in its file; undefined when they hold none (any more). */
export async function readStoredMessage(
  deps: Pick<EdiDeps, 'database'>,
  stored: StoredMessage,
): Promise<EdiMessage | undefined> {
  const bytes = await readFileRange(deps.database, stored.file_id, stored.start_byte, stored.end_byte, MAX_FILE_BYTES);
  const found: EdiMessage[] = [];
  const frame = frameOf(stored);
  await readEdifact([Buffer.concat([frame, bytes])], (message) => void found.push(message));
  const message = found[0];
  if (message === undefined) return undefined;
  // The frame is one segment before the message, on its first line.
  const moved = stored.first_segment - message.firstSegment;
  const lines = stored.first_line - message.firstLine;
  const shift = <T extends { segment: number | null; line: number | null }>(one: T): T => ({
    ...one,
    segment: one.segment === null ? null : one.segment + moved,
    line: one.line === null ? null : one.line + lines,
  });
  return {
    ...message,
    ordinal: stored.ordinal,
    groupRef: stored.group_ref,
    interchange: {
      ...message.interchange,
      hasHeader: stored.control_ref !== null || stored.sender !== null,
      syntaxId: stored.syntax_id,
      sender: { id: stored.sender, qualifier: stored.sender_qualifier },
      receiver: { id: stored.receiver, qualifier: stored.receiver_qualifier },
      preparedAt: stored.prepared_at,
      controlRef: stored.control_ref,
      isTest: stored.is_test,
    },
    problems: message.problems.map(shift),
    notices: message.notices.map(shift),
    firstSegment: stored.first_segment,
    firstLine: stored.first_line,
    start: stored.start_byte,
    end: stored.end_byte,
  };
}

/**
 * Reads a stored message again, with what is known by now: the mapping, partners, ports, subscriptions. `isForced` reads
 * one that was recognised as a repetition or held back as a test. False when there was nothing to read.
 */
export async function reprocessMessage(deps: EdiDeps, stored: StoredMessage, isForced: boolean): Promise<boolean> {
  const file = await findFile(deps.database, stored.file_id);
  if (file === undefined) return false;
  if (stored.ordinal === 0) {
    await deps.database.execute(`update edi_file set state = 'received' where id = $1`, [file.id]);
    await processFile(deps, file.id);
    return true;
  }
  const message = await readStoredMessage(deps, stored);
  if (message === undefined) return false;
  await takeMessage(deps, file, message, { isForced });
  return true;
}

/** Reads stored messages again, by what is known now; a repetition or a test that is requested by name is taken too. */
export async function reprocessMessages(
  deps: EdiDeps,
  { ctx, input }: { ctx: Ctx; input: ParsedBody<'ediReprocess'> },
): Promise<CallData<'ediReprocess'>> {
  const found = await ctx.db
    .selectFrom('edi_message')
    .selectAll()
    .where('id', 'in', input.ids)
    .where('direction', '=', 'in')
    .orderBy('id')
    .execute();
  let done = 0;
  for (const stored of found) {
    const before = stored.state;
    if (!(await reprocessMessage(deps, stored, true))) continue;
    done += 1;
    await writeAudit(ctx, {
      entity: 'edi_message',
      entityId: String(stored.id),
      action: 'reprocess',
      tenantId: stored.tenant_id,
      before: { state: before },
    });
  }
  const rows = await listMessagesById(
    ctx,
    found.map(({ id }) => id),
  );
  return { done, messages: rows.map((row) => presentMessage(row, ctx)) };
}
