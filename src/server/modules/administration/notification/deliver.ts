import type { Logger } from 'pino';
import { writeAudit } from '#server/platform/audit/index.ts';
import { realClock, type Clock } from '#server/platform/clock/clock.ts';
import { open, passMissingKey, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { inSpan } from '#server/platform/tracing/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { loadAttachments } from './attachments.ts';
import { channels, type Attachment, type Delivery, type DeliverySettings, type Outgoing } from './channels/index.ts';
import {
  beginAttempt,
  endAttempt,
  findFeedback,
  lockNotification,
  setState,
  switchOff,
  type FeedbackRow,
  type NotificationRow,
} from './queries.ts';
import { shownAddress } from '#shared/text/shown-address.ts';

/** What sending needs of the product. */
export type DeliverDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  keys: SecretKeys;
  settings: DeliverySettings;
};

/** How one attempt is made. */
export type AttemptOptions = {
  /** Who requested it: a user code, or `system`. */
  actorCode: string;
  signal?: AbortSignal;
  /** When a failed one is tried again; null = never. */
  nextAt: (delivery: Delivery, attempt: number) => Instant | null;
  /** Ends the task, within the transaction that records the result. */
  onRecorded?: (delivery: Delivery) => Promise<void>;
};

/** What an attempt came to; `nothing` = there was nothing to send any more. */
export type Attempt = { delivery: Delivery | 'nothing'; number: number; durationMs: number };

const maxDetail = 500;

