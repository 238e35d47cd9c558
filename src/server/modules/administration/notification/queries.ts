import type { Database } from '#server/platform/db/database.ts';
import type { Lang } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';

/** A definition with what its texts need of the tenant. */
export type FeedbackRow = {
  id: number;
  tenant_id: number;
  feedback_name: string;
  feedback_type: string;
  trigger_status: string | null;
  trigger_events: string | null;
  trigger_match_info: string | null;
  auth_sealed: string | null;
  feedback_addr: string;
  feedback_subject: string | null;
  feedback_content: string | null;
  active: boolean;
  tenant_code: string;
  tenant_name: string;
  tenant_name_en: string | null;
  zone: string;
  language: Lang;
};

const selectFeedback = `
  select f.id, f.tenant_id, f.feedback_name, f.feedback_type, f.trigger_status, f.trigger_events, f.trigger_match_info,
    f.auth_sealed, f.feedback_addr, f.feedback_subject, f.feedback_content, f.active,
    t.code as tenant_code, t.name as tenant_name, t.name_en as tenant_name_en, t.zone, t.language
  from feedback f join tenant t on t.id = f.tenant_id`;

/** Definitions of these tenants that are in use and listen to anything. */
export const listListening = async (
  database: Database,
  tenantIds: readonly number[],
  named: readonly number[],
): Promise<FeedbackRow[]> =>
  (
    await database.execute<FeedbackRow>(
      `${selectFeedback} where f.active and t.active and f.tenant_id = any($1)
         and (f.trigger_status is not null or f.trigger_events is not null or f.id = any($2)) order by f.id`,
      [tenantIds, named],
    )
  ).rows;

/** One definition, whatever its state. */
export const findFeedback = async (database: Database, id: number): Promise<FeedbackRow | undefined> =>
  (await database.execute<FeedbackRow>(`${selectFeedback} where f.id = $1`, [id])).rows[0];

/** A notification to be written. */
export type NewNotification = {
  tenant_id: number;
  feedback_id: number;
  feedback_name: string;
  feedback_type: string;
  kind: 'job' | 'exception' | 'test' | 'handover' | 'event' | 'report';
  cause_key: string;
  cause_status: string;
  webhook_id: string;
  address: string;
  subject: string | null;
  content: string;
  facts: unknown;
  cause_at: string;
  created_by: string;
};

// What messages about one outage of a source of the platform have in common: its incident and when it began.
const outage = `(select p.id || '/' || extract(epoch from p.outage_at)::bigint
  from shipment_exception e join incident i on i.id = e.incident_id join incident p on p.id = i.parent_id
  where r.kind = 'exception' and e.subscription_id is null and e.id = (r.facts ->> 'exceptionId')::bigint)`;

/** Writes notifications that wait; what a definition has been reported already is left out. Gives the new ids. */
export async function insertNotifications(
  database: Database,
  rows: readonly NewNotification[],
  now: Instant,
): Promise<number[]> {
  const { rows: made } = await database.execute<{ id: number }>(
    `insert into notification (tenant_id, feedback_id, feedback_name, feedback_type, kind, cause_key, cause_status, webhook_id,
       address, subject, content, facts, state, next_attempt_at, cause_at, created_at, created_by, outage)
     select r.tenant_id, r.feedback_id, r.feedback_name, r.feedback_type, r.kind, r.cause_key, r.cause_status, r.webhook_id,
       r.address, r.subject, r.content, r.facts, 'waiting', $2::timestamptz, r.cause_at, $2::timestamptz, r.created_by, ${outage}
     from jsonb_to_recordset($1::jsonb) as r(tenant_id bigint, feedback_id bigint, feedback_name text, feedback_type text,
       kind text, cause_key text, cause_status text, webhook_id text, address text, subject text, content text, facts jsonb,
       cause_at timestamptz, created_by text)
     on conflict (feedback_id, cause_key, cause_status) do nothing
     returning id`,
    [JSON.stringify(rows), new Date(now)],
  );
  return made.map((row) => row.id);
}

