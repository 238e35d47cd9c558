import type { Instant } from '#shared/time/instant.ts';
import {
  containersApart,
  containerNumbersOf,
  fitsMoves,
  pathInBill,
  shipmentOfContainer,
  wayOf,
  type ContainerRoute,
} from './containers.ts';
import { emptyEvent } from './empty-content.ts';
import { milestones } from './model.ts';
import type { BookingContent, ShipmentContent } from './model.ts';

/** What only happens to cargo that has reached the port of discharge. */
export const afterArrival: ReadonlySet<string> = new Set([
  milestones.arrived,
  milestones.berthed,
  milestones.discharged,
  milestones.available,
  milestones.gateOutFull,
  milestones.stripping,
  milestones.emptyReturn,
]);

/** What only happens to cargo that has left the port of loading. */
export const afterDeparture: ReadonlySet<string> = new Set([
  milestones.departed,
  milestones.transhipmentArrived,
  milestones.transhipmentDischarged,
  milestones.transhipmentLoaded,
  milestones.transhipmentDeparted,
]);

/** A value together with the path it is shown at. */
export type Shown = { value: Instant; path: string };

const hasAny = ({ events }: ShipmentContent, codes: ReadonlySet<string>): boolean =>
  events.some(({ statusCode, actual }) => actual !== null && codes.has(statusCode));

/** What all containers of a bill that travel apart give, as each has its shipment; undefined when they travel together. */
function ofContainers<T>(content: ShipmentContent, of: (ofContainer: ShipmentContent) => T): T[] | undefined {
  const containers = containersApart(content);
  return containers.length === 0
    ? undefined
    : containers.map((containerNo) => of(shipmentOfContainer(content, containerNo)));
}

function ownArrival({ booking, legs }: ShipmentContent): Shown | undefined {
  if (booking.ata !== null) return { value: booking.ata, path: 'booking.ata' };
  const last = legs.at(-1);
  // The last known leg may end at a transhipment port while the onward leg is not known yet.
  const isEnd = !booking.portOfDischarge || last?.portOfDischarge === booking.portOfDischarge;
  return last === undefined || last.ata === null || !isEnd
    ? undefined
    : { value: last.ata, path: `leg[${last.sequence}].ata` };
}

function ownDeparture({ booking, legs: [first] }: ShipmentContent): Shown | undefined {
  if (booking.atd !== null) return { value: booking.atd, path: 'booking.atd' };
  return first === undefined || first.atd === null
    ? undefined
    : { value: first.atd, path: `leg[${first.sequence}].atd` };
}

const showsArrival = (content: ShipmentContent): boolean =>
  ownArrival(content) !== undefined || hasAny(content, afterArrival);

const showsDeparture = (content: ShipmentContent): boolean =>
  ownDeparture(content) !== undefined ||
  hasAny(content, afterDeparture) ||
  content.legs.some(({ atd, ata }) => atd !== null || ata !== null) ||
  showsArrival(content);

/** An end of the way: what tells its time, what shows that it is behind, and the milestone of a ship there. */
type EndOfWay = {
  own: (content: ShipmentContent) => Shown | undefined;
  isDone: (content: ShipmentContent) => boolean;
  statusCode: string;
  portOf: (way: ContainerRoute) => string | null;
};
const departureEnd: EndOfWay = {
  own: ownDeparture,
  isDone: showsDeparture,
  statusCode: milestones.departed,
  portOf: ({ start }) => start,
};
const arrivalEnd: EndOfWay = {
  own: ownArrival,
  isDone: showsArrival,
  statusCode: milestones.arrived,
  portOf: ({ end }) => end,
};

/**
 * What the bill has done at an end of its way; of containers that travel apart, what the last one has, at the path where the bill
 * tells it, and nothing while one has not. Of a container whose own time nobody tells, the latest time that is known of the others,
 * else that of the bill, holds too, unless its own moves show that it was elsewhere then.
 */
function doneAt(content: ShipmentContent, { own, isDone, statusCode, portOf }: EndOfWay): Shown | undefined {
  const containers = ofContainers(content, (ofContainer) => ({ ofContainer: ofContainer, one: own(ofContainer) }));
  if (containers === undefined) return own(content);
  if (!containers.every(({ ofContainer, one }) => one !== undefined || isDone(ofContainer))) return undefined;
  const known = containers.flatMap(({ ofContainer, one }): Shown[] =>
    one === undefined ? [] : [{ value: one.value, path: pathInBill(content, ofContainer, one.path) ?? one.path }],
  );
  const ofBill = own(content);
  const last = known.length === 0 ? undefined : known.reduce((late, one) => (one.value > late.value ? one : late));
  const way = wayOf(content);
  return [last, ofBill].find((reported) => {
    if (reported === undefined || (last !== undefined && reported.value < last.value)) return false;
    const fact = { ...emptyEvent(null, statusCode, portOf(way)), actual: reported.value };
    return containers.every(
      ({ ofContainer, one }) =>
        one !== undefined ||
        fitsMoves(
          fact,
          ofContainer.events.filter(({ containerNo }) => containerNo),
          way,
        ),
    );
  });
}

