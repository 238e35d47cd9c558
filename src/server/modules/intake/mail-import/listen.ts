import type { HandedMail, MailLimits, MailServer } from '#server/connectors/mail/index.ts';
import { isMailbox, storeMail } from './store-mail.ts';
import type { MailDeps } from './types.ts';

/** Where and how mails are taken. */
export type MailInSettings = {
  domain: string;
  host: string;
  port: number;
  sizeBytes: number;
  tls: { key: string; cert: string } | null;
  limits?: Partial<MailLimits>;
};

/** Starts the mail server of the tenants' addresses. Throws when its port cannot be opened. */
export async function startMailIn(deps: MailDeps, settings: MailInSettings): Promise<MailServer> {
  // Loaded late: only processes that take mails need it.
  const { startMailServer } = await import('#server/connectors/mail/listen.ts');
  return startMailServer({
    ...settings,
    isMailbox: (address) => isMailbox(deps.database, address),
    keep: (mail: HandedMail) => storeMail(deps, mail),
    log: deps.log,
  });
}