/** A notification as it is sent. */
export type NotificationRow = {
  id: number;
  tenant_id: number;
  feedback_id: number;
  kind: string;
  cause_key: string;
  cause_status: string;
  webhook_id: string;
  subject: string | null;
  content: string;
  facts: Record<string, unknown>;
  state: string;
  attempts: number;
  cause_at: Instant;
  feedback_name: string;
  address: string;
  attachments: unknown;
};

/** One notification, locked. */
export const lockNotification = async (database: Database, id: number): Promise<NotificationRow | undefined> =>
  (
    await database.execute<NotificationRow>(
      `select id, tenant_id, feedback_id, kind, cause_key, cause_status, webhook_id, subject, content, facts, state, attempts,
         cause_at, feedback_name, address, attachments from notification where id = $1 for update`,
      [id],
    )
  ).rows[0];

/**
 * Writes that an attempt begins. One that had begun before and was never recorded may have arrived or not: it is
 * marked so. Gives the number of the new one.
 */
export async function beginAttempt(
  database: Database,
  row: NotificationRow,
  attempt: { at: Instant; address: string; actorCode: string },
): Promise<number> {
  await database.execute(
    `update notification_attempt set result = 'unknown', reason = 'interrupted'
     where notification_id = $1 and result = 'running'`,
    [row.id],
  );
  const { rows } = await database.execute<{ number: number }>(
    `insert into notification_attempt (tenant_id, notification_id, number, started_at, result, address, actor_code)
     select $1, $2, coalesce(max(number), 0) + 1, $3, 'running', $4, $5
     from notification_attempt where notification_id = $2 returning number`,
    [row.tenant_id, row.id, new Date(attempt.at), attempt.address, attempt.actorCode],
  );
  const { number } = itemAt(rows, 0);
  await database.execute('update notification set attempts = $2, address = $3 where id = $1', [
    row.id,
    number,
    attempt.address,
  ]);
  return number;
}

/** What came of an attempt. */
export type AttemptEnd = {
  ok: boolean;
  reason: string | null;
  code: number | null;
  durationMs: number;
  detail: string | null;
};

/** Writes what came of an attempt. */
export async function endAttempt(database: Database, id: number, number: number, end: AttemptEnd): Promise<void> {
  await database.execute(
    `update notification_attempt set result = $3, reason = $4, response_code = $5, duration_ms = $6, detail = $7
     where notification_id = $1 and number = $2`,
    [id, number, end.ok ? 'sent' : 'failed', end.reason, end.code, end.durationMs, end.detail],
  );
}

/** Sets the state of a notification after an attempt or a decision. */
export async function setState(
  database: Database,
  id: number,
  state: {
    state: 'waiting' | 'failed' | 'sent' | 'given_up';
    reason: string | null;
    next: Instant | null;
    at: Instant;
  },
): Promise<void> {
  await database.execute(
    `update notification set state = $2, reason = $3, next_attempt_at = $4,
       sent_at = case when $2 = 'sent' then $5::timestamptz else sent_at end where id = $1`,
    [id, state.state, state.reason, state.next === null ? null : new Date(state.next), new Date(state.at)],
  );
}

/** Switches a definition off; gives the row before and after, undefined when it was off already. */
export async function switchOff(
  database: Database,
  feedbackId: number,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> } | undefined> {
  const select = 'select * from feedback where id = $1 and active for update';
  const [before] = (await database.execute(select, [feedbackId])).rows;
  if (before === undefined) return undefined;
  const { rows } = await database.execute(
    `update feedback set active = false, record_version = record_version + 1, updated_at = now()
     where id = $1 returning *`,
    [feedbackId],
  );
  return { before, after: itemAt(rows, 0) };
}

/** Notifications that should have been tried a while ago and that no task is about to send: it was lost. */
export const listForgotten = async (database: Database, before: Instant, limit: number): Promise<number[]> =>
  (
    await database.query<{ id: number }>(
      `select n.id from notification n where n.state in ('waiting', 'failed') and n.next_attempt_at < $1 and n.kind <> 'test'
         and not exists (select from task t where t.kind = 'notification' and t.singleton_key = n.id::text and t.status = 'waiting')
         and not exists (select from task t where t.kind = 'notification' and t.singleton_key = n.id::text and t.status = 'running')
       order by n.next_attempt_at limit $2`,
      [new Date(before), limit],
    )
  ).map((row) => row.id);
