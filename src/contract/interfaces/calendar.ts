import { z } from 'zod';
import { calendarKinds, calendarShipments, maxCalendarDays } from '#shared/reference/calendar-kinds.ts';
import { defineCalls, wireId } from '../call.ts';

const shown = {
  name: z.string().min(1).max(60),
  kinds: z.array(z.enum(calendarKinds)).min(1).max(calendarKinds.length),
  shipments: z.enum(calendarShipments),
  daysAhead: z.number().int().min(1).max(maxCalendarDays.ahead),
  daysBehind: z.number().int().min(0).max(maxCalendarDays.behind),
};

const calendarFeed = z.object({
  calendarFeedId: z.string(),
  /** Null: all tenants that the person may see. */
  tenantName: z.string().nullable(),
  ...shown,
  createTime: z.number(),
  /** When a calendar program read it last. */
  lastReadTime: z.number().nullable(),
});

/** Calendars of arrivals, departures and cut-offs, which a person reads in an own calendar program. */
export const calendarCalls = defineCalls({
  calendarFeeds: {
    method: 'GET',
    path: '/api/auth/account/calendars',
    access: 'session',
    summary: { zh: '本人的日历订阅', en: 'Calendars of the caller' },
    data: z.array(calendarFeed),
  },
  calendarFeedInsert: {
    method: 'POST',
    path: '/api/auth/account/calendar/insert',
    access: 'session',
    summary: { zh: '新建日历订阅，地址仅显示一次', en: 'Make a calendar; its address is answered this once' },
    body: z.object({ ...shown, tenantId: wireId.nullish() }),
    data: z.object({ calendarFeedId: z.string(), address: z.string() }),
  },
  calendarFeedDelete: {
    method: 'POST',
    path: '/api/auth/account/calendar/delete',
    access: 'session',
    summary: { zh: '停用本人的日历订阅', en: 'End a calendar of the caller; its address opens nothing from then on' },
    body: z.object({ calendarFeedId: wireId }),
    data: z.null(),
  },
});
