import { gunzipSync, gzipSync } from 'node:zlib';
import { open, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish } from '#server/platform/realtime/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { notificationHeaders } from './notification-headers.ts';

/** What a receiver answered: its status and the start of its text; status 0: nothing, for this reason. */
export type Answered = { status: number; reason: string | null; text: string; durationMs: number };

/** Posts a body to an address. */
export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<Answered>;

/** A webhook, as far as something is sent to it. */
export type Receiver = {
  id: string;
  tenant_id: number;
  callback_url: string;
  /** Sealed. */
  secret: string;
  /** The one before, while it still signs too; sealed. */
  secret_before: string | null;
  secret_before_until: Instant | null;
};

/** Something to send, once it is kept. */
export type Delivery = { id: number; last_event_id: number | null; events: number; body: string };

/** Characters of an answer that are kept. */
const maxAnswer = 4_000;

/** The columns of a receiver. */
export const receiverColumns = 's.id, s.tenant_id, s.callback_url, s.secret, s.secret_before, s.secret_before_until';

// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g;

/**
 * What a receiver says may quote anything: secrets of ours, control characters and marks that turn the direction of writing are left
 * out; line breaks and tabs stay.
 */
function quotedAnswer(text: string, secrets: readonly string[]): string | null {
  let safe = text;
  for (const secret of secrets) safe = safe.replaceAll(secret, '***');
  safe = safe.replace(unseen, '');
  const kept = safe.slice(0, maxAnswer).toWellFormed();
  return kept.trim() === '' ? null : kept;
}

/** Keeps what is to be sent, as it is sent. */
export async function keepDelivery(
  database: Database,
  receiver: Receiver,
  {
    kind,
    lastEventId,
    events,
    body,
    at,
  }: { kind: 'events' | 'test'; lastEventId: number | null; events: number; body: string; at: Instant },
): Promise<Delivery> {
  const bytes = Buffer.from(body, 'utf8');
  const { rows } = await database.execute<{ id: number }>(
    `with made as (
       insert into outward_delivery (tenant_id, subscription_id, kind, created_at, last_event_id, events, body, body_bytes, state)
       values ($1, $2::uuid, $3, $4, $5, $6, $7, $8, 'waiting') returning id),
     opened as (update outward_subscription set open_delivery_id = made.id from made
       where outward_subscription.id = $2::uuid and $3 = 'events')
     select id from made`,
    [receiver.tenant_id, receiver.id, kind, new Date(at), lastEventId, events, gzipSync(bytes), bytes.length],
  );
  return { id: rows[0]?.id ?? 0, last_event_id: lastEventId, events, body };
}

/** The text of a body as it is kept. */
export const bodyText = (body: Uint8Array): string => gunzipSync(body).toString('utf8');

/** One kept delivery of a receiver. */
export async function findDelivery(database: Database, id: number): Promise<Delivery | undefined> {
  const [row] = await database.query<{ id: number; last_event_id: number | null; events: number; body: Buffer }>(
    'select id, last_event_id, events, body from outward_delivery where id = $1',
    [id],
  );
  return row && { ...row, body: bodyText(row.body) };
}

function headersOf(
  receiver: Receiver,
  { kind, body }: { kind: 'events' | 'test'; body: string },
  keys: SecretKeys,
  now: Instant,
): { headers: Record<string, string>; secrets: string[] } {
  const secret = open(receiver.secret, keys);
  const { secret_before: sealed, secret_before_until: until } = receiver;
  const before = sealed !== null && until !== null && until > now ? open(sealed, keys) : null;
  return {
    secrets: before === null ? [secret] : [secret, before],
    headers: notificationHeaders({
      subscriptionId: receiver.id,
      body,
      secret,
      formerSecret: before,
      isTest: kind === 'test',
    }),
  };
}

/** What sending works with; `now`: the world's time. */
export type SendDeps = { database: Database; keys: SecretKeys; post: Post; now: () => Instant };

/**
 * Sends a kept delivery once and keeps what came of it. Only a 2xx takes it. Gives what the receiver answered. Throws when the key is
 * missing that the secret was sealed with.
 */
export async function sendDelivery(
  { database, keys, post, now }: SendDeps,
  receiver: Receiver,
  delivery: Delivery,
  { kind, actorCode }: { kind: 'events' | 'test'; actorCode: string },
): Promise<Answered> {
  const at = now();
  const sent = headersOf(receiver, { kind, body: delivery.body }, keys, at);
  const answered = await post(receiver.callback_url, sent.headers, delivery.body);
  const isTaken = answered.status >= 200 && answered.status <= 299;
  await database.transaction(async () => {
    await database.execute(
      `with tried as (
         update outward_delivery set attempts = attempts + 1, last_at = $3, last_status = $4, resend_by = null,
           state = case when $5 then 'delivered' when state = 'replaced' then state else 'failed' end
         where id = $1 returning attempts)
       insert into outward_attempt (delivery_id, number, tenant_id, at, duration_ms, status, reason, headers, response, actor_code)
       select $1, attempts, $2, $3, $6, $4, $7, $8::jsonb, $9, $10 from tried`,
      [
        delivery.id,
        receiver.tenant_id,
        new Date(at),
        answered.status === 0 ? null : answered.status,
        isTaken,
        Math.round(answered.durationMs),
        answered.reason,
        JSON.stringify(sent.headers),
        quotedAnswer(answered.text, sent.secrets),
        actorCode,
      ],
    );
    await publish(database, { tenantId: receiver.tenant_id, topic: 'outbox', payload: { webhookId: receiver.id } });
  });
  return answered;
}
