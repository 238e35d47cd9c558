// unscoped: A mail that comes in names its tenant by the address; nobody has signed in.
import { type HandedMail, identifyMail } from '#server/connectors/mail/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { scheduleMail } from './mail-tasks.ts';
import type { MailDeps } from './types.ts';

const mailboxOf = (address: string): string => address.slice(0, address.lastIndexOf('@'));

type Mailbox = { id: number; tenant_id: number; mailbox: string };

const findMailboxes = (database: Database, mailboxes: readonly string[]): Promise<Mailbox[]> =>
  database.query<Mailbox>(
    `select a.id, a.tenant_id, a.mailbox from mail_address a join tenant t on t.id = a.tenant_id
     where a.mailbox = any($1) and a.active and t.active`,
    [mailboxes],
  );

/** Is this an address of a tenant that takes mails now? */
export const isMailbox = async (database: Database, address: string): Promise<boolean> =>
  (await findMailboxes(database, [mailboxOf(address)])).length > 0;

/** A text of the envelope as the database takes it. */
const kept = (text: string): string => text.replaceAll('\u0000', '').slice(0, 320).toWellFormed();

/**
 * Keeps a mail for each tenant that it is addressed to, and has it read: all in one transaction, so that a mail whose acceptance was
 * answered is neither lost nor taken twice. A mail that is there already, by its Message-ID and content, changes nothing.
 */
export async function storeMail({ database, clock, queue }: MailDeps, mail: HandedMail): Promise<void> {
  const { messageId, contentHash } = await identifyMail(mail.raw);
  const containers = await findMailboxes(database, [...new Set(mail.to.map(mailboxOf))]);
  await database.transaction(async () => {
    for (const container of containers) {
      const { rows } = await database.execute<{ id: number }>(
        `insert into received_mail (tenant_id, received_at, message_id, content_hash, envelope_from, ip, helo, encrypted, mailbox, raw, size_bytes)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
        [
          container.tenant_id,
          new Date(clock.now()),
          messageId,
          contentHash,
          kept(mail.from),
          mail.ip,
          kept(mail.helo),
          mail.encrypted,
          container.mailbox,
          mail.raw,
          mail.raw.length,
        ],
      );
      const [row] = rows;
      if (row === undefined) continue;
      await scheduleMail(queue, row.id);
      await publish(database, {
        tenantId: container.tenant_id,
        topic: 'mailImport',
        payload: { mailId: String(row.id) },
      });
    }
  });
}
