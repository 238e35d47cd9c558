// unscoped: The mail was found by `ctx.db` before; its files are addressed by its id.
import type { CallData } from '#contract/index.ts';
import type { MailSheet } from '#contract/intake/mail-import.ts';
import { type SenderProof, senderProof } from '#server/connectors/mail/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { knownText, serverText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { itemAt } from '#shared/values/items.ts';
import { sheetReason } from './answer-mail.ts';
import { listSheets, type MailState, type StoredSheet } from './mail-queries.ts';
import { loadMails } from './received-source.ts';
import type { MailDeps } from './types.ts';

type Detail = CallData<'receivedMailGet'>;

const outcomeName = (result: string, lang: Lang): string => {
  const code = result === 'pass' || result === 'none' ? result : /error|unknown/.test(result) ? 'undecided' : 'fail';
  return serverText(`mailImport.check.${code}`, {}, lang);
};

const proofText = (proof: SenderProof | null, lang: Lang): string | null => {
  if (proof === null) return null;
  const code = proof.aligned ? 'aligned' : proof.undecided ? 'undecided' : 'not';
  return serverText(`mailImport.proof.${code}`, {}, lang);
};

const checksOf = (proof: SenderProof | null, lang: Lang): Detail['checks'] =>
  proof === null
    ? []
    : [
        { name: 'SPF', domain: proof.spf.domain, result: outcomeName(proof.spf.result, lang) },
        ...proof.dkim.map(({ domain, result }) => ({ name: 'DKIM', domain, result: outcomeName(result, lang) })),
        { name: 'DMARC', domain: '', result: outcomeName(proof.dmarc, lang) },
      ];

/** What a person may do with a mail in this state. */
export function actsOf(state: MailState, sheets: readonly Pick<StoredSheet, 'state' | 'refused'>[]): Detail['acts'] {
  if (state === 'held') return ['accept', 'reject'];
  if (state === 'unmapped') return ['reject'];
  const hasMore = sheets.some((sheet) => sheet.state === 'refused' || sheet.refused > 0);
  return (state === 'refused' || state === 'partly' || state === 'done') &&
    (hasMore || state === 'done') &&
    sheets.length > 0
    ? ['again']
    : [];
}

function presentSheet(sheet: StoredSheet & { sizeBytes: number; userName: string | null }, lang: Lang): MailSheet {
  return {
    sheetId: String(sheet.id),
    name: sheet.name,
    sizeBytes: sheet.sizeBytes,
    state: sheet.state,
    reason: sheetReason(sheet, lang),
    kind: sheet.kind,
    userName: sheet.userName,
    rows: sheet.rows,
    taken: sheet.taken,
    unchanged: sheet.unchanged,
    refused: sheet.refused,
    refusals: sheet.refusals.map(({ row, field, text }) => ({ row, field, reason: text[lang] })),
    // A sheet that was imported may be mapped again; one that cannot be read may not.
    mayMap: sheet.state === 'unmapped' || (sheet.rows !== null && sheet.state !== 'working') ? 1 : 0,
  };
}

async function sheetsOf(ctx: Ctx, mailId: number): Promise<MailSheet[]> {
  const sheets = await listSheets(ctx.unscoped, mailId);
  const more = await ctx.db
    .selectFrom('mail_sheet as s')
    .leftJoin('app_user as u', 'u.id', 's.user_id')
    .select(['s.id', 's.size_bytes', 'u.name_cn'])
    .where('s.mail_id', '=', mailId)
    .execute();
  const byId = new Map(more.map((row) => [row.id, row]));
  return sheets.map((sheet) => {
    const { size_bytes: sizeBytes = 0, name_cn: userName = null } = byId.get(sheet.id) ?? {};
    return presentSheet({ ...sheet, sizeBytes, userName }, ctx.lang);
  });
}

/** One mail with its files, who sent it, and what became of it. */
export async function showMail(ctx: Ctx, { mailDomain }: Pick<MailDeps, 'mailDomain'>, id: number): Promise<Detail> {
  const row = await ctx.db
    .selectFrom('received_mail')
    .select(['sender_name as senderName', 'envelope_from as envelopeFrom', 'mailbox', 'ip', 'encrypted', 'state'])
    .select(['size_bytes as sizeBytes', 'proof', 'decided_by as decidedBy', 'answer_text as answerText'])
    .select(['answer_reason as answerReason', 'answered_at as answeredTime'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  const sheets = await sheetsOf(ctx, id);
  const { mailbox, state, ...shown } = row;
  const proof = senderProof.safeParse(row.proof).data ?? null;
  const { lang } = ctx;
  return {
    ...shown,
    mail: itemAt(await loadMails(ctx, [id]), 0),
    address: `${mailbox}@${mailDomain ?? ''}`,
    encrypted: row.encrypted ? 1 : 0,
    proof: proofText(proof, lang),
    checks: checksOf(proof, lang),
    answerReason:
      row.answerReason === null
        ? null
        : (knownText(`notification.reason.${row.answerReason}`, lang) ?? row.answerReason),
    acts: actsOf(state, sheets),
    sheets,
  };
}
