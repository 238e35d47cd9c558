import type { ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
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
