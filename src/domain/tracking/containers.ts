import { oncePer } from '#shared/memory/once-per.ts';
import type { Instant } from '#shared/time/instant.ts';
import { eventPath } from '../intake/fusion/paths.ts';
import { valueAt } from '../intake/fusion/provenance.ts';
import { isBySea } from './journey/mode.ts';
import { oneCallMs, statusAtPort, transhipmentPorts } from './derive.ts';
import { emptyEvent } from './empty-content.ts';
import { moveOrder, papers } from './milestone-order.ts';
import { type BookingContent, type EventContent, type LegContent, milestones, type ShipmentContent } from './model.ts';
import { isOtherShip, isOtherVoyage, isSameShip, type NamedShip } from './ship.ts';

/*
 * The one place that decides whether a container could have been where a fact of its bill happened. Containers of one bill may travel
 * apart; what is stated of the whole bill then holds for those containers alone that could have been there.
 */

const leaving: readonly string[] = [
  milestones.loaded,
  milestones.departed,
  milestones.transhipmentLoaded,
  milestones.transhipmentDeparted,
];
const coming: readonly string[] = [
  milestones.arrived,
  milestones.berthed,
  milestones.discharged,
  milestones.transhipmentArrived,
  milestones.transhipmentDischarged,
];
const atStart: ReadonlySet<string> = new Set([milestones.loaded, milestones.departed]);
const atEnd: ReadonlySet<string> = new Set([milestones.arrived, milestones.discharged]);
type Side = 'out' | 'in';
/** Whether a milestone is of a ship that leaves a port or of one that has come there; undefined for others. */
export const sideOf = (statusCode: string): Side | undefined =>
  leaving.includes(statusCode) ? 'out' : coming.includes(statusCode) ? 'in' : undefined;

const timeOf = ({ actual, estimated, planned }: EventContent): Instant | null => actual ?? estimated ?? planned;

const isNamed = ({ vesselName, voyage }: NamedShip): boolean => Boolean(vesselName ?? voyage);

/** Whether two events certainly name one voyage of one ship. */
const isSameSailing = (a: EventContent, b: EventContent): boolean =>
  isSameShip(a, b) && Boolean(a.voyage && b.voyage) && !isOtherVoyage(a, b);

/** Whether one milestone of two containers happened at two calls. An expected time counts against an actual one only when it is later. */
function areTwoCalls(a: EventContent, b: EventContent): boolean {
  const [first, second] = [timeOf(a), timeOf(b)];
  if (first === null || second === null || Math.abs(first - second) <= oneCallMs || isSameSailing(a, b)) return false;
  if ((a.actual === null) === (b.actual === null)) return true;
  return a.actual === null ? first > second : second > first;
}

/** Whether two milestones of one side of one port show two containers apart: they name other ships, or are one milestone at two calls. */
export function areApart(a: EventContent, b: EventContent): boolean {
  if (a.containerNo === b.containerNo || timeOf(a) === null || timeOf(b) === null) return false;
  if (a.vesselName !== b.vesselName && isOtherShip(a, b)) return true;
  return a.statusCode === b.statusCode && a.occurrence <= 1 && b.occurrence <= 1 && areTwoCalls(a, b);
}

/** Numbers of all containers that are known by themselves or by an event, sorted. */
export function containerNumbersOf(content: Pick<ShipmentContent, 'containers' | 'events'>): string[] {
  const numbers = new Set(content.containers.map(({ containerNo }) => containerNo));
  for (const { containerNo } of content.events) if (containerNo) numbers.add(containerNo);
  return [...numbers].filter(Boolean).sort();
}

/** Events of one kind at one call: the earliest and the latest, each followed by that of another container. */
type Ends = { first: readonly EventContent[]; last: readonly EventContent[] };

/** The outermost of events, and the outermost of another container; `sign` 1: the earliest, -1: the latest. */
function outermost(events: readonly EventContent[], sign: 1 | -1): EventContent[] {
  const [outer, ...rest] = events.toSorted((a, b) => sign * ((timeOf(a) ?? 0) - (timeOf(b) ?? 0)));
  const other = rest.find(({ containerNo }) => containerNo !== outer?.containerNo);
  return [outer ?? [], other ?? []].flat();
}

/** Events of one status at one port, by what decides beside their time whether two of them are of one call. */
class CallEvents {
  readonly #ends = new Map<string, Ends>();

