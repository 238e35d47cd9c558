// unscoped: What was shown is kept by the id of the calendar, which was found by its token; what it shows is read through `ctx.db`.
import { paths } from '#contract/all-paths.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Actor, Ctx } from '#server/platform/context.ts';
import { both } from '#shared/i18n/text.ts';
import { dayAt, earliestOf, latestOf, localDay } from '#shared/time/day.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { bookingEvents } from './booking-events.ts';
import type { Calendar } from './calendar.ts';
import type { CalendarEvent } from './event.ts';
import { type Feed, listBookings, listShipments, type Span } from './feed-queries.ts';
import { publishEvents } from './publish-events.ts';
import { type EventWords, shipmentEvents } from './shipment-events.ts';

/** More events than these no calendar has. */
const maxEvents = 2_000;
/** Each shipment has some events; more are not read. */
const maxRead = 1_000;

/** Whether somebody sees shipments, and bookings, on any page. */
export const maySee = (actor: Actor): { shipments: boolean; bookings: boolean } => ({
  shipments: isAdmitted(paths.getTrace.access, actor),
  bookings: isAdmitted(paths.bookingRecordGet.access, actor),
});

/** From when to when a calendar reaches at a moment. */
export const spanOf = ({ daysAhead, daysBehind }: Feed, now: Instant): Span => ({
  from: now - daysBehind * DAY_MS,
  to: now + daysAhead * DAY_MS,
});

const limitTexts = {
  summary: both('航图：日历未显示全部事件', 'Portolan: this calendar does not show everything'),
  note: both(
    '事件过多，只显示离现在最近的部分。请在“账号安全”中另建范围更小的日历。',
    'There are too many events: only those nearest to now are shown. Make a narrower calendar under "Account security".',
  ),
} as const;

/** Says on the day of today that not everything is shown. */
const limitEvent = (now: Instant, zone: string, { lang, publicUrl }: EventWords): CalendarEvent => ({
  key: 'limit',
  at: dayAt(localDay(now, zone), zone) ?? now,
  zone,
  summary: limitTexts.summary[lang],
  description: limitTexts.note[lang],
  location: null,
  url: `${publicUrl}/account`,
});

async function cutoffsOfBookings(
  ctx: Ctx,
  words: EventWords,
  { span, shown }: { span: Span; shown: ReadonlySet<string> },
): Promise<{ events: CalendarEvent[]; isWhole: boolean }> {
  const bookings = await listBookings(ctx, { span, limit: maxRead + 1 });
  const events = bookings.flatMap((booking) =>
    bookingEvents(booking, words).filter(
      // The shipment of the booking may know the same cut-off, and then shows it.
      ({ key }) => !shown.has(`shipment-${booking.subscription_id}-${key.slice(key.indexOf('cutoff-'))}`),
    ),
  );
  return { events, isWhole: bookings.length <= maxRead };
}

/** Events within the calendar, those nearest to now first; the same time twice stays in the order of their keys. */
const nearest = (events: readonly CalendarEvent[], { from, to }: Span, now: Instant): CalendarEvent[] =>
  events
    .filter(({ at }) => latestOf(at) >= from && earliestOf(at) <= to)
    .toSorted((a, b) => Math.abs(a.at - now) - Math.abs(b.at - now) || (a.key < b.key ? -1 : 1));

/** What a calendar shows now. `now` of the context is that of the world, `machineNow` that of changes of events. */
export async function readFeed(
  ctx: Ctx,
  feed: Feed,
  { reference, publicUrl, machineNow }: { reference: ReferenceSnapshot; publicUrl: string; machineNow: Instant },
): Promise<Calendar> {
  const now = ctx.clock.now();
  const span = spanOf(feed, now);
  const { lang, kinds } = feed;
  const words: EventWords = { lang, reference, publicUrl, namesTenant: feed.tenantId === null };
  const sees = maySee(ctx.actor);
  const rows = sees.shipments
    ? await listShipments(ctx, { shipments: feed.shipments, span, now, limit: maxRead + 1 })
    : [];
  const ofShipments = rows.slice(0, maxRead).flatMap((row) => shipmentEvents(row, kinds, words, now));
  const shown = new Set(ofShipments.map(({ key }) => key));
  const ofBookings =
    sees.bookings && kinds.includes('cutoffs') && feed.shipments !== 'troubled'
      ? await cutoffsOfBookings(ctx, words, { span, shown })
      : { events: [], isWhole: true };
  const found = nearest([...ofShipments, ...ofBookings.events], span, now);
  const isWhole = rows.length <= maxRead && ofBookings.isWhole && found.length <= maxEvents;
  const zone = zoneOfCaller(ctx, reference);
  const events = [...found.slice(0, maxEvents), ...(isWhole ? [] : [limitEvent(now, zone, words)])];
  const { published, cancelled } = await publishEvents(ctx.unscoped, feed.id, events, {
    now: machineNow,
    span,
    isWhole,
  });
  return {
    name: feed.name,
    about: isWhole ? 'Portolan' : limitTexts.note[lang],
    events: events.map((event) => ({
      ...event,
      published: published.get(event.key) ?? { sequence: 0, changedAt: machineNow },
    })),
    cancelled,
  };
}
