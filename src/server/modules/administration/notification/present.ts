import type { NotificationRecord } from '#contract/administration/notification.ts';
import { type ReferenceSnapshot, tenantName } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { serverText, knownText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
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

/** Notifications of the caller's tenants as the list shows them. */
export const shownNotifications = (ctx: Ctx) =>
  ctx.db
    .selectFrom('notification')
    .select(['id', 'tenant_id as tenantId', 'feedback_id as feedbackId', 'feedback_name as feedbackName'])
    .select(['feedback_type as feedbackType', 'kind', 'cause_status as causeStatus', 'address', 'subject', 'state'])
    .select(['reason', 'attempts', 'next_attempt_at as nextAttemptTime', 'sent_at as sentTime'])
    .select(['cause_at as causeTime', 'created_at as createTime']);
type Row = Awaited<ReturnType<ReturnType<typeof shownNotifications>['execute']>>[number];

/** A notification as the list shows it. */
export const presentNotification = (
  { id, tenantId, feedbackId, reason, ...row }: Row,
  lang: Lang,
  names: Names,
): NotificationRecord => ({
  ...row,
  notificationId: String(id),
  tenantName: tenantName(tenantId, lang, names),
  wlFeedbackId: String(feedbackId),
  causeStatusName: statusName(row.kind, row.causeStatus, lang, names),
  reasonText: reasonText(reason, lang),
});

/** The link within the facts of a notification. */
export function linkOf(facts: unknown): string | null {
  const link = asRecord(facts)['link'];
  return typeof link === 'string' ? link : null;
}
