import type { FastifyInstance } from 'fastify';
import type { Instant } from '#shared/time/instant.ts';
import { readMail } from '#shared/mail/read-mail.ts';
import { createReceivedStore } from './received-store.ts';
import { addReceiverRoutes } from './receiver-routes.ts';
import { startSmtpServer } from './smtp-server.ts';

export { type ChatKind, takeChatMessage } from './chat-receivers.ts';
export { startSmtpServer } from './smtp-server.ts';
export type { Handed } from './smtp-server.ts';
export { readMail } from '#shared/mail/read-mail.ts';

/** Mailboxes that show how a mail server refuses: a full one for good, a busy one for now. */
const refusals: Readonly<Record<string, string>> = {
  full: '552 5.2.2 Mailbox full',
  nobody: '550 5.1.1 No such user',
  busy: '451 4.7.1 Greylisted, try again later',
};

/** Receivers of mails, webhooks and robot messages, as the tenants of the world run them. */
export async function startReceivers(
  app: FastifyInstance,
  options: { host: string; now: () => Instant; stopping: AbortSignal },
): Promise<{ stop: () => Promise<void> }> {
  const store = createReceivedStore();
  const smtp = await startSmtpServer({
    host: options.host,
    port: 0,
    refuse: (recipient) => refusals[recipient.split('@')[0]?.toLowerCase() ?? ''],
    onMail: ({ to, raw }) => {
      const mail = readMail(raw);
      store.add({
        reference: mail.messageId.split('@')[0] ?? '',
        time: options.now(),
        kind: 'mail',
        to: to.join(', '),
        subject: mail.subject,
        text: mail.text,
        signature: null,
        answer: '250',
      });
    },
  });
  await addReceiverRoutes(app, {
    store,
    now: options.now,
    stopping: options.stopping,
    smtpUrl: () => `smtp://${options.host}:${smtp.port}`,
  });
  return { stop: smtp.stop };
}
