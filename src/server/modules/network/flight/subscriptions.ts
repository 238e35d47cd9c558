// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { FlightSubscription } from '#contract/network/flight.ts';
import type { ParsedBody } from '#contract/index.ts';
import { flightSubscriptionsList } from '#lists/schedule-subscriptions.ts';
import type { ListSource } from '#server/list/index.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  isQueried,
  type Meant,
  subscribedRows,
  type SubscriptionKind,
  subscriptionSource,
} from '#server/modules/network/sailing/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
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
  worthReportingMs: 15 * MINUTE_MS,
};

type Item = ParsedBody<'flightSubscriptionInsert'>['items'][number];

/** The flight that was meant; refused with the reason where the airline has no such flight to come. */
export async function findFlight(ctx: Ctx, item: Item): Promise<Meant> {
  const { airlineCode, flightDate } = item;
  if (airlineCode === '') throw refused('flight.airlineRequired');
  const number = item.flightNo
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s/-]/g, '');
  if (number === '') throw refused('flight.numberEmpty');
  if (fromLocalText(`${flightDate} 00:00:00`, 'UTC') === undefined) throw refused('sailing.badDate');
  if (!(await isQueried(ctx, 'air', airlineCode))) throw refused('flight.airlineUnsupported');
  const digits = (number.startsWith(airlineCode) ? number.slice(airlineCode.length) : number).replace(/^0+/, '');
  const flightNo = `${airlineCode}${digits}`;
  const fromAirport = item.fromAirport.toUpperCase();
  const leg = await findLeg(ctx.unscoped, { airlineCode, flightNo, flightDate, fromAirport });
  if (leg !== undefined && leg.departs_at >= ctx.clock.now() - DAY_MS)
    return { id: leg.id, carrierCode: airlineCode, name: flightNo, voyage: flightDate, place: leg.from_airport };
  const isKnown = leg === undefined && (await isFlightAnnounced(ctx.unscoped, airlineCode, flightNo));
  throw refused(isKnown ? 'flight.notAnnounced' : 'flight.notFound');
}

const find = (ctx: Ctx, ids: readonly number[]) =>
  subscribedRows(ctx, ids)
    .innerJoin('flight_leg as l', 'l.id', 's.leg_id')
    .select(['l.flight_no', 'l.flight_date', 'l.from_airport', 'l.to_airport', 'l.aircraft', 'l.cancelled'])
    .select(['l.departs_at', 'l.arrives_at', 'l.closes_at', 'l.changed_at'])
    .execute();

const timeCell = (at: number | null, zone: string | null, { lang }: Ctx): string =>
  at === null ? '' : placeTimeText(at, zone, lang);

/** Subscribed flights of the caller's tenants as they are planned now, and what changed since they were subscribed. */
export function flightSubscriptionsSource(reference: () => ReferenceSnapshot): ListSource {
  const zoneOf = (airport: string): string | null => placeIn(reference(), airport)?.zone ?? null;
  return subscriptionSource(flightSubscriptionsList, {
    kind: flightKind,
    columns: { flightNo: 's.vessel_name' },
    find,
    present: (row, shared): FlightSubscription => ({
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
      saidTime: row.changed_at,
    }),
    zoneOf: ({ fromZone, toZone }, field) => (field === 'plannedArrival' ? toZone : fromZone),
    cells: {
      route: ({ fromAirport, toAirport }) => `${fromAirport} → ${toAirport}`,
      departure: ({ departureTime, fromZone }, ctx) => timeCell(departureTime, fromZone, ctx),
      arrival: ({ arrivalTime, toZone }, ctx) => timeCell(arrivalTime, toZone, ctx),
      cutOff: ({ cutOffTime, fromZone }, ctx) => timeCell(cutOffTime, fromZone, ctx),
    },
  });
}
