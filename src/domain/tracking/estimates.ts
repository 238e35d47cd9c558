import { latestOf } from '#shared/time/day.ts';
import type { Instant } from '#shared/time/instant.ts';
import { profileOf } from './journey/profiles.ts';
import { containersApart } from './containers.ts';
import { milestones } from './model.ts';
import type { BookingContent, EventContent, LegContent, OnwardContent, ShipmentContent } from './model.ts';
import { buildStages } from './stages.ts';
import type { TimelineMilestone, TimelineStage } from './timeline.ts';
import { afterArrival, afterDeparture, bookingOfBill, hasArrived, hasDeparted } from './whereabouts.ts';

// What is still expected at a moment. Whatever shows, sends or judges an estimate asks here: an estimate that has passed without
// the event is overdue, and no estimate any more.

/** Whether something expected is over by `now`, of a day its whole day; what was expected and has not happened is overdue. */
export const isPast = (expected: Instant, now: Instant): boolean => latestOf(expected) < now;

/** The moment that a shipment is shown at: what is no longer followed stays as it was when that ended. */
export const shownAt = ({ ended_at: endedAt }: { ended_at: Instant | null }, now: Instant): Instant =>
  endedAt === null ? now : Math.min(endedAt, now);

/** What was expected at the ends of a leg or of the way, has passed and has not happened. */
type OverdueEnds = { departure: Instant | null; arrival: Instant | null };

/** A booking as it is shown at a moment. */
export type ShownBooking = BookingContent & {
  /** What was expected, has passed and has not happened: no estimate any more. */
  overdue: OverdueEnds;
  /** Every time that was expected and has passed so: it may have been shown as the estimate until then. */
  passed: { departure: readonly Instant[]; arrival: readonly Instant[] };
};

/** What sources expect at an end of the way: first what the booking says, then what its milestones and its leg do. */
type Awaited = { estimate: Instant | null; first: Instant | null; others: readonly Instant[]; isDone: boolean };

/** The time of a leg where it begins or ends at the port that is meant; a leg of a part of the way tells of another port. */
const legAt = (port: string | null | undefined, meant: string | null, time: Instant | null | undefined) =>
  !meant || port === meant ? (time ?? null) : null;

function othersAt(
  { events }: ShipmentContent,
  statusCode: string,
  port: string | null,
  leg: Instant | null,
): Instant[] {
  const there = events.filter(
    (event) => event.statusCode === statusCode && (!event.portCode || event.portCode === port),
  );
  return [leg, ...there.map(({ estimated, planned }) => estimated ?? planned)].flatMap((time) => time ?? []);
}

function awaitedDeparture(content: ShipmentContent, booking: BookingContent): Awaited {
  const { etd, plannedDeparture, portOfLoading, atd } = booking;
  const [leg] = content.legs;
  const status = profileOf(content.mode)?.departed ?? milestones.departed;
  return {
    estimate: etd,
    first: etd ?? plannedDeparture,
    others: othersAt(content, status, portOfLoading, legAt(leg?.portOfLoading, portOfLoading, leg?.etd)),
    isDone: atd !== null || hasDeparted(content),
  };
}

function awaitedArrival(content: ShipmentContent, booking: BookingContent): Awaited {
  const { eta, plannedArrival, portOfDischarge, ata } = booking;
  const leg = content.legs.at(-1);
  const status = profileOf(content.mode)?.arrived ?? milestones.arrived;
  return {
    estimate: eta,
    first: eta ?? plannedArrival,
    others: othersAt(content, status, portOfDischarge, legAt(leg?.portOfDischarge, portOfDischarge, leg?.eta)),
    isDone: ata !== null || hasArrived(content),
  };
}

function expectedAt({ estimate, first, others, isDone }: Awaited, now: Instant) {
  if (isDone || first === null || !isPast(first, now)) return { overdue: null, estimate, passed: [] };
  const ahead = others.filter((time) => !isPast(time, now));
  const passed = [first, ...others.filter((time) => isPast(time, now))];
  return { overdue: first, estimate: ahead.length === 0 ? null : Math.min(...ahead), passed };
}

