// unscoped: The mail was found by `ctx.db` before; its files are addressed by its id, and the audit names its tenant.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { listSheets, lockMail } from './mail-queries.ts';
import { scheduleMail } from './mail-tasks.ts';
import { publishMail, settleMail } from './settle-mail.ts';
import { actsOf, showMail } from './show-mail.ts';
import type { MailDeps } from './types.ts';

/** Lets sheets be taken again: rows that were taken are found unchanged. */
export const restartSheets = (deps: Pick<MailDeps, 'database'>, ids: readonly number[]): Promise<unknown> =>
  deps.database.execute(
    `update mail_sheet set state = 'waiting', attempt = attempt + 1, done_rows = 0, run_id = null, reason = null, reason_count = null,
       taken = 0, unchanged = 0, refused = 0, refusals = '[]'
     where id = any($1) and state <> 'working' and (reason is null or reason not in ('nestedMail', 'winmail'))`,
    [ids],
  );

/** Accepts a mail out of the quarantine, rejects it, or has it imported again. */
export async function actOnMail(
  ctx: Ctx,
  deps: MailDeps,
  { mailId, act }: ParsedBody<'receivedMailAct'>,
): Promise<CallData<'receivedMailAct'>> {
  const own = await ctx.db.selectFrom('received_mail').select('id').where('id', '=', mailId).executeTakeFirst();
  if (own === undefined) throw notFound();
  const { database, queue } = deps;
  await database.transaction(async () => {
    const mail = await lockMail(database, mailId);
    if (mail === undefined) throw notFound();
    const sheets = await listSheets(database, mailId);
    if (!actsOf(mail.state, sheets).includes(act)) throw refused('mailImport.actNotNow');
    const state = act === 'reject' ? 'rejected' : 'working';
    await database.execute('update received_mail set state = $2, decided_by = $3 where id = $1', [
      mailId,
      state,
      ctx.actor.userCode,
    ]);
    if (act === 'again')
      await restartSheets(
        deps,
        sheets.map(({ id }) => id),
      );
    if (act === 'reject') await publishMail(database, mail);
    else {
      if (act === 'accept') await database.execute('update received_mail set reason = null where id = $1', [mailId]);
      await settleMail(deps, mailId);
      await scheduleMail(queue, mailId);
    }
    await writeAudit(ctx, {
      entity: 'receivedMail',
      entityId: String(mailId),
      action: act === 'again' ? 'reprocess' : act,
      tenantId: mail.tenant_id,
      before: { state: mail.state },
      after: { state, sender: mail.sender, subject: mail.subject },
    });
  });
  return showMail(ctx, deps, mailId);
}