  /** Adds an event; says whether it and that of another container happened at two calls. */
  add(event: EventContent): boolean {
    for (const { first, last } of this.#ends.values())
      for (const other of [...first, ...last])
        if (other.containerNo !== event.containerNo && areTwoCalls(other, event)) return true;
    const kind = JSON.stringify([event.actual === null, event.vesselName, event.voyage]);
    const { first, last } = this.#ends.get(kind) ?? { first: [], last: [] };
    // Whatever lies in between is nearer to any other event than they are.
    this.#ends.set(kind, { first: outermost([...first, event], 1), last: outermost([...last, event], -1) });
    return false;
  }
}

type Reported = Pick<ShipmentContent, 'mode' | 'containers' | 'events'>;

/**
 * The containers of a bill by sea that travel apart, sorted: at one port their own milestones name other ships, or lie more than
 * 48 hours from each other. None when they travel together, as far as anybody says.
 */
export const containersApart: (content: Reported) => readonly string[] = oncePer((content) => {
  if (!isBySea(content.mode)) return [];
  const named = new Map<string, EventContent>();
  const timed = new Map<string, CallEvents>();
  const isApart = content.events.some((event) => {
    const side = sideOf(event.statusCode);
    if (!event.containerNo || side === undefined || timeOf(event) === null) return false;
    if (event.vesselName) {
      const call = `${side} ${event.portCode ?? ''}`;
      const other = named.get(call);
      if (other === undefined) named.set(call, event);
      else if (other.containerNo !== event.containerNo && isOtherShip(other, event)) return true;
    }
    if (event.occurrence > 1) return false;
    const call = `${event.statusCode} ${event.portCode ?? ''}`;
    const events = timed.get(call) ?? new CallEvents();
    timed.set(call, events);
    return events.add(event);
  });
  return isApart ? containerNumbersOf(content) : [];
});

/** The ports of a way by sea. */
export type ContainerRoute = { start: string | null; end: string | null; transhipments: readonly string[] };

/** The ports of a shipment's way. */
export const wayOf = ({ mode, booking, legs }: Pick<ShipmentContent, 'mode' | 'booking' | 'legs'>): ContainerRoute => ({
  start: booking.portOfLoading || legs[0]?.portOfLoading || null,
  end: booking.portOfDischarge || legs.at(-1)?.portOfDischarge || null,
  transhipments: isBySea(mode) ? transhipmentPorts({ booking, legs }) : [],
});

/** Where a milestone stands on the way of a container. */
type Position = { rank: number; port: string | null; call: number };

/** What decides of one container where it can have been. */
type Container = {
  own: readonly EventContent[];
  /** What is notified of the whole bill. */
  shared: readonly EventContent[];
  legs: readonly LegContent[];
  way: ContainerRoute;
};

/**
 * Where a milestone stands; undefined for papers and codes of other modes, which have no fixed place. What sources that do not
 * know the whole way call a loading or an arrival at a port in between stands with those of a transhipment.
 */
function positionOf(
  { statusCode, portCode }: EventContent,
  { start, end, transhipments }: ContainerRoute,
): Position | undefined {
  const isAway = (port: string | null): boolean => Boolean(portCode && port) && portCode !== port;
  const isBetween = (atStart.has(statusCode) && isAway(start)) || (atEnd.has(statusCode) && isAway(end));
  const code = isBetween && portCode ? statusAtPort(statusCode, portCode, [portCode]) : statusCode;
  const rank = papers.has(code) ? undefined : moveOrder.get(code);
  return rank === undefined ? undefined : { rank, port: portCode, call: transhipments.indexOf(portCode ?? '') };
}

const isTranshipment = ({ rank }: Position): boolean =>
  rank >= (moveOrder.get(milestones.transhipmentArrived) ?? 0) &&
  rank <= (moveOrder.get(milestones.transhipmentDeparted) ?? 0);

/** Below 0: `a` comes before `b` on the way, above 0: behind it, 0: neither is certain. */
function compare(a: Position, b: Position): number {
  if (!isTranshipment(a) || !isTranshipment(b) || (a.port !== null && a.port === b.port)) return a.rank - b.rank;
  return a.call < 0 || b.call < 0 ? 0 : a.call - b.call;
}

/** What a container itself says of the ship of a call: at the call, else at the other end of the leg that it begins or ends. */
function shipsAt({ own, legs, way: { transhipments } }: Container, side: Side, port: string | null): EventContent[] {
  const ofSide = (one: Side, at: (portCode: string | null) => boolean): EventContent[] =>
    own.filter((event) => event.vesselName && sideOf(event.statusCode) === one && at(event.portCode));
  const here = ofSide(side, (portCode) => !portCode || !port || portCode === port);
  if (here.length > 0) return here;
  const other: Side = side === 'out' ? 'in' : 'out';
  if (transhipments.length === 0) return ofSide(other, () => true);
  const ends = legs.flatMap(({ portOfLoading, portOfDischarge }) => {
    const [near, far] = side === 'out' ? [portOfLoading, portOfDischarge] : [portOfDischarge, portOfLoading];
    return near !== null && near === port ? [far] : [];
  });
  return ofSide(other, (portCode) => portCode !== null && ends.includes(portCode));
}

/** Whether an event is of another sailing than a fact: of another ship, or of the same ship days before or later. */
function isOtherSailing(event: EventContent, fact: EventContent): boolean {
  if (isOtherShip(event, fact)) return true;
  const [own, time] = [timeOf(event), timeOf(fact)];
  return isOtherVoyage(event, fact) && own !== null && time !== null && Math.abs(own - time) > oneCallMs;
}

/** Whether what is notified of the whole bill is of a sailing that certainly did not take the container. */
function isOfOtherSailing(container: Container, fact: EventContent): boolean {
  const side = sideOf(fact.statusCode);
  if (side === undefined || !isNamed(fact)) return false;
  const ships = shipsAt(container, side, fact.portCode);
  return ships.length > 0 && ships.every((event) => isOtherSailing(event, fact));
}

/** Whether a container could have been there when something of its whole bill happened, or is to happen. */
const couldBeThere = (container: Container, fact: EventContent): boolean =>
  !isOfOtherSailing(container, fact) && fitsMoves(fact, container.own, container.way);

/** Whether a milestone fits in between moves of a container: not before one that comes before it, nor after one that has followed it. */
export function fitsMoves(fact: EventContent, moves: readonly EventContent[], way: ContainerRoute): boolean {
  const [place, time] = [positionOf(fact, way), timeOf(fact)];
  if (place === undefined || time === null) return true;
  return moves.every((event) => {
    const own = positionOf(event, way);
    const order = own === undefined ? 0 : compare(own, place);
    if (order < 0) return (timeOf(event) ?? time) <= time;
    return order === 0 || event.actual === null || event.actual >= time;
  });
}

const callKey = ({ statusCode, portCode }: EventContent): string => `${statusCode}|${portCode ?? ''}`;

/** Milestones of a container, and of the whole bill those it has none of itself. */
function withShared({ own, shared }: Pick<Container, 'own' | 'shared'>): EventContent[] {
  if (shared.length === 0) return [...own];
  const known = new Set(own.map(callKey));
  return [...own, ...shared.filter((event) => !known.has(callKey(event)))];
}

const eventsByNumber = oncePer(({ events }: ShipmentContent) => Map.groupBy(events, (one) => one.containerNo || null));

function containerOf(content: ShipmentContent, containerNo: string): Container {
  const events = eventsByNumber(content);
  return {
    own: events.get(containerNo) ?? [],
    shared: events.get(null) ?? [],
    legs: content.legs,
    way: wayOf(content),
  };
}

const eventsApart = (container: Container): EventContent[] =>
  withShared(container).filter((event) => event.containerNo || couldBeThere(container, event));

/** A container's own events and, for statuses it has none of itself, those of the whole bill that it can have had. */
export function eventsOfContainer(content: ShipmentContent, containerNo: string): EventContent[] {
  const container = containerOf(content, containerNo);
  return containersApart(content).length === 0 ? withShared(container) : eventsApart(container);
}

/** Says of milestones whether they are of a sailing that, by what the container itself tells, did not take it. */
export function otherSailingsOf(content: ShipmentContent, containerNo: string): (event: EventContent) => boolean {
  const container = containerOf(content, containerNo);
  return (event) => !event.containerNo && isOfOtherSailing(container, event);
}

type PortCall = {
  portCode: string | null;
  statusCode: string;
  expected: Instant | null;
  actual: Instant | null;
  ship: NamedShip;
};
type ContainerCall = { expected: Instant | null; actual: Instant | null; planned: Instant | null; isHers: boolean };

/** Of events of one call the last one that happened, else the last one that is expected. */
const lastReported = (events: readonly EventContent[]): EventContent | undefined =>
  events.findLast(({ actual }) => actual !== null) ?? events.findLast((event) => timeOf(event) !== null);

/** The times of a call as one container has them: its own, else those of the bill when it could have been there. */
function callOf(container: Container, { portCode, statusCode, expected, actual, ship }: PortCall): ContainerCall {
  const fact: EventContent = {
    ...emptyEvent(null, statusCode, portCode),
    estimated: expected,
    actual,
    vesselName: ship.vesselName,
    voyage: ship.voyage,
  };
  const isHers = couldBeThere(container, fact);
  const timesOf = (event: EventContent): ContainerCall => ({
    expected: event.estimated ?? event.planned,
    actual: event.actual,
    planned: event.planned,
    isHers,
  });
  const isOfCall = (event: EventContent): boolean =>
    event.statusCode === statusCode && (!event.portCode || !portCode || event.portCode === portCode);
  const own = lastReported(container.own.filter(isOfCall));
  if (own !== undefined) return timesOf(own);
  const shared = container.shared.filter((event) => isOfCall(event) && couldBeThere(container, event));
  const ships = shipsAt(container, sideOf(statusCode) ?? 'in', portCode);
  // The ships of a bill each have their call; the booking knows of one of them alone.
  const named = lastReported(shared.filter((event) => ships.some((one) => isSameShip(one, event))));
  const isReported = isHers && timeOf(fact) !== null;
  if (named !== undefined && (named.actual !== null || !isReported || actual === null)) return timesOf(named);
  if (isReported) return { expected, actual, planned: null, isHers };
  const possible = lastReported(shared);
  return possible === undefined ? { expected: null, actual: null, planned: null, isHers } : timesOf(possible);
}

const noShip = { vesselName: null, vesselImo: null, voyage: null };

function legOfContainer(container: Container, leg: LegContent): LegContent {
  const ofCall = (
    plain: string,
    portCode: string | null,
    expected: Instant | null,
    actual: Instant | null,
  ): ContainerCall =>
    callOf(container, {
      portCode,
      statusCode: statusAtPort(plain, portCode, container.way.transhipments),
      expected,
      actual,
      ship: leg,
    });
  const departs = ofCall(milestones.departed, leg.portOfLoading, leg.etd, leg.atd);
  const arrives = ofCall(milestones.arrived, leg.portOfDischarge, leg.eta, leg.ata);
  const own = shipsAt(container, 'out', leg.portOfLoading).findLast(isNamed);
  const isOther = own !== undefined && isOtherShip(own, leg);
  const ship = isOther
    ? { ...noShip, vesselName: own.vesselName, voyage: own.voyage }
    : departs.isHers && arrives.isHers
      ? {}
      : noShip;
  return {
    ...leg,
    ...ship,
    etd: departs.expected,
    atd: departs.actual,
    eta: arrives.expected,
    ata: arrives.actual,
  };
}

function bookingFor(container: Container, { booking }: ShipmentContent, legs: readonly LegContent[]): BookingContent {
  const [first, last] = [container.legs[0], container.legs.at(-1)];
  const { start, end } = container.way;
  const ofShip = (leg: LegContent | undefined, isAtEnd: boolean): NamedShip =>
    leg === undefined ? booking : isAtEnd ? leg : noShip;
  const departs = callOf(container, {
    portCode: start,
    statusCode: milestones.departed,
    expected: booking.etd,
    actual: booking.atd,
    ship: ofShip(first, true),
  });
  const arrives = callOf(container, {
    portCode: end,
    statusCode: milestones.arrived,
    expected: booking.eta,
    actual: booking.ata,
    ship: ofShip(last, !booking.portOfDischarge || last?.portOfDischarge === booking.portOfDischarge),
  });
  const [ship] = legs;
  return {
    ...booking,
    ...(ship !== undefined && { vesselName: ship.vesselName, vesselImo: ship.vesselImo, voyage: ship.voyage }),
    // What was promised for the bill was promised for each of its containers.
    plannedDeparture: departs.planned ?? booking.plannedDeparture,
    etd: departs.expected,
    atd: departs.actual,
    plannedArrival: arrives.planned ?? booking.plannedArrival,
    eta: arrives.expected,
    ata: arrives.actual,
  };
}

const shipmentsOfContainers = oncePer((_content: ShipmentContent) => new Map<string, ShipmentContent>());

/**
 * A shipment as one of its containers has it: its own milestones, and of those of the bill, its legs and its booking what the container
 * could have had. The whole shipment where its containers travel together.
 */
export function shipmentOfContainer(content: ShipmentContent, containerNo: string): ShipmentContent {
  if (containersApart(content).length === 0) return content;
  const shipments = shipmentsOfContainers(content);
  const known = shipments.get(containerNo);
  if (known !== undefined) return known;
  const container = containerOf(content, containerNo);
  const legs = content.legs.map((leg) => legOfContainer(container, leg));
  const shipment = {
    ...content,
    booking: bookingFor(container, content, legs),
    legs,
    containers: content.containers.filter((one) => one.containerNo === containerNo),
    events: eventsApart(container),
  };
  shipments.set(containerNo, shipment);
  return shipment;
}

/**
 * The path at which a bill tells what the shipment of one of its containers shows at a path of its booking or legs: the same, or
 * that of the container's own milestone. Undefined when nobody tells it.
 */
export function pathInBill(content: ShipmentContent, ofContainer: ShipmentContent, path: string): string | undefined {
  const value = valueAt(ofContainer, path);
  if (value === valueAt(content, path)) return path;
  const times = ['actual', 'estimated', 'planned'] as const;
  for (const event of ofContainer.events) {
    const attribute = sideOf(event.statusCode) === undefined ? undefined : times.find((name) => event[name] === value);
    if (value != null && attribute !== undefined) return eventPath(event, attribute);
  }
  return undefined;
}
