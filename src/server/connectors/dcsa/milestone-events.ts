import type { EventContent } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import { type Route, shipOfLeg } from './route.ts';
import { primaryCodes, statusOf } from './status-of.ts';
import type { DcsaEvent } from './types.ts';
import { isSameShip, type VesselCall, type VesselCalls } from './vessel-calls.ts';

/** What milestones are made from: sorted events, the route, and how ports and zones are known. */
export type MilestoneInput = {
  events: readonly DcsaEvent[];
  calls: VesselCalls;
  route: Route;
  portOf: (event: DcsaEvent) => string | null;
  zoneOf: (portCode: string) => string | undefined;
};

type Group = { containerNo: string | null; statusCode: string; portCode: string | null; events: DcsaEvent[] };

/** Containers of a ship for which its calls are reported one by one. */
const MAX_CONTAINERS = 200;

/** The containers known to be on the ship of a call, from all its calls. */
function containersOn(call: VesselCall, calls: readonly VesselCall[]): Set<string> {
  const containers = new Set<string>();
  for (const other of calls) {
    if (other !== call && (!isSameShip(other, call) || other.voyage !== call.voyage)) continue;
    for (const container of other.moved) containers.add(container);
  }
  return containers;
}

/**
 * Whom a ship's event concerns: the whole bill (null), unless the cargo is known to be on several ships; then the
 * containers on this one, each by itself. Asked about one container, carriers tell of all ships of its bill: those that it is not on
 * concern nobody.
 */
function makeConcerns({
  events,
  calls: { calls },
  route,
}: MilestoneInput): (call: VesselCall) => readonly (string | null)[] {
  const isOfOneContainer = new Set(events.map(({ containerNo }) => containerNo).filter((no) => no !== null)).size === 1;
  const known = new Map<VesselCall, readonly (string | null)[]>();
  return (call) => {
    let concerns = known.get(call);
    if (concerns === undefined) {
      const containers = containersOn(call, calls);
      const isShared = calls.some(
        (rival) =>
          // A ship without a name is not even the same as itself.
          rival !== call &&
          rival.side === call.side &&
          rival.port === call.port &&
          !isSameShip(rival, call) &&
          containersOn(rival, calls).size > 0,
      );
      const isSplit = containers.size > 0 && containers.size <= MAX_CONTAINERS && (isShared || !route.live.has(call));
      const isOfOthers = isOfOneContainer && isShared && containers.size === 0;
      known.set(call, (concerns = isOfOthers ? [] : isSplit ? [...containers].sort() : [null]));
    }
    return concerns;
  };
}

/** The container of an equipment event, or the containers that a document names; null stands for the whole bill. */
function containersOf({ containerNo, containers, type }: DcsaEvent): readonly (string | null)[] {
  return type === 'SHIPMENT' && containers.length > 0 ? containers : [containerNo];
}

function groupEvents(input: MilestoneInput): Group[] {
  const { events, calls, route, portOf } = input;
  const concernsOf = makeConcerns(input);
  const groups = new Map<string, Group>();
  for (const event of events) {
    const port = portOf(event);
    const call = calls.callOf.get(event);
    const concerns = call === undefined || event.type !== 'TRANSPORT' ? containersOf(event) : concernsOf(call);
    // A plan for a port that the route no longer touches is superseded; a fact stays.
    const isGivenUp = port !== null && event.classifier !== 'ACT' && route.isDead(port);
    if (isGivenUp && (event.type !== 'TRANSPORT' || concerns[0] === null)) continue;
    const status = statusOf(event, port, route);
    if (status === null) continue;
    for (const containerNo of concerns) {
      const key = `${containerNo ?? ''}|${status.statusCode}|${status.port ?? ''}`;
      const group = groups.get(key);
      if (group === undefined) {
        groups.set(key, { containerNo, statusCode: status.statusCode, portCode: status.port, events: [event] });
      } else group.events.push(event);
    }
  }
  return [...groups.values()];
}

/** Gate moves and pick-ups are often reported by two codes: the second one is no second milestone. */
function preferPrimary(events: readonly DcsaEvent[], statusCode: string): DcsaEvent[] {
  const code = primaryCodes[statusCode];
  const hasPrimary = new Set(events.filter((event) => event.code === code).map((event) => event.classifier));
  return events.filter((event) => event.code === code || !hasPrimary.has(event.classifier));
}

/** What in fact happened, each event once; a ship leaves or reaches a call once, so the newest report counts. */
function actualsOf(events: readonly DcsaEvent[], { calls }: MilestoneInput): DcsaEvent[] {
  const byCall = new Map<unknown, DcsaEvent>();
  for (const event of events) {
    if (event.classifier !== 'ACT') continue;
    byCall.set(event.type === 'TRANSPORT' ? (calls.callOf.get(event) ?? event) : event, event);
  }
  return [...byCall.values()].sort((a, b) => a.at - b.at || (a.eventId < b.eventId ? -1 : 1));
}

