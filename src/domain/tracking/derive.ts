import { HOUR_MS } from '#shared/time/instant.ts';
import { isBySea } from './journey/mode.ts';
import { milestones } from './model.ts';
import type { BookingContent, EventContent, LegContent, ShipmentContent } from './model.ts';
import { isOtherShip, isOtherVoyage, isSameShip, type NamedShip } from './ship.ts';

/** What is done with one ship at one port lies within this time. */
export const oneCallMs = 48 * HOUR_MS;

const atTranshipment: Readonly<Record<string, string>> = {
  [milestones.loaded]: milestones.transhipmentLoaded,
  [milestones.departed]: milestones.transhipmentDeparted,
  [milestones.arrived]: milestones.transhipmentArrived,
  [milestones.discharged]: milestones.transhipmentDischarged,
};

/** Ports where the cargo changes ships: between two legs, and neither start nor end of the voyage. */
export function transhipmentPorts({ booking, legs }: Pick<ShipmentContent, 'booking' | 'legs'>): string[] {
  const start = booking.portOfLoading ?? legs[0]?.portOfLoading;
  const end = booking.portOfDischarge ?? legs[legs.length - 1]?.portOfDischarge;
  const inner = [
    ...legs.slice(0, -1).map(({ portOfDischarge }) => portOfDischarge),
    ...legs.slice(1).map(({ portOfLoading }) => portOfLoading),
  ];
  const ports = inner.filter((port): port is string => Boolean(port) && port !== start && port !== end);
  return [...new Set(ports)];
}

/** The status of a ship's call at a port, or of what is done with containers there: its own one where the cargo changes ships. */
export function statusAtPort(plain: string, portCode: string | null, transhipments: readonly string[]): string {
  return portCode && transhipments.includes(portCode) ? (atTranshipment[plain] ?? plain) : plain;
}

/** Many sources say "loaded" or "departed" at every port; at a transhipment port that is a status of its own. */
function nameTranshipments(events: readonly EventContent[], ports: readonly string[]): EventContent[] {
  const renamed = events.map((event) => {
    const statusCode = statusAtPort(event.statusCode, event.portCode, ports);
    return statusCode === event.statusCode ? event : { ...event, statusCode };
  });
  return ports.length === 0 ? renamed : recount(renamed);
}

/** Renamed events may meet others of the same name: occurrences count again, in the order given. */
function recount(events: readonly EventContent[]): EventContent[] {
  const seen = new Map<string, number>();
  return events.map((event) => {
    const key = JSON.stringify([event.containerNo, event.statusCode, event.portCode]);
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return event.occurrence === occurrence ? event : { ...event, occurrence };
  });
}

/** The call of a ship that a leg tells, as a milestone of the whole bill; undefined when it tells no time. */
function callEvent(leg: LegContent, kind: 'departure' | 'arrival', statusCode: string): EventContent | undefined {
  const portCode = kind === 'departure' ? leg.portOfLoading : leg.portOfDischarge;
  const [estimated, actual] = kind === 'departure' ? [leg.etd, leg.atd] : [leg.eta, leg.ata];
  if (!portCode || (estimated === null && actual === null)) return undefined;
  return {
    containerNo: null,
    statusCode,
    portCode,
    occurrence: 1,
    planned: null,
    estimated,
    actual,
    vesselName: leg.vesselName,
    voyage: leg.voyage,
    zone: null,
    place: null,
  };
}

/** Whether one leg only starts (or ends) at a port; at others it is not clear which leg an event belongs to. */
function isOnlyCall(legs: readonly LegContent[], side: 'portOfLoading' | 'portOfDischarge', leg: LegContent): boolean {
  return legs.every((other) => other === leg || other[side] !== leg[side]);
}