/**
 * The booking as the header of a shipment shows it at a moment. An estimate that has passed without the event is shown as overdue and
 * is replaced by the next time that a source expects; without one there is no estimate. `booking`: other than that of the bill.
 */
export function shownBooking(
  content: ShipmentContent,
  now: Instant,
  booking: BookingContent = bookingOfBill(content),
): ShownBooking {
  const leaves = expectedAt(awaitedDeparture(content, booking), now);
  const comes = expectedAt(awaitedArrival(content, booking), now);
  const overdue = { departure: leaves.overdue, arrival: comes.overdue };
  const passed = { departure: leaves.passed, arrival: comes.passed };
  return { ...booking, etd: leaves.estimate, eta: comes.estimate, overdue, passed };
}

/**
 * Until when the arrival of a bill is expected by any source; afterwards it is overdue. Null where nobody expects it, or where it
 * is known to have happened.
 */
export function arrivalAwaitedUntil(content: ShipmentContent): Instant | null {
  const { first, others, isDone } = awaitedArrival(content, bookingOfBill(content));
  return isDone || first === null ? null : Math.max(...[first, ...others].map(latestOf));
}

/** A leg, a milestone and the way onward as they are shown at a moment: without estimates that have passed. */
export type ShownLeg = LegContent & { overdue: OverdueEnds };
export type ShownEvent = EventContent & { overdue: Instant | null };
export type ShownOnward = OnwardContent & { overdue: OverdueEnds };

/** A shipment as it is shown at a moment. */
export type ShownShipment = Omit<ShipmentContent, 'booking' | 'legs' | 'events' | 'onward'> & {
  booking: ShownBooking;
  legs: ShownLeg[];
  events: ShownEvent[];
  onward?: ShownOnward;
};

/** An expected time at a moment: as an estimate, or as overdue. */
const splitAt = (expected: Instant | null, isDone: boolean, now: Instant) =>
  expected !== null && !isDone && isPast(expected, now)
    ? { estimate: null, overdue: expected }
    : { estimate: expected, overdue: null };

/** The legs of a shipment as they are shown at a moment. */
export function shownLegs(content: ShipmentContent, now: Instant): ShownLeg[] {
  const { departed, arrived, inTransfer } = profileOf(content.mode) ?? {};
  const leaving = new Set([...afterDeparture, departed, inTransfer?.departed]);
  const coming = new Set([...leaving, ...afterArrival, arrived, inTransfer?.arrived]);
  leaving.delete(milestones.transhipmentArrived);
  leaving.delete(milestones.transhipmentDischarged);
  leaving.delete(milestones.transhipmentLoaded);
  const happenedAt = (port: string | null, codes: ReadonlySet<string | undefined>): boolean =>
    port !== null &&
    content.events.some((one) => one.actual !== null && one.portCode === port && codes.has(one.statusCode));
  const isThere = hasArrived(content);
  return content.legs.map((leg, index) => {
    const isOver = isThere || content.legs.slice(index + 1).some(({ atd, ata }) => atd !== null || ata !== null);
    const hasCome = leg.ata !== null || isOver || happenedAt(leg.portOfDischarge, coming);
    const hasLeft =
      leg.atd !== null || hasCome || (index === 0 && hasDeparted(content)) || happenedAt(leg.portOfLoading, leaving);
    const [leaves, comes] = [splitAt(leg.etd, hasLeft, now), splitAt(leg.eta, hasCome, now)];
    return {
      ...leg,
      etd: leaves.estimate,
      eta: comes.estimate,
      overdue: { departure: leaves.overdue, arrival: comes.overdue },
    };
  });
}

/** Milestones of a way that are expected, have passed and have not happened, with the time that has passed. */
export function overdueOn(stages: readonly TimelineStage[], now: Instant): ReadonlyMap<TimelineMilestone, Instant> {
  const way = stages.flatMap((stage) => stage.milestones);
  const ahead = way.slice(way.findLastIndex(({ actual }) => actual !== null) + 1);
  return new Map(
    ahead.flatMap((milestone) => {
      const expected = milestone.estimated ?? milestone.planned;
      return expected !== null && isPast(expected, now) ? [[milestone, expected] as const] : [];
    }),
  );
}

