import type { CallPath } from '../paths.ts';

/** Calendars that a person reads in an own calendar program. */
export const calendarPaths = {
  calendarFeeds: { method: 'GET', path: '/api/auth/account/calendars', access: 'session' },
  calendarFeedInsert: { method: 'POST', path: '/api/auth/account/calendar/insert', access: 'session' },
  calendarFeedDelete: { method: 'POST', path: '/api/auth/account/calendar/delete', access: 'session' },
} as const satisfies Record<string, CallPath>;