/** Ship's calls that the legs tell and no event does. */
function missingCalls(
  legs: readonly LegContent[],
  events: readonly EventContent[],
  ports: readonly string[],
): EventContent[] {
  const known = new Set(events.map(({ statusCode, portCode }) => `${statusCode}|${portCode ?? ''}`));
  const calls = legs.flatMap((leg) => [
    isOnlyCall(legs, 'portOfLoading', leg)
      ? callEvent(leg, 'departure', statusAtPort(milestones.departed, leg.portOfLoading, ports))
      : undefined,
    isOnlyCall(legs, 'portOfDischarge', leg)
      ? callEvent(leg, 'arrival', statusAtPort(milestones.arrived, leg.portOfDischarge, ports))
      : undefined,
  ]);
  return calls.filter((call): call is EventContent => {
    const key = call && `${call.statusCode}|${call.portCode}`;
    if (!key || known.has(key) || known.has(`${call.statusCode}|`)) return false;
    known.add(key);
    return true;
  });
}

type CallTimes = Pick<EventContent, 'planned' | 'estimated' | 'actual'>;

const earliest = (times: readonly (number | null)[]): number | null =>
  times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null);

/** The earliest time that does not lie before what comes first; where all do, they contradict it, which has to be seen. */
const earliestAfter = (times: readonly (number | null)[], start: number | null): number | null =>
  (start === null ? null : earliest(times.filter((time) => time !== null && time >= start))) ?? earliest(times);

/** A call of the ship of a leg: its status and port, who she is, and before which moment it cannot be. */
type PortCall = { statusCode: string; portCode: string | null; ship: NamedShip | undefined; start: number | null };

/**
 * What the events of one call say together: the earliest word of every classifier. Another ship's call at the port says
 * nothing, nor does another voyage of the same ship beside the one that is meant.
 */
function callTimes(events: readonly EventContent[], { statusCode, portCode, ship, start }: PortCall): CallTimes {
  const hers = events.filter(
    (event) =>
      event.statusCode === statusCode &&
      (!portCode || !event.portCode || event.portCode === portCode) &&
      (ship === undefined || !isOtherShip(event, ship)),
  );
  // What lies days apart is not one call: then those tell hers who name her.
  const actuals = hers.flatMap(({ actual }) => actual ?? []);
  const isOneCall = Math.max(...actuals) - Math.min(...actuals) <= oneCallMs;
  const named = isOneCall ? [] : hers.filter((event) => ship && isSameShip(event, ship));
  const there = named.some(({ actual }) => actual !== null) ? named : hers;
  const meant = ship === undefined ? there : there.filter((event) => !isOtherVoyage(event, ship));
  const calls = meant.length === 0 ? there : meant;
  return {
    planned: earliest(calls.map(({ planned }) => planned)),
    estimated: earliest(calls.map(({ estimated }) => estimated)),
    actual: earliestAfter(
      calls.map(({ actual }) => actual),
      start,
    ),
  };
}

function deriveBooking({ booking, legs, events }: ShipmentContent): BookingContent {
  const first = legs[0];
  const last = legs[legs.length - 1];
  const portOfLoading = booking.portOfLoading ?? first?.portOfLoading ?? null;
  const portOfDischarge = booking.portOfDischarge ?? last?.portOfDischarge ?? null;
  const start = first && (!first.portOfLoading || first.portOfLoading === portOfLoading) ? first : undefined;
  // The last known leg may end where the cargo is transhipped: then it says nothing about the arrival.
  const end = last && (!last.portOfDischarge || last.portOfDischarge === portOfDischarge) ? last : undefined;
  const departure = callTimes(events, {
    statusCode: milestones.departed,
    portCode: portOfLoading,
    ship: start,
    start: null,
  });
  const atd = booking.atd ?? start?.atd ?? departure.actual;
  const arrival = callTimes(events, {
    statusCode: milestones.arrived,
    portCode: portOfDischarge,
    ship: end,
    start: end?.atd ?? atd,
  });
  return {
    ...booking,
    portOfLoading,
    portOfDischarge,
    vesselName: booking.vesselName ?? start?.vesselName ?? null,
    vesselImo: booking.vesselImo ?? (booking.vesselName ? null : (start?.vesselImo ?? null)),
    voyage: booking.voyage ?? (booking.vesselName ? null : (start?.voyage ?? null)),
    plannedDeparture: booking.plannedDeparture ?? departure.planned,
    etd: booking.etd ?? start?.etd ?? departure.estimated,
    atd,
    plannedArrival: booking.plannedArrival ?? arrival.planned,
    eta: booking.eta ?? end?.eta ?? arrival.estimated,
    ata: booking.ata ?? end?.ata ?? arrival.actual,
  };
}

