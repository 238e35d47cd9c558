import type { BookingContent, ContainerContent, LegContent, ShipmentContent } from '#domain/tracking/model.ts';
import { currentLeg } from '../current-leg.ts';
import type { ParseReference } from '../types.ts';
import { buildMilestones } from './milestone-events.ts';
import { buildRoute, legContents, plannedAt, type Route } from './route.ts';
import type { DcsaEvent } from './types.ts';
import { gatherCalls, type VesselCalls } from './vessel-calls.ts';

/** What the record is about, as far as it is known beforehand. */
export type ContentSubject = { billNo: string | null; containerNo: string | null; carrierCode: string };

function newestOf(events: readonly DcsaEvent[], pick: (event: DcsaEvent) => string | undefined | null): string | null {
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    const value = event && pick(event);
    if (value) return value;
  }
  return null;
}

function containersOf(events: readonly DcsaEvent[]): ContainerContent[] {
  const own = Map.groupBy(events, ({ containerNo }) => containerNo);
  return [...own.entries()]
    .filter((entry): entry is [string, DcsaEvent[]] => entry[0] !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([containerNo, reported]) => ({
      containerNo,
      sealNo: newestOf(reported, ({ seals }) => (seals.length === 0 ? null : seals.join('/'))),
      sizeType: newestOf(reported, (event) => event.isoCode),
      quantity: null,
      grossWeightKg: null,
      volumeM3: null,
    }));
}

function referencesOf(
  events: readonly DcsaEvent[],
  subject: ContentSubject,
): Pick<BookingContent, 'billNo' | 'bookingNo'> {
  const requested = subject.billNo;
  const isBooking = requested !== null && events.some((event) => event.bookings.includes(requested));
  const isBill = requested !== null && events.some((event) => event.bills.includes(requested));
  const bill = newestOf(events, (event) => event.bills[0]);
  return {
    // A booking number requested instead of a bill number leads to the bill once there is one.
    billNo: requested === null || (isBooking && !isBill) ? (bill ?? requested) : requested,
    bookingNo: newestOf(events, (event) => event.bookings[0]),
  };
}

function bookingOf(
  events: readonly DcsaEvent[],
  subject: ContentSubject,
  route: Route,
  legs: readonly LegContent[],
  { calls }: VesselCalls,
): BookingContent {
  const first = route.legs[0];
  const last = route.legs[route.legs.length - 1];
  const current = currentLeg(legs);
  const currentCall = current === undefined ? undefined : route.legs[current.sequence - 1];
  return {
    ...referencesOf(events, subject),
    carrierCode: subject.carrierCode,
    vesselName: current?.vesselName ?? null,
    vesselImo: current?.vesselImo ?? null,
    voyage: current?.voyage ?? null,
    serviceCode: currentCall?.out?.serviceCode ?? currentCall?.in?.serviceCode ?? null,
    placeOfReceipt: null,
    portOfLoading: first?.pol ?? null,
    portOfDischarge: last?.pod ?? null,
    placeOfDelivery: null,
    finalDestination: null,
    plannedDeparture: first?.pol == null ? null : (first.out?.planned ?? plannedAt(calls, 'out', first.pol)),
    etd: first?.out?.estimated ?? null,
    atd: first?.out?.actual ?? null,
    plannedArrival: last?.pod == null ? null : (last.in?.planned ?? plannedAt(calls, 'in', last.pod)),
    eta: last?.in?.estimated ?? null,
    ata: last?.in?.actual ?? null,
  };
}

/** The record of a shipment, and how many events of ships were too many to be placed on its route. */
export type DcsaContent = { content: ShipmentContent | null; left: number };

/** Makes the record of one shipment of its events, which must be sorted by `compareReports`; null for no events. */
export function toContent(
  events: readonly DcsaEvent[],
  subject: ContentSubject,
  reference: ParseReference,
): DcsaContent {
  if (events.length === 0) return { content: null, left: 0 };
  const resolved = new Map<string, string>();
  const portOf = (event: DcsaEvent): string | null => {
    const code = event.portCode;
    if (code === null) return null;
    let port = resolved.get(code);
    if (port === undefined) resolved.set(code, (port = reference.resolvePort(code) ?? code));
    return port;
  };
  const calls = gatherCalls(events, portOf);
  const route = buildRoute(calls.calls);
  const legs = legContents(route);
  const content = {
    booking: bookingOf(events, subject, route, legs, calls),
    legs,
    containers: containersOf(events),
    events: buildMilestones({ events, calls, route, portOf, zoneOf: reference.zoneOf }),
  };
  return { content, left: calls.left };
}
