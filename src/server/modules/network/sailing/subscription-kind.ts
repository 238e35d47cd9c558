import type { ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { ScheduleMode } from './source-queries.ts';

/** What is subscribed: calls of vessels, or legs of flights. Rules, changes and messages are the same for both. */
export type SubscriptionKind = {
  mode: ScheduleMode;
  /** Column that names what is subscribed, and changes of it. */
  subject: 'call_id' | 'leg_id';
  changes: 'sailing_change' | 'flight_change';
  /** In the audit, in the inbox and in messages. */
  entity: 'sailingSubscription' | 'flightSubscription';
  inbox: 'sailing' | 'flight';
  texts: { already: ServerMessageCode; title: ServerMessageCode; fieldOf: (field: string) => ServerMessageCode };
  page: '/vessel-subscribe' | '/air-schedule-index';
  /** Times that move less are not reported. */
  worthReportingMs: number;
};

/** Subscribed calls of vessels. */
export const sailingKind: SubscriptionKind = {
  mode: 'sea',
  subject: 'call_id',
  changes: 'sailing_change',
  entity: 'sailingSubscription',
  inbox: 'sailing',
  texts: {
    already: 'sailing.alreadySubscribed',
    title: 'sailing.newsTitle',
    fieldOf: (field) => `sailing.field.${field}` as ServerMessageCode,
  },
  page: '/vessel-subscribe',
  worthReportingMs: HOUR_MS,
};