const leaves: readonly string[] = [
  milestones.loaded,
  milestones.departed,
  milestones.transhipmentLoaded,
  milestones.transhipmentDeparted,
];
const comes: readonly string[] = [
  milestones.arrived,
  milestones.discharged,
  milestones.transhipmentArrived,
  milestones.transhipmentDischarged,
];

/** Milestones of containers with the ship that the container is reported to have at that port elsewhere: her call is not reported by another's container. */
function withShipsOfContainers(events: readonly EventContent[]): readonly EventContent[] {
  const callOf = ({ containerNo, statusCode, portCode }: EventContent): string | undefined => {
    const side = leaves.includes(statusCode) ? 'out' : comes.includes(statusCode) ? 'in' : undefined;
    return containerNo && side ? `${containerNo} ${side} ${portCode ?? ''}` : undefined;
  };
  const ships = new Map<string, EventContent>();
  for (const event of events) {
    const call = event.vesselName ? callOf(event) : undefined;
    if (call !== undefined && !ships.has(call)) ships.set(call, event);
  }
  if (ships.size < 2) return events;
  return events.map((event) => {
    const ship = event.vesselName ? undefined : ships.get(callOf(event) ?? '');
    return ship === undefined ? event : { ...event, vesselName: ship.vesselName, voyage: event.voyage ?? ship.voyage };
  });
}

/** Times of a leg from the events of its calls, where the source gives them only there. */
function deriveLegs(
  legs: readonly LegContent[],
  events: readonly EventContent[],
  ports: readonly string[],
): LegContent[] {
  return legs.map((leg) => {
    const departure =
      leg.portOfLoading && isOnlyCall(legs, 'portOfLoading', leg)
        ? callTimes(events, {
            statusCode: statusAtPort(milestones.departed, leg.portOfLoading, ports),
            portCode: leg.portOfLoading,
            ship: leg,
            start: null,
          })
        : undefined;
    const atd = leg.atd ?? departure?.actual ?? null;
    const arrival =
      leg.portOfDischarge && isOnlyCall(legs, 'portOfDischarge', leg)
        ? callTimes(events, {
            statusCode: statusAtPort(milestones.arrived, leg.portOfDischarge, ports),
            portCode: leg.portOfDischarge,
            ship: leg,
            start: atd,
          })
        : undefined;
    return {
      ...leg,
      etd: leg.etd ?? departure?.estimated ?? departure?.planned ?? null,
      atd,
      eta: leg.eta ?? arrival?.estimated ?? arrival?.planned ?? null,
      ata: leg.ata ?? arrival?.actual ?? null,
    };
  });
}

/**
 * Completes what one source says from its own words: loads and departures at transhipment ports become transhipment
 * milestones, legs take the times of their calls, the booking takes ports, ship and times of its first and last leg,
 * and calls that only legs tell become milestones of the whole bill. To be applied to every record before fusion, so
 * that each derived value keeps its source; nothing that is filled changes, and a second time changes nothing.
 */
export function deriveContent(content: ShipmentContent): ShipmentContent {
  // Milestones of other modes are named by their sources; the domain of the mode completes what they say.
  if (!isBySea(content.mode)) return content;
  const ordered = [...content.legs].sort((a, b) => a.sequence - b.sequence);
  const ports = transhipmentPorts({ booking: content.booking, legs: ordered });
  const named = nameTranshipments(content.events, ports);
  const reported = withShipsOfContainers(named);
  const legs = deriveLegs(ordered, reported, ports);
  const last = legs[legs.length - 1];
  // With an onward leg still unknown, the last arrival is not the arrival at the port of discharge.
  const isComplete = !content.booking.portOfDischarge || content.booking.portOfDischarge === last?.portOfDischarge;
  const calls = missingCalls(legs, named, ports).filter(
    ({ statusCode }) => isComplete || statusCode !== milestones.arrived,
  );
  const events = [...named, ...calls];
  return { ...content, booking: deriveBooking({ ...content, legs, events: [...reported, ...calls] }), legs, events };
}
