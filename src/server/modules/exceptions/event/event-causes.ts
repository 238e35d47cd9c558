import {
  type NotificationCause,
  shipmentFacts,
  shipmentWords,
} from '#server/modules/administration/notification/index.ts';
import { readRecipients } from '#shared/event/recipients.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { PlannedEvent } from './event-queries.ts';

/** The page that lists the events of a shipment. */
export const eventLink = (reference: string): string => `/event-index?referenceNo=${encodeURIComponent(reference)}`;

/** What definitions are notified of an event: those that listen to new events, and those that the event item names. */
export function eventCauses({ item, subject }: PlannedEvent, eventId: number, now: Instant): NotificationCause[] {
  if (item === undefined) return [];
  const { subscription } = subject.view;
  const reference = subject.billNo ?? subscription.containerNo ?? '';
  const facts = {
    eventId: String(eventId),
    eventItem: item.code,
    severity: item.severity,
    ...shipmentFacts(subject),
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
      ...shipmentWords(subject, item.severity, lang),
    }),
    linkPath: eventLink(reference),
    output: facts,
    error: null,
    facts,
  };
  const { definitions } = readRecipients(item.notify_users);
  return definitions.length === 0 ? [cause] : [cause, { ...cause, feedbackIds: definitions }];
}
