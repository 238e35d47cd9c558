import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { attemptRecord, NotificationRecord } from '#contract/administration/notification.ts';
import type { NotificationTable } from '#generated/schema.ts';
import { type ReferenceSnapshot, tenantName } from '#server/modules/administration/masterdata/index.ts';
import { serverText, knownText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { statusDictionary } from './causes.ts';

/** What presenting needs of the master data. */
export type Names = Pick<ReferenceSnapshot, 'dictionary' | 'tenants'>;

/** Why something was not delivered, in words; a reason without a text is named as it is. */
export function reasonText(reason: string | null | undefined, lang: Lang): string | null {
  if (reason === null || reason === undefined) return null;
  return knownText(`notification.reason.${reason}`, lang) ?? reason;
}

/** Name of a cause's status: a value of the dictionary of its kind. */
function statusName(kind: string, status: string, lang: Lang, names: Pick<Names, 'dictionary'>): string {
  if (kind === 'test') return serverText('notification.testStatus', {}, lang);
  if (kind === 'report') return serverText('notification.reportStatus', {}, lang);
  const codeType = statusDictionary(status);
  const entry = names.dictionary.find((item) => item.codeType === codeType && item.codeValue === status);
  return (lang === 'zh' ? entry?.displayCn : entry?.displayEn) ?? status;
}

type Row = Selectable<NotificationTable>;

/** A notification as the list shows it. */
export const presentNotification = (row: Row, lang: Lang, names: Names): NotificationRecord => ({
  notificationId: String(row.id),
  tenantName: tenantName(row.tenant_id, lang, names),
  wlFeedbackId: String(row.feedback_id),
  feedbackName: row.feedback_name,
  feedbackType: row.feedback_type,
  kind: row.kind,
  causeStatus: row.cause_status,
  causeStatusName: statusName(row.kind, row.cause_status, lang, names),
  address: row.address,
  subject: row.subject,
  state: row.state,
  reasonText: reasonText(row.reason, lang),
  attempts: row.attempts,
  nextAttemptTime: row.next_attempt_at,
  sentTime: row.sent_at,
  causeTime: row.cause_at,
  createTime: row.created_at,
});

/** The link within the facts of a notification. */
export function linkOf(facts: unknown): string | null {
  const link = asRecord(facts)['link'];
  return typeof link === 'string' ? link : null;
}

/** One attempt as the drawer shows it. */
export const presentAttempt = (
  row: {
    number: number;
    started_at: Instant;
    result: z.output<typeof attemptRecord>['result'];
    reason: string | null;
    response_code: number | null;
    duration_ms: number | null;
    detail: string | null;
    address: string;
    actor_code: string;
  },
  lang: Lang,
): z.output<typeof attemptRecord> => ({
  number: row.number,
  time: row.started_at,
  result: row.result,
  reasonText: reasonText(row.reason, lang),
  responseCode: row.response_code,
  durationMs: row.duration_ms,
  detail: row.detail,
  address: row.address,
  actorCode: row.actor_code,
});