/** What a receiver says may quote anything: control characters and every secret we know are left out. */
function safeDetail(text: string | undefined, secrets: readonly string[]): string | null {
  if (text === undefined || text === '') return null;
  let safe = text;
  for (const secret of secrets) if (secret.length >= 4) safe = safe.replaceAll(secret, '***');
  // oxlint-disable-next-line no-control-regex -- these are the characters that are meant
  const plain = safe.replace(/[\s\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
  return plain === '' ? null : plain.slice(0, maxDetail);
}

const secretsOf = (auth: string | null): string[] =>
  auth === null
    ? []
    : [auth, ...auth.split(/[\s,:]+/), ...auth.split(/[\s,]+/).map((part) => part.replace('whsec_', ''))];

function outgoing(
  row: Sendable,
  feedback: FeedbackRow,
  auth: string | null,
  attachments: readonly Attachment[],
): Outgoing {
  const { event, ...facts } = row.facts;
  return {
    webhookId: row.webhook_id,
    type: feedback.feedback_type,
    address: feedback.feedback_addr,
    auth,
    tenantId: row.tenant_id,
    lang: feedback.language,
    subject: row.subject,
    content: row.content,
    event: String(event ?? row.kind),
    causeAt: row.cause_at,
    facts,
    attachments,
  };
}

/** What is sent, as far as a channel must know it. */
type Sendable = Pick<
  NotificationRow,
  'id' | 'webhook_id' | 'tenant_id' | 'subject' | 'content' | 'facts' | 'kind' | 'cause_at'
> &
  Partial<Pick<NotificationRow, 'attachments'>>;

/** Sends by the channel; what the credential was sealed with must still be there. */
async function send(
  deps: DeliverDeps,
  row: Sendable,
  feedback: FeedbackRow,
  signal: AbortSignal | undefined,
): Promise<{ delivery: Delivery; secrets: string[] }> {
  const channel = channels[feedback.feedback_type];
  if (channel === undefined) return { delivery: { ok: false, reason: 'unknown_type', final: true }, secrets: [] };
  let auth: string | null = null;
  try {
    auth = feedback.auth_sealed === null ? null : open(feedback.auth_sealed, deps.keys);
  } catch (error) {
    passMissingKey(error);
    return { delivery: { ok: false, reason: 'secret_lost', final: true }, secrets: [] };
  }
  const attachments = await loadAttachments(deps.database, row.attachments);
  if (attachments === 'gone') return { delivery: { ok: false, reason: 'attachment_gone', final: true }, secrets: [] };
  try {
    const delivery = await inSpan(`notify ${feedback.feedback_type}`, { kind: 'client' }, () =>
      channel(outgoing(row, feedback, auth, attachments), deps, signal),
    );
    return { delivery, secrets: secretsOf(auth) };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    deps.log.error({ err: error, notificationId: row.id }, 'a channel failed');
    return { delivery: { ok: false, reason: 'internal' }, secrets: [] };
  }
}

/** What a receiver stated, without our secrets. */
function withoutSecrets({ detail: quoted, ...rest }: Delivery, secrets: readonly string[]): Delivery {
  const detail = safeDetail(quoted, secrets);
  return detail === null ? rest : { ...rest, detail };
}

/** Sends once and keeps nothing of it; for definitions that are not saved. */
export async function sendOnce(
  deps: DeliverDeps,
  row: Omit<Sendable, 'id'>,
  feedback: FeedbackRow,
): Promise<{ delivery: Delivery; durationMs: number }> {
  const startedAt = realClock.now();
  const { delivery, secrets } = await send(deps, { id: 0, ...row }, feedback, undefined);
  return { delivery: withoutSecrets(delivery, secrets), durationMs: realClock.now() - startedAt };
}

/** Tells open screens of the tenant that the outbox, or somebody's messages, changed. */
const notify = (deps: DeliverDeps, row: NotificationRow, type: string): Promise<void> =>
  publish(deps.database, {
    tenantId: row.tenant_id,
    topic: type === 'IN_APP' ? 'inbox' : 'outbox',
    payload: { notificationId: String(row.id) },
  });

async function switchOffGone(deps: DeliverDeps, row: NotificationRow): Promise<void> {
  const off = await switchOff(deps.database, row.feedback_id);
  if (off === undefined) return;
  await writeAudit(
    {
      actor: { kind: 'system', userCode: 'system' },
      origin: 'Remote',
      requestId: row.webhook_id,
      unscoped: deps.database,
    },
    { entity: 'feedback', entityId: String(row.feedback_id), action: 'update', tenantId: row.tenant_id, ...off },
  );
}

/** A mail with a report has no definition: it goes to the address that it was written for. */
const ownAddress = (row: NotificationRow): FeedbackRow => ({
  id: row.feedback_id,
  tenant_id: row.tenant_id,
  feedback_name: row.feedback_name,
  feedback_type: 'EMAIL',
  trigger_status: null,
  trigger_events: null,
  trigger_match_info: null,
  auth_sealed: null,
  feedback_addr: row.address,
  feedback_subject: null,
  feedback_content: null,
  active: true,
  tenant_code: '',
  tenant_name: '',
  tenant_name_en: null,
  zone: '',
  language: 'zh',
});

type Begun = { row: NotificationRow; feedback: FeedbackRow; number: number };

/** Writes that an attempt begins, before anything is sent: what was sent and never recorded is seen by that. */
async function begin(deps: DeliverDeps, id: number, options: AttemptOptions): Promise<Begun | undefined> {
  const { database } = deps;
  return database.transaction(async () => {
    const row = await lockNotification(database, id);
    if (row === undefined || row.state === 'sent') return undefined;
    const feedback = row.kind === 'report' ? ownAddress(row) : await findFeedback(database, row.feedback_id);
    const refusal = feedback === undefined ? 'definition_gone' : feedback.active ? undefined : 'definition_off';
    if (feedback === undefined || (refusal !== undefined && row.kind !== 'test')) {
      const at = deps.clock.now();
      await setState(database, id, { state: 'given_up', reason: refusal ?? 'definition_gone', next: null, at });
      await options.onRecorded?.({ ok: false, reason: refusal ?? 'definition_gone', final: true });
      return undefined;
    }
    const number = await beginAttempt(database, row, {
      at: deps.clock.now(),
      address: shownAddress(feedback.feedback_addr),
      actorCode: options.actorCode,
    });
    return { row, feedback, number };
  });
}

/**
 * Makes one attempt to send a notification and records it. The order is begin, send, record: when the process ends in
 * between, the notification is sent again under the same id, and the attempt in between is marked as unknown.
 */
export async function attemptDelivery(deps: DeliverDeps, id: number, options: AttemptOptions): Promise<Attempt> {
  const begun = await begin(deps, id, options);
  if (begun === undefined) return { delivery: 'nothing', number: 0, durationMs: 0 };
  const { row, feedback, number } = begun;
  const startedAt = realClock.now();
  const { delivery: raw, secrets } = await send(deps, row, feedback, options.signal);
  const durationMs = realClock.now() - startedAt;
  const delivery = withoutSecrets(raw, secrets);
  const next = delivery.ok || delivery.final === true ? null : options.nextAt(delivery, number);
  await deps.database.transaction(async () => {
    const at = deps.clock.now();
    const reason = delivery.reason ?? null;
    await endAttempt(deps.database, id, number, {
      ok: delivery.ok,
      reason,
      code: delivery.code ?? null,
      durationMs,
      detail: delivery.detail ?? null,
    });
    const state = delivery.ok ? 'sent' : next === null ? 'given_up' : 'failed';
    await setState(deps.database, id, { state, reason, next, at });
    if (delivery.gone === true) await switchOffGone(deps, row);
    await notify(deps, row, feedback.feedback_type);
    await options.onRecorded?.(delivery);
  });
  if (!delivery.ok) {
    const { reason, code } = delivery;
    deps.log.warn({ notificationId: id, attempt: number, reason, code }, 'a notification was not delivered');
  }
  return { delivery, number, durationMs };
}
