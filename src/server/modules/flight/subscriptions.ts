import type { CallData, ParsedBody } from '#contract/index.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import {
  isAsked,
  type Meant,
  pageOfSubscriptions,
  type SubscriptionKind,
  subscriptionsOf,
} from '#server/modules/sailing/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import { findLeg, isFlightAnnounced } from './flight-queries.ts';

/** Subscribed legs of flights. */
export const flightKind: SubscriptionKind = {
  mode: 'air',
  subject: 'leg_id',
  changes: 'flight_change',
  entity: 'flightSubscription',
  inbox: 'flight',
  texts: {
    already: 'flight.alreadySubscribed',
    title: 'flight.newsTitle',
    fieldOf: (field) => `flight.field.${field}` as ServerMessageCode,
  },
  page: '/air-schedule-index',
  worthTellingMs: 15 * MINUTE_MS,
};

type Item = ParsedBody<'flightSubscriptionInsert'>['items'][number];

/** The flight that was meant; refused with the reason where the airline has no such flight to come. */
export async function findFlight(ctx: Ctx, item: Item): Promise<Meant> {
  const { airlineCode, flightDate } = item;
  if (airlineCode === '') throw refused('flight.airlineRequired');
  const number = item.flightNo.toUpperCase().replaceAll(' ', '');
  if (number === '') throw refused('flight.numberEmpty');
  if (fromLocalText(`${flightDate} 00:00:00`, 'UTC') === undefined) throw refused('sailing.badDate');
  if (!(await isAsked(ctx, 'air', airlineCode))) throw refused('flight.airlineUnsupported');
  const digits = (number.startsWith(airlineCode) ? number.slice(airlineCode.length) : number).replace(/^0+/, '');
  const flightNo = `${airlineCode}${digits}`;
  const fromAirport = item.fromAirport.toUpperCase();
  const leg = await findLeg(ctx.database, { airlineCode, flightNo, flightDate, fromAirport });
  if (leg !== undefined && leg.departs_at >= ctx.clock.now() - DAY_MS)
    return { id: leg.id, carrierCode: airlineCode, name: flightNo, voyage: flightDate, place: leg.from_airport };
  const isKnown = leg === undefined && (await isFlightAnnounced(ctx.database, airlineCode, flightNo));
  throw refused(isKnown ? 'flight.notAnnounced' : 'flight.notFound');
}

/** Subscribed flights of the caller's tenants as they are planned now, and what changed since they were subscribed. */
export async function queryFlightSubscriptions({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'flightSubscriptionQuery'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'flightSubscriptionQuery'>> {
  const zoneOf = (airport: string): string | null => placeIn(reference, airport)?.zone ?? null;
  return pageOfSubscriptions({
    ctx,
    kind: flightKind,
    input,
    list: (most) =>
      subscriptionsOf(ctx, flightKind, input.keyword)
        .innerJoin('flight_leg as l', 'l.id', 's.leg_id')
        .selectAll('s')
        .select(['l.flight_no', 'l.flight_date', 'l.from_airport', 'l.to_airport', 'l.aircraft', 'l.cancelled'])
        .select(['l.departs_at', 'l.arrives_at', 'l.closes_at'])
        .select(['t.name as tenant_name', 't.name_en as tenant_name_en', 't.zone'])
        .orderBy('s.created_at', 'desc')
        .orderBy('s.id', 'desc')
        .limit(most)
        .execute(),
    present: (row, shared) => ({
      flightSubscriptionId: String(row.id),
      ...shared,
      airlineCode: row.carrier_code,
      flightNo: row.flight_no,
      flightDate: row.flight_date,
      fromAirport: row.from_airport,
      toAirport: row.to_airport,
      fromZone: zoneOf(row.from_airport),
      toZone: zoneOf(row.to_airport),
      aircraft: row.aircraft,
      departureTime: row.departs_at,
      arrivalTime: row.arrives_at,
      cutOffTime: row.closes_at,
      cancelled: row.cancelled,
    }),
  });
}