const keyOf = ({ statusCode, portCode, occurrence }: EventContent): string =>
  `${statusCode} ${portCode ?? ''} ${occurrence}`;

/** Milestones that, by what happened later on the way of a unit (null: of the bill), have happened too, though nobody reported when. */
function passedBy(content: ShipmentContent, unitNo: string | null): ReadonlySet<string> {
  const way = buildStages(content, unitNo).flatMap((stage) => stage.milestones);
  const last = way.findLastIndex(({ actual }) => actual !== null);
  return new Set(way.slice(0, Math.max(0, last)).flatMap(({ event }) => (event === null ? [] : [keyOf(event)])));
}

/** Says of milestones whether later ones prove that they have happened. */
function passing(content: ShipmentContent): (event: EventContent) => boolean {
  const known = new Map<string | null, ReadonlySet<string>>();
  const isPassed = (unitNo: string | null, event: EventContent): boolean => {
    const passed = known.get(unitNo) ?? passedBy(content, unitNo);
    known.set(unitNo, passed);
    return passed.has(keyOf(event));
  };
  const containers = content.containers.map(({ containerNo }) => containerNo);
  const areApart = containersApart(content).length > 0;
  return (event) => {
    if (isPassed(event.containerNo || null, event)) return true;
    if (event.containerNo || containers.length === 0) return false;
    const ofContainer = (containerNo: string): boolean => isPassed(containerNo, event);
    return areApart ? containers.every(ofContainer) : containers.some(ofContainer);
  };
}

function shownEvents(content: ShipmentContent, now: Instant): ShownEvent[] {
  const isPassed = passing(content);
  return content.events.map((event) => {
    const expected = event.estimated ?? event.planned;
    const isOverdue = event.actual === null && expected !== null && isPast(expected, now) && !isPassed(event);
    return isOverdue ? { ...event, estimated: null, overdue: expected } : { ...event, overdue: null };
  });
}

/** The way onward as it is shown at a moment. */
export function shownOnward(onward: OnwardContent, now: Instant): ShownOnward {
  const hasCome = onward.ata !== null;
  const leaves = splitAt(onward.etd, hasCome || onward.atd !== null, now);
  const comes = splitAt(onward.eta, hasCome, now);
  const overdue = { departure: leaves.overdue, arrival: comes.overdue };
  return { ...onward, etd: leaves.estimate, eta: comes.estimate, overdue };
}

/**
 * A shipment as it is shown at a moment: every estimate is one that still holds. What has passed without the event stands apart
 * as overdue; what later events prove has happened keeps its estimate, as nobody waits for it.
 */
export function shownShipment(content: ShipmentContent, now: Instant): ShownShipment {
  const { onward, ...rest } = content;
  return {
    ...rest,
    booking: shownBooking(content, now),
    legs: shownLegs(content, now),
    events: shownEvents(content, now),
    ...(onward && { onward: shownOnward(onward, now) }),
  };
}

/** A shipment whose arrival is overdue, with an estimate of our own in the place of what has passed. */
export function withOwnArrival(shown: ShownShipment, eta: Instant): ShownShipment {
  const { booking, legs, events, mode } = shown;
  const status = profileOf(mode)?.arrived ?? milestones.arrived;
  return {
    ...shown,
    booking: { ...booking, eta },
    legs: legs.map((leg, index) => (index === legs.length - 1 && leg.overdue.arrival !== null ? { ...leg, eta } : leg)),
    events: events.map((event) =>
      event.overdue !== null && event.statusCode === status && event.portCode === booking.portOfDischarge
        ? { ...event, estimated: eta }
        : event,
    ),
  };
}

const nothingOverdue: OverdueEnds = { departure: null, arrival: null };

/** A record as it is shown: it says what its source says, overdue or not. */
export const shownRecord = (content: ShipmentContent): ShownShipment => {
  const { onward, ...rest } = content;
  return {
    ...rest,
    booking: { ...content.booking, overdue: nothingOverdue, passed: { departure: [], arrival: [] } },
    legs: content.legs.map((leg) => ({ ...leg, overdue: nothingOverdue })),
    events: content.events.map((event) => ({ ...event, overdue: null })),
    ...(onward && { onward: { ...onward, overdue: nothingOverdue } }),
  };
};
