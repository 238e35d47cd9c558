// unscoped: Calendars belong to a person, not to a tenant: rows are addressed by the hash of the token or by the id of the caller. What they show is read through `ctx.db`.
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { sql, type SqlBool } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { isDiskFull } from '#server/platform/db/refused-writes.ts';
import { parseLang, type Lang } from '#shared/i18n/text.ts';
import {
  calendarKinds,
  type CalendarKind,
  calendarShipments,
  type CalendarShipments,
} from '#shared/reference/calendar-kinds.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { isOneOf } from '#shared/values/objects.ts';
import type { CalendarBooking } from './booking-events.ts';
import type { CalendarShipment } from './shipment-events.ts';

/** A calendar that was found by its token. */
export type Feed = {
  id: number;
  userId: number;
  tenantId: number | null;
  name: string;
  kinds: readonly CalendarKind[];
  shipments: CalendarShipments;
  daysAhead: number;
  daysBehind: number;
  lang: Lang;
  lastReadAt: Instant | null;
};

/** The kinds among stored words, in our order. */
export const kindsIn = (words: readonly string[]): CalendarKind[] =>
  calendarKinds.filter((kind) => words.includes(kind));

/** Which shipments a stored word means. */
export const shipmentsIn = (word: string): CalendarShipments => (isOneOf(calendarShipments, word) ? word : 'all');

/** The calendar of a token; undefined when the token is unknown or its calendar was ended. */
export async function findFeed(database: Database, tokenHash: Buffer): Promise<Feed | undefined> {
  const row = await database.system
    .selectFrom('calendar_feed')
    .select(['id', 'user_id as userId', 'for_tenant_id as tenantId', 'name', 'kinds', 'shipments', 'language'])
    .select(['days_ahead as daysAhead', 'days_behind as daysBehind', 'last_read_at as lastReadAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { language, ...feed } = row;
  return { ...feed, kinds: kindsIn(row.kinds), shipments: shipmentsIn(row.shipments), lang: parseLang(language) };
}

const readEveryMs = 60_000;

/** Notes that a calendar was read, once in a while. */
export async function noteRead(database: Database, { id, lastReadAt }: Feed, now: Instant): Promise<void> {
  if (lastReadAt !== null && Math.abs(now - lastReadAt) <= readEveryMs) return;
  try {
    await database.execute('update calendar_feed set last_read_at = $2 where id = $1', [id, new Date(now)]);
  } catch (error) {
    // A calendar can still be read while the disk is full.
    if (!isDiskFull(error)) throw error;
  }
}

/** From when to when a calendar shows what happens. */
export type Span = { from: Instant; to: Instant };

/** What is looked at of a shipment lies around its departure and arrival, such as cut-offs and the way onward. */
const aroundMs = 45 * DAY_MS;

const shipmentsOf = (ctx: Ctx, shipments: CalendarShipments, { from, to }: Span) => {
  const [earliest, latest] = [ts(from - aroundMs), ts(to + aroundMs)];
  const isWithin = (column: string) => sql<SqlBool>`${sql.ref(column)} between ${earliest} and ${latest}`;
  return ctx.db
    .selectFrom('subscription as s')
    .innerJoin('shipment as h', 'h.id', 's.shipment_id')
    .where((eb) => eb.or([eb('s.ended_at', 'is', null), eb('s.ended_at', '>=', ts(from))]))
    .where((eb) =>
      eb.or(
        ['h.planned_departure', 'h.etd', 'h.atd', 'h.planned_arrival', 'h.eta', 'h.ata', 'h.awaited_until'].map(
          isWithin,
        ),
      ),
    )
    .$if(shipments === 'troubled', (query) => query.where('s.troubled', '=', true))
    .$if(shipments === 'transit', (query) => query.where('s.ended', '=', false).where('s.arrived', '=', false));
};

/** Bookings with cut-offs that still stand, also those whose shipment is followed: it may not know them. */
const bookingsOf = (ctx: Ctx, { from, to }: Span) =>
  ctx.db
    .selectFrom('booking_record as b')
    .where('b.state', 'not in', ['draft', 'submitted', 'rejected', 'cancelled'])
    .where(sql<SqlBool>`b.cut_offs <> '[]'`)
    .where('b.departs_at', '>=', ts(from - aroundMs))
    .where('b.departs_at', '<=', ts(to + aroundMs));

/** A text that changes with everything that a calendar may show, found without reading it. */
export async function stampOf(
  ctx: Ctx,
  { shipments, withBookings, span }: { shipments: CalendarShipments; withBookings: boolean; span: Span },
): Promise<string> {
  const ofShipments = shipmentsOf(ctx, shipments, span)
    .select(
      sql<string>`concat_ws(' ', count(*), sum(h.id), sum(h.record_version), max(h.updated_at), count(*) filter (where s.ended))`.as(
        'stamp',
      ),
    )
    .executeTakeFirstOrThrow();
  const ofBookings = withBookings
    ? bookingsOf(ctx, span)
        .select(sql<string>`concat_ws(' ', count(*), sum(b.id), sum(b.record_version), max(b.changed_at))`.as('stamp'))
        .executeTakeFirstOrThrow()
    : undefined;
  return [(await ofShipments).stamp, (await ofBookings)?.stamp].join('/');
}

/** The shipments of a calendar, those that arrive nearest to now first. */
export function listShipments(
  ctx: Ctx,
  { shipments, span, now, limit }: { shipments: CalendarShipments; span: Span; now: Instant; limit: number },
): Promise<CalendarShipment[]> {
  return shipmentsOf(ctx, shipments, span)
    .select(['s.id as subscription_id', 'h.id as shipment_id', 's.tenant_id', 's.mode', 's.bill_no', 's.container_no'])
    .select(['h.content', 'h.provenance', 's.ended_at'])
    .$narrowType<{ content: ShipmentContent }>()
    .orderBy(
      sql`abs(extract(epoch from coalesce(h.ata, h.eta, h.planned_arrival, h.atd, h.etd, h.planned_departure) - ${ts(now)}))`,
    )
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

/** The bookings of a calendar, the next departures first. */
export function listBookings(
  ctx: Ctx,
  { span, limit }: { span: Span; limit: number },
): Promise<(CalendarBooking & { subscription_id: number | null })[]> {
  return bookingsOf(ctx, span)
    .select(['b.id', 'b.tenant_id', 'b.booking_no', 'b.carrier_code', 'b.pol_code', 'b.vessel_name', 'b.voyage'])
    .select(['b.cut_offs', 'b.subscription_id'])
    .orderBy('b.departs_at')
    .orderBy('b.id')
    .limit(limit)
    .execute();
}
