// unscoped: The mail is addressed by id, and events name its tenant.
import type { Database } from '#server/platform/db/database.ts';
import { publish } from '#server/platform/realtime/index.ts';
import {
  listSheets,
  lockMail,
  type MailState,
  type RowCounts,
  type StoredMail,
  type StoredSheet,
  writeAnswer,
  writeState,
} from './mail-queries.ts';
import { scheduleAnswer } from './mail-tasks.ts';
import type { MailDeps } from './types.ts';

const sumOf = (sheets: readonly StoredSheet[], what: keyof RowCounts): number =>
  sheets.reduce((sum, sheet) => sum + sheet[what], 0);

/** The state of a mail by those of its files. */
function stateOf(sheets: readonly Pick<StoredSheet, 'state' | keyof RowCounts>[]): MailState {
  if (sheets.some(({ state }) => state === 'waiting' || state === 'working')) return 'working';
  if (sheets.some(({ state }) => state === 'unmapped')) return 'unmapped';
  if (!sheets.some((sheet) => sheet.taken + sheet.unchanged > 0)) return 'refused';
  return sheets.some((sheet) => sheet.state === 'refused' || sheet.refused > 0) ? 'partly' : 'done';
}

/** Tells open screens that a mail changed; in the current transaction. */
export const publishMail = (database: Database, { id, tenant_id: tenantId }: Pick<StoredMail, 'id' | 'tenant_id'>) =>
  publish(database, { tenantId, topic: 'mailImport', payload: { mailId: String(id) } });

const isOver = (state: MailState): boolean => state === 'done' || state === 'partly' || state === 'refused';

/** Whether somebody is to be answered: never programs, and each mail once. */
const wantsAnswer = (mail: StoredMail): boolean =>
  mail.sender !== null && !mail.automatic && (mail.answer_state === 'none' || mail.answer_state === 'failed');

/**
 * Brings a mail in line with its files, and has it answered when nothing of it is left to do; in the current transaction. Two workers may
 * end its last two files at the same time: with the mail locked, the second one sees what the first one wrote.
 */
export async function settleMail(
  { database, queue }: Pick<MailDeps, 'database' | 'queue'>,
  mailId: number,
): Promise<void> {
  const mail = await lockMail(database, mailId);
  if (mail === undefined) return;
  const sheets = await listSheets(database, mailId);
  const state = stateOf(sheets);
  await writeState(database, mailId, state, {
    taken: sumOf(sheets, 'taken'),
    unchanged: sumOf(sheets, 'unchanged'),
    refused: sumOf(sheets, 'refused'),
  });
  if (isOver(state)) {
    if (sheets.length === 0)
      await database.execute(`update received_mail set reason = 'noSheet' where id = $1`, [mailId]);
    if (wantsAnswer(mail)) {
      await writeAnswer(database, mailId, { state: 'waiting', reason: null, text: null, at: null });
      await scheduleAnswer(queue, mailId);
    }
  }
  await publishMail(database, mail);
}
