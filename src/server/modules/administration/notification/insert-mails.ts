import type { Database } from '#server/platform/db/database.ts';
import { json } from '#server/platform/db/json.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { StoredAttachment } from './attachments.ts';
import { enqueueNotifications } from './notification-task.ts';
import { reasonText } from './present.ts';
import { newWebhookId } from './standard-webhooks.ts';

/** A mail that somebody ordered, without a definition of a feedback; `key` and address together are sent once. */
export type NewMail = {
  tenantId: number;
  /** What ordered it, as the outbox names it. */
  name: string;
  key: string;
  address: string;
  subject: string;
  content: string;
  link: string;
  attachments: readonly StoredAttachment[];
  createdBy: string;
};

/** Puts mails into the outbox and the queue, each once, in the current transaction; gives how many are new. */
export async function insertMails(
  { database, queue, now }: { database: Database; queue: Queue; now: Instant },
  mails: readonly NewMail[],
): Promise<number> {
  const ids: number[] = [];
  for (const mail of mails) {
    const { rows } = await database.execute<{ id: number }>(
      `insert into notification (tenant_id, feedback_id, feedback_name, feedback_type, kind, cause_key, cause_status, webhook_id,
         address, subject, content, facts, attachments, state, next_attempt_at, cause_at, created_at, created_by)
       values ($1, 0, $2, 'EMAIL', 'report', $3, 'REPORT', $4, $5, $6, $7, $8::jsonb, $9::jsonb, 'waiting', $10, $10, $10, $11)
       on conflict (feedback_id, cause_key, cause_status) do nothing returning id`,
      [
        mail.tenantId,
        mail.name,
        `${mail.key} ${mail.address}`,
        newWebhookId(),
        mail.address,
        mail.subject,
        mail.content,
        json({ event: 'report.sent', link: mail.link }),
        json(mail.attachments),
        new Date(now),
        mail.createdBy,
      ],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  await enqueueNotifications(queue, ids);
  return ids.length;
}

/** What became of one mail. */
export type MailState = {
  key: string;
  notificationId: string;
  address: string;
  state: 'waiting' | 'failed' | 'sent' | 'given_up';
  reasonText: string | null;
  sentTime: Instant | null;
};

/** What became of the mails of these keys in one tenant, with reasons in words. */
export async function listMailStates(
  database: Database,
  { tenantId, keys, lang }: { tenantId: number; keys: readonly string[]; lang: Lang },
): Promise<MailState[]> {
  const rows = await database.query<{
    id: number;
    key: string;
    address: string;
    state: MailState['state'];
    reason: string | null;
    sent_at: Instant | null;
  }>(
    `select n.id, k.key, n.address, n.state, n.reason, n.sent_at
     from unnest($2::text[]) k(key) join notification n
       on n.feedback_id = 0 and n.cause_status = 'REPORT' and n.cause_key >= k.key || ' ' and n.cause_key < k.key || '!'
     where n.tenant_id = $1 and n.kind = 'report' order by n.id`,
    [tenantId, keys],
  );
  return rows.map((row) => ({
    key: row.key,
    notificationId: String(row.id),
    address: row.address,
    state: row.state,
    reasonText: reasonText(row.reason, lang),
    sentTime: row.sent_at,
  }));
}
