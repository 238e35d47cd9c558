import { latestOf } from '#shared/time/day.ts';
import type { Instant } from '#shared/time/instant.ts';
import { profileOf } from '../journey/profiles.ts';
import { boxesApart, boxNumbersOf, pathInBill, shipmentOfBox } from './boxes.ts';
import { milestones } from './model.ts';
import type { BookingContent, ShipmentContent } from './model.ts';

const afterArrival: ReadonlySet<string> = new Set([
  milestones.arrived,
  milestones.berthed,
  milestones.discharged,
  milestones.available,
  milestones.gateOutFull,
  milestones.stripping,
  milestones.emptyReturn,
]);

const afterDeparture: ReadonlySet<string> = new Set([
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

/** What all boxes of a bill that travel apart give, as each has its shipment; undefined when they travel together. */
function ofBoxes<T>(content: ShipmentContent, of: (ofBox: ShipmentContent) => T): T[] | undefined {
  const boxes = boxesApart(content);
  return boxes.length === 0 ? undefined : boxes.map((containerNo) => of(shipmentOfBox(content, containerNo)));
}

/** The last of what all boxes have done, at the path where the bill tells it; undefined while one has not. */
function lastOfBoxes(
  content: ShipmentContent,
  of: (ofBox: ShipmentContent) => Shown | undefined,
): { all: Shown | undefined } | undefined {
  const told = ofBoxes(content, (ofBox) => {
    const one = of(ofBox);
    return one && { value: one.value, path: pathInBill(content, ofBox, one.path) ?? one.path };
  });
  if (told === undefined) return undefined;
  const done = told.filter((one) => one !== undefined);
  return {
    all: done.length < told.length ? undefined : done.reduce((last, one) => (one.value > last.value ? one : last)),
  };
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

/** Actual arrival at the port of discharge as booking or last leg give it; of boxes that travel apart, that of the last one. */
export function arrivalOf(content: ShipmentContent): Shown | undefined {
  const boxes = lastOfBoxes(content, ownArrival);
  return boxes === undefined ? ownArrival(content) : boxes.all;
}

/** Actual departure from the port of loading as booking or first leg give it; of boxes that travel apart, that of the last one. */
export function departureOf(content: ShipmentContent): Shown | undefined {
  const boxes = lastOfBoxes(content, ownDeparture);
  return boxes === undefined ? ownDeparture(content) : boxes.all;
}

const showsArrival = (content: ShipmentContent): boolean =>
  ownArrival(content) !== undefined || hasAny(content, afterArrival);

const showsDeparture = (content: ShipmentContent): boolean =>
  ownDeparture(content) !== undefined ||
  hasAny(content, afterDeparture) ||
  content.legs.some(({ atd, ata }) => atd !== null || ata !== null) ||
  showsArrival(content);

/** Whether anything shows that the cargo, all boxes of it, has reached the port of discharge. */
export const hasArrived = (content: ShipmentContent): boolean =>
  ofBoxes(content, showsArrival)?.every(Boolean) ?? showsArrival(content);

/** Whether anything shows that the cargo, all boxes of it, has left the port of loading. */
export const hasDeparted = (content: ShipmentContent): boolean =>
  ofBoxes(content, showsDeparture)?.every(Boolean) ?? showsDeparture(content);

/** Whether every box has reached the port of discharge by its own events. */
export function everyBoxArrived(content: ShipmentContent): boolean {
  const own = content.events.filter(({ actual, statusCode }) => actual !== null && afterArrival.has(statusCode));
  const arrived = new Set(own.map(({ containerNo }) => containerNo));
  return boxNumbersOf(content).every((box) => arrived.has(box));
}

/** How many boxes have left, or have come; when the first did, and when the last did or, while some have not, is expected. */
export type BoxesDone = { done: number; first: Instant | null; last: Instant | null };

/** Where the boxes of a bill stand that travel apart. */
export type BoxesApart = { count: number; departure: BoxesDone; arrival: BoxesDone };

type BoxCall = { actual: Instant | null; expected: Instant | null; isDone: boolean };

function summaryOf(calls: readonly BoxCall[]): BoxesDone {
  const open = calls.filter(({ isDone }) => !isDone);
  const actuals = calls.flatMap(({ actual }) => actual ?? []);
  const last = open.length === 0 ? actuals : open.flatMap(({ expected }) => expected ?? []);
  // Without the time of one box it is not known which was the last.
  const isKnown = open.length > 0 || actuals.length === calls.length;
  return {
    done: calls.length - open.length,
    first: actuals.length === 0 ? null : Math.min(...actuals),
    last: last.length === 0 || !isKnown ? null : Math.max(...last),
  };
}

/** Where the boxes of a bill stand that travel apart; null where they travel together. */
export function whereBoxesAre(content: ShipmentContent): BoxesApart | null {
  const boxes = ofBoxes(content, (ofBox) => ({
    departure: {
      actual: ownDeparture(ofBox)?.value ?? null,
      expected: ofBox.booking.etd,
      isDone: showsDeparture(ofBox),
    },
    arrival: { actual: ownArrival(ofBox)?.value ?? null, expected: ofBox.booking.eta, isDone: showsArrival(ofBox) },
  }));
  if (boxes === undefined) return null;
  return {
    count: boxes.length,
    departure: summaryOf(boxes.map(({ departure }) => departure)),
    arrival: summaryOf(boxes.map(({ arrival }) => arrival)),
  };
}

/**
 * The booking of a bill by the way of its boxes: where they travel apart, it has left and arrived when the last of them has, and
 * is expected when the last one is.
 */
export function bookingOfBill(content: ShipmentContent): BookingContent {
  const apart = whereBoxesAre(content);
  const { booking } = content;
  if (apart === null) return booking;
  const sideOf = ({ done, last }: BoxesDone, estimate: Instant | null) =>
    done === apart.count ? { actual: last, estimate } : { actual: null, estimate: last };
  const departure = sideOf(apart.departure, booking.etd);
  const arrival = sideOf(apart.arrival, booking.eta);
  return { ...booking, etd: departure.estimate, atd: departure.actual, eta: arrival.estimate, ata: arrival.actual };
}

/** Whether something expected is over by `now`, of a day its whole day; what was expected and has not happened is overdue. */
export const isPast = (expected: Instant, now: Instant): boolean => latestOf(expected) < now;

/** A booking as it is shown at a moment. */
export type ShownBooking = BookingContent & {
  /** What was expected, has passed and has not happened: no estimate any more. */
  overdue: { departure: Instant | null; arrival: Instant | null };
};

type End = { port: string | null; statusCode: string; leg: Instant | null };

/** The next time that sources expect something at an end of the way, from its milestones and legs; null where none lies ahead. */
function nextExpected({ events }: ShipmentContent, { port, statusCode, leg }: End, now: Instant): Instant | null {
  const there = events.filter(
    (event) => event.statusCode === statusCode && (!event.portCode || event.portCode === port),
  );
  const times = [leg, ...there.map(({ estimated, planned }) => estimated ?? planned)];
  const ahead = times.flatMap((time) => (time === null || isPast(time, now) ? [] : [time]));
  return ahead.length === 0 ? null : Math.min(...ahead);
}

/**
 * The booking as the header of a shipment shows it at a moment. An estimate that has passed without the event is none any more:
 * it is overdue, and in its place stands the next time that a source expects, or nothing.
 */
export function shownBooking(content: ShipmentContent, now: Instant): ShownBooking {
  const booking = bookingOfBill(content);
  const { departed = milestones.departed, arrived = milestones.arrived } = profileOf(content.mode) ?? {};
  const expectedAt = (estimate: Instant | null, planned: Instant | null, isDone: boolean, end: End) => {
    const expected = estimate ?? planned;
    if (isDone || expected === null || !isPast(expected, now)) return { overdue: null, estimate };
    return { overdue: expected, estimate: nextExpected(content, end, now) };
  };
  const leaves = expectedAt(booking.etd, booking.plannedDeparture, booking.atd !== null || hasDeparted(content), {
    port: booking.portOfLoading,
    statusCode: departed,
    leg: content.legs[0]?.etd ?? null,
  });
  const comes = expectedAt(booking.eta, booking.plannedArrival, booking.ata !== null || hasArrived(content), {
    port: booking.portOfDischarge,
    statusCode: arrived,
    leg: content.legs.at(-1)?.eta ?? null,
  });
  const overdue = { departure: leaves.overdue, arrival: comes.overdue };
  return { ...booking, etd: leaves.estimate, eta: comes.estimate, overdue };
}
