import { TZDate } from '@date-fns/tz';
import {
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
  default as createCalendar,
} from 'ical-generator';
import { tzlib_get_ical_block as zoneBlock } from 'timezones-ical-library';
import { both, type Lang } from '#shared/i18n/text.ts';
import { isDay } from '#shared/time/day.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import type { Calendar } from './calendar.ts';
import type { CalendarEvent, Published } from './event.ts';

/** How often calendar programs are asked to read again. */
const refreshS = 3_600;
const lengthMs = 30 * MINUTE_MS;

const prodId = { company: 'Portolan', product: 'Calendar' };
const cancelledText = both('已取消', 'Cancelled');

/** The library writes names of calendars as they are: RFC 5545, 3.3.11, asks for these to be escaped. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The rules of a zone (VTIMEZONE); nothing for a zone that the library does not know. */
function zoneRules(zone: string): string | null {
  const block = zoneBlock(zone);
  return Array.isArray(block) && typeof block[0] === 'string' ? block[0] : null;
}

/** A zone can be named only together with its rules. */
const knownZone = (zone: string | null): string | null => (zone !== null && zoneRules(zone) !== null ? zone : null);

const nearChangeMs = 3 * HOUR_MS;

/** Around a change of the clocks a local time may be two moments: it is then written in UTC. */
const isClear = (at: Instant, zone: string): boolean =>
  new TZDate(at - nearChangeMs, zone).getTimezoneOffset() === new TZDate(at + nearChangeMs, zone).getTimezoneOffset();

/** Start and end: a day, or half an hour from the time on. */
function span(at: Instant, zone: string | null): Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'timezone'> {
  const named = knownZone(zone);
  if (isDay(at)) {
    // Noon at the place; written as a date of UTC, so that it is that day whatever zone the reader is in.
    const day = new TZDate(at, zoneOfPlace(zone));
    const start = new Date(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()));
    return { start, end: new Date(start.getTime() + DAY_MS), allDay: true };
  }
  if (named === null || !isClear(at, named)) return { start: new Date(at), end: new Date(at + lengthMs) };
  return { start: new TZDate(at, named), end: new TZDate(at + lengthMs, named), timezone: named };
}

/** The UID of an event, the same in every answer. */
const uidOf = (key: string): string => `${key}@portolan`;

const common = (event: Pick<CalendarEvent, 'key' | 'at' | 'zone'>, { sequence, changedAt }: Published) => ({
  id: uidOf(event.key),
  ...span(event.at, event.zone),
  sequence,
  // In a published calendar both hold the time at which the event changed last.
  stamp: new Date(changedAt),
  lastModified: new Date(changedAt),
});

function add(calendar: ICalCalendar, event: CalendarEvent, published: Published): void {
  const { summary, description, location, url } = event;
  calendar.createEvent({
    ...common(event, published),
    summary,
    description,
    url,
    ...(location === null ? {} : { location }),
    status: ICalEventStatus.CONFIRMED,
    // Nobody is busy because a ship arrives.
    transparency: ICalEventTransparency.TRANSPARENT,
  });
}

/** Writes a calendar as RFC 5545 has it, without alarms. The same calendar gives the same text. */
export function writeCalendar({ name, about, events, cancelled }: Calendar, lang: Lang): string {
  const calendar = createCalendar({
    name: escaped(name),
    description: escaped(about),
    prodId: { ...prodId, language: lang === 'zh' ? 'ZH' : 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshS,
    timezone: { name: null, generator: zoneRules },
  });
  for (const { published, ...event } of events) add(calendar, event, published);
  for (const event of cancelled)
    calendar.createEvent({
      ...common(event, event),
      summary: cancelledText[lang],
      status: ICalEventStatus.CANCELLED,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  return calendar.toString();
}
