import type { NotificationCause } from '#server/modules/notification/index.ts';
import { readRecipients } from '#shared/event/recipients.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { PlannedEvent } from './event-queries.ts';

const severityTexts = {
  low: { zh: '轻微', en: 'low' },
  medium: { zh: '一般', en: 'medium' },
  high: { zh: '严重', en: 'high' },
} as const;

/** The page that lists the events of a shipment. */
export const eventLink = (reference: string): string => `/event-index?referenceNo=${encodeURIComponent(reference)}`;

/** What definitions are told of an event: those that listen to new events, and those that the event item names. */
export function eventCauses({ item, subject }: PlannedEvent, eventId: number, now: Instant): NotificationCause[] {
  if (item === undefined) return [];
  const { subscription } = subject.view;
  const reference = subject.billNo ?? subscription.containerNo ?? '';
  const facts = {
    eventId: String(eventId),
    eventItem: item.code,
    severity: item.severity,
    blNo: subject.billNo,
    ctnNo: subscription.containerNo,
    carrierCode: subscription.carrierCode,
    vesselName: subject.vesselName,
    voyage: subject.voyage,
  };
  const cause: NotificationCause = {
    tenantId: subject.tenantId,
    kind: 'event',
    key: `event:${eventId}/${now}`,
    status: 'EVENT_OPENED',
    at: now,
    describe: (lang) => ({
      process: lang === 'zh' ? item.name_cn : item.name_en,
      jobId: String(eventId),
      error: '',
      severity: severityTexts[item.severity][lang],
      billNo: subject.billNo ?? '',
      containerNo: subscription.containerNo ?? '',
      carrier: subscription.carrierCode ?? '',
      vessel: subject.vesselName ?? '',
      voyage: subject.voyage ?? '',
    }),
    linkPath: eventLink(reference),
    output: facts,
    error: null,
    facts,
  };
  const { definitions } = readRecipients(item.notify_users);
  return definitions.length === 0 ? [cause] : [cause, { ...cause, feedbackIds: definitions }];
}
