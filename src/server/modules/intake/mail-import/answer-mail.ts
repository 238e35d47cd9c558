// unscoped: The mail is addressed by id; its answer goes to its sender alone.
import { sendMail } from '#server/modules/administration/notification/index.ts';
import { knownText, serverText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { findMail, listSheets, type StoredMail, type StoredSheet, writeAnswer } from './mail-queries.ts';
import { publishMail } from './settle-mail.ts';
import type { MailDeps } from './types.ts';

/** Refused rows that an answer names of one file. */
const maxRows = 20;

/** Why a file was not taken, in words. */
export const sheetReason = (
  { reason, reason_count: count }: Pick<StoredSheet, 'reason' | 'reason_count'>,
  lang: Lang,
) => (reason === null ? null : (knownText(`mailImport.sheet.${reason}`, lang, { count: count ?? 0 }) ?? reason));

/** Why a mail is held or was not taken, in words. */
export const mailReason = (reason: string | null, lang: Lang): string | null =>
  reason === null ? null : (knownText(`mailImport.mail.${reason}`, lang) ?? reason);

function linesOf(sheet: StoredSheet, lang: Lang): string[] {
  const { name, taken, unchanged, refused, refusals } = sheet;
  if (sheet.state === 'refused')
    return [serverText('mailImport.answer.refusedSheet', { name, reason: sheetReason(sheet, lang) ?? '' }, lang)];
  const shown = refusals.slice(0, maxRows);
  return [
    serverText('mailImport.answer.counts', { name, taken, unchanged, refused }, lang),
    ...shown.map(({ row, text }) => serverText('mailImport.answer.row', { row, reason: text[lang] }, lang)),
    ...(refused > shown.length ? [serverText('mailImport.answer.more', { count: refused - shown.length }, lang)] : []),
  ];
}

/** The answer to a mail as plain text. */
function answerText(
  mail: Pick<StoredMail, 'id' | 'mailbox' | 'reason'>,
  sheets: readonly StoredSheet[],
  { domain, publicUrl, lang }: { domain: string; publicUrl: string; lang: Lang },
): string {
  const reason = mailReason(mail.reason, lang);
  return [
    serverText('mailImport.answer.intro', { address: `${mail.mailbox}@${domain}` }, lang),
    '',
    ...(sheets.length === 0 && reason !== null ? [reason] : []),
    ...sheets.flatMap((sheet) => linesOf(sheet, lang)),
    '',
    serverText('mailImport.answer.link', { link: `${publicUrl}/mail-import?mailId=${mail.id}` }, lang),
    serverText('mailImport.answer.automatic', {}, lang),
  ].join('\n');
}

const languageOf = async ({ database }: MailDeps, tenantId: number): Promise<Lang> =>
  (await database.query<{ language: Lang }>('select language from tenant where id = $1', [tenantId]))[0]?.language ??
  'zh';

async function note(deps: MailDeps, mail: StoredMail, text: string, reason: string | null): Promise<void> {
  const { database, clock } = deps;
  await database.transaction(async () => {
    const state = reason === null ? 'sent' : 'failed';
    await writeAnswer(database, mail.id, { state, reason, text, at: clock.now() });
    await publishMail(database, mail);
  });
}

/**
 * Sends the answer to a mail, once: the same answer has the same Message-ID, so that a repetition after a crash is seen as one. Throws
 * when it can be sent later; `isLast` gives up instead.
 */
export async function answerMail(deps: MailDeps, mailId: number, isLast: boolean, signal: AbortSignal): Promise<void> {
  const { database, delivery, mailDomain } = deps;
  const mail = await findMail(database, mailId);
  if (delivery === undefined || mail?.answer_state !== 'waiting' || mail.sender === null) return;
  const lang = await languageOf(deps, mail.tenant_id);
  const sheets = await listSheets(database, mailId);
  const text = answerText(mail, sheets, { domain: mailDomain ?? '', publicUrl: delivery.publicUrl, lang });
  const subject = mail.subject || serverText('mailImport.answer.noSubject', {}, lang);
  const sent = await sendMail(
    {
      webhookId: `mail-answer-${mailId}`,
      type: 'EMAIL',
      address: mail.sender,
      auth: null,
      tenantId: mail.tenant_id,
      lang,
      subject: serverText('mailImport.answer.subject', { subject }, lang),
      content: text,
      event: 'mail.answered',
      causeAt: deps.clock.now(),
      facts: {},
      replyTo: mail.answer_to,
    },
    { database, settings: delivery },
    signal,
  );
  if (sent.ok) return note(deps, mail, text, null);
  if (sent.final === true || isLast) return note(deps, mail, text, sent.reason ?? 'internal');
  throw new Error(`the answer to a mail could not be sent: ${sent.reason ?? ''}`);
}