/** The newest event of a classifier; of ships only estimates for a call that still counts are worth anything. */
function latest(
  events: readonly DcsaEvent[],
  classifier: 'PLN' | 'EST',
  isOfContainer: boolean,
  { calls, route }: MilestoneInput,
): { event: DcsaEvent; isLive: boolean } | undefined {
  const ofClass = events.filter((event) => event.classifier === classifier);
  const isLive = (event: DcsaEvent): boolean => {
    const call = event.type === 'TRANSPORT' ? calls.callOf.get(event) : undefined;
    return call === undefined || isOfContainer || route.live.has(call);
  };
  const live = ofClass.findLast(isLive);
  if (live !== undefined) return { event: live, isLive: true };
  const other = ofClass[ofClass.length - 1];
  // The plan that was agreed stays the plan when the cargo is given another ship.
  return other !== undefined && classifier === 'PLN' ? { event: other, isLive: false } : undefined;
}

type Ship = { vesselName: string | null; voyage: string | null };

/** The ship of a milestone: as the fact says, while it is only planned as the route says. */
function shipOf(event: DcsaEvent, { calls, route }: MilestoneInput): Ship {
  const call = calls.callOf.get(event);
  if (call === undefined)
    return event.hasOwnShip === true
      ? { vesselName: event.call?.vesselName ?? null, voyage: event.call?.exportVoyage ?? null }
      : { vesselName: null, voyage: null };
  const leg = route.legs.find((one) => (call.side === 'out' ? one.pol : one.pod) === call.port);
  const planned = leg === undefined ? null : shipOfLeg(leg);
  // Plans of containers are not reported again when the ship changes: the route knows better.
  if (event.type === 'EQUIPMENT' && event.classifier !== 'ACT' && planned !== null) {
    return { vesselName: planned.vesselName, voyage: planned.voyage };
  }
  const { vesselName, voyage } = call;
  return event.call?.vesselName == null || event.classifier !== 'ACT'
    ? { vesselName: vesselName ?? planned?.vesselName ?? null, voyage: voyage ?? planned?.voyage ?? null }
    : { vesselName: event.call.vesselName, voyage };
}

type Times = { planned: Instant | null; estimated: Instant | null; actual: Instant | null };

function contentOf(
  group: Group,
  occurrence: number,
  event: DcsaEvent,
  times: Times,
  input: MilestoneInput,
): EventContent {
  const { containerNo, statusCode, portCode } = group;
  return {
    containerNo,
    statusCode,
    portCode,
    occurrence,
    ...times,
    ...shipOf(event, input),
    zone: portCode === null ? null : (input.zoneOf(portCode) ?? null),
    place: event.place,
  };
}

function milestonesOf(group: Group, input: MilestoneInput): EventContent[] {
  const events = preferPrimary(group.events, group.statusCode);
  const planned = latest(events, 'PLN', group.containerNo !== null, input);
  const estimated = latest(events, 'EST', group.containerNo !== null, input);
  const actuals = actualsOf(events, input);
  const expected = estimated?.event ?? planned?.event;
  const plan = { planned: planned?.event.at ?? null, estimated: estimated?.event.at ?? null };
  if (actuals.length === 0) {
    // A plan of a ship that the route has left is no milestone any more.
    const { portCode } = group;
    const isOnRoute = input.route.legs.some((leg) => leg.pol === portCode || leg.pod === portCode);
    const isGivenUp = estimated === undefined && planned?.isLive === false && !isOnRoute;
    if (expected === undefined || isGivenUp) return [];
    return [contentOf(group, 1, expected, { ...plan, actual: null }, input)];
  }
  return actuals.map((event, index) => {
    const reported = index === 0 ? plan : { planned: null, estimated: null };
    return contentOf(group, index + 1, event, { ...reported, actual: event.at }, input);
  });
}

const timeOf = (event: EventContent): Instant => event.actual ?? event.estimated ?? event.planned ?? 0;

/** A text by which events of one time are put in order. */
const eventOrder = (event: EventContent): string =>
  `${event.containerNo ?? ''}|${event.statusCode}|${event.portCode ?? ''}|${String(event.occurrence).padStart(6, '0')}`;

function compareEvents(a: EventContent, b: EventContent): number {
  const difference = timeOf(a) - timeOf(b);
  if (difference !== 0) return difference;
  const [first, second] = [eventOrder(a), eventOrder(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/**
 * Milestones of a shipment in order of time. Planned, estimated and actual stay apart; a milestone reported as having
 * happened more than once by events of different ids keeps every report, numbered by time.
 */
export function buildMilestones(input: MilestoneInput): EventContent[] {
  return groupEvents(input)
    .flatMap((group) => milestonesOf(group, input))
    .sort(compareEvents);
}
