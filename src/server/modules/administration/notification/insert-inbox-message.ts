import type { Database } from '#server/platform/db/database.ts';
import { publish } from '#server/platform/realtime/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { newWebhookId } from './standard-webhooks.ts';

/** A message within the product that somebody requested themselves, without a definition of a feedback. */
export type InboxMessage = {
  tenantId: number;
  userCode: string;
  kind: 'sailing' | 'flight' | 'risk' | 'event' | 'handover' | 'site' | 'report' | 'mail';
  /** Reported once under one key. */
  key: string;
  subject: string;
  content: string;
  link: string;
  at: Instant;
};

/** Puts a message into a person's inbox, once, and tells their open screens; in the current transaction. */
export async function insertInboxMessage(database: Database, message: InboxMessage): Promise<void> {
  const at = new Date(message.at);
  const { rows } = await database.execute<{ id: number }>(
    `insert into notification (tenant_id, feedback_id, feedback_name, feedback_type, kind, cause_key, cause_status, webhook_id,
       address, subject, content, facts, state, attempts, sent_at, cause_at, created_at, created_by)
     values ($1, 0, $2, 'IN_APP', $2, $3, 'CHANGED', $4, $5, $6, $7, $8::jsonb, 'sent', 1, $9, $9, $9, 'system')
     on conflict (feedback_id, cause_key, cause_status) do nothing returning id`,
    [
      message.tenantId,
      message.kind,
      message.key,
      newWebhookId(),
      message.userCode,
      message.subject,
      message.content,
      JSON.stringify({ link: message.link }),
      at,
    ],
  );
  const [row] = rows;
  if (row === undefined) return;
  const payload = { notificationId: String(row.id) };
  await publish(database, { tenantId: message.tenantId, topic: 'inbox', payload });
}