/** Actual arrival at the port of discharge as booking or last leg give it; of containers that travel apart, that of the last one. */
export const arrivalOf = (content: ShipmentContent): Shown | undefined => doneAt(content, arrivalEnd);

/** Actual departure from the port of loading as booking or first leg give it; of containers that travel apart, that of the last one. */
export const departureOf = (content: ShipmentContent): Shown | undefined => doneAt(content, departureEnd);

/** Whether anything shows that the cargo, all containers of it, has reached the port of discharge. */
export const hasArrived = (content: ShipmentContent): boolean =>
  ofContainers(content, showsArrival)?.every(Boolean) ?? showsArrival(content);

/** Whether anything shows that the cargo, all containers of it, has left the port of loading. */
export const hasDeparted = (content: ShipmentContent): boolean =>
  ofContainers(content, showsDeparture)?.every(Boolean) ?? showsDeparture(content);

/** Whether every container has reached the port of discharge by its own events. */
export function everyContainerArrived(content: ShipmentContent): boolean {
  const own = content.events.filter(({ actual, statusCode }) => actual !== null && afterArrival.has(statusCode));
  const arrived = new Set(own.map(({ containerNo }) => containerNo));
  return containerNumbersOf(content).every((container) => arrived.has(container));
}

/** How many containers have left, or have come; when the first did, and when the last did or, while some have not, is expected. */
export type ContainersDone = { done: number; first: Instant | null; last: Instant | null };

/** Where the containers of a bill stand that travel apart. */
export type ContainersApart = { count: number; departure: ContainersDone; arrival: ContainersDone };

type ContainerCall = { actual: Instant | null; expected: Instant | null; isDone: boolean };

function summaryOf(calls: readonly ContainerCall[]): ContainersDone {
  const open = calls.filter(({ isDone }) => !isDone);
  const actuals = calls.flatMap(({ actual }) => actual ?? []);
  const last = open.length === 0 ? actuals : open.flatMap(({ expected }) => expected ?? []);
  // Without the time of one container it is not known which was the last.
  const isKnown = open.length > 0 || actuals.length === calls.length;
  return {
    done: calls.length - open.length,
    first: actuals.length === 0 ? null : Math.min(...actuals),
    last: last.length === 0 || !isKnown ? null : Math.max(...last),
  };
}

/** Where the containers of a bill stand that travel apart; null where they travel together. */
export function whereContainersAre(content: ShipmentContent): ContainersApart | null {
  const containers = ofContainers(content, (ofContainer) => ({
    departure: {
      actual: ownDeparture(ofContainer)?.value ?? null,
      expected: ofContainer.booking.etd,
      isDone: showsDeparture(ofContainer),
    },
    arrival: {
      actual: ownArrival(ofContainer)?.value ?? null,
      expected: ofContainer.booking.eta,
      isDone: showsArrival(ofContainer),
    },
  }));
  if (containers === undefined) return null;
  return {
    count: containers.length,
    departure: summaryOf(containers.map(({ departure }) => departure)),
    arrival: summaryOf(containers.map(({ arrival }) => arrival)),
  };
}

/**
 * The booking of a bill by the way of its containers: where they travel apart, it has left and arrived when the last of them has, and
 * is expected when the last one is.
 */
export function bookingOfBill(content: ShipmentContent): BookingContent {
  const apart = whereContainersAre(content);
  const { booking } = content;
  if (apart === null) return booking;
  const sideOf = ({ done, last }: ContainersDone, actual: Shown | undefined, estimate: Instant | null) =>
    done === apart.count ? { actual: actual?.value ?? null, estimate } : { actual: null, estimate: last };
  const departure = sideOf(apart.departure, departureOf(content), booking.etd);
  const arrival = sideOf(apart.arrival, arrivalOf(content), booking.eta);
  return { ...booking, etd: departure.estimate, atd: departure.actual, eta: arrival.estimate, ata: arrival.actual };
}
