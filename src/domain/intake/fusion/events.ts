import { itemAt } from '#shared/values/items.ts';
import { isBySea } from '../../tracking/journey/mode.ts';
import { containersApart, fitsMoves, type ContainerRoute } from '../../tracking/containers.ts';
import { emptyEvent } from '../../tracking/empty-content.ts';
import type { EventContent } from '../../tracking/model.ts';
import { isOtherShip, isSameShip, type NamedShip } from '../../tracking/ship.ts';
import { callOrders } from './call-orders.ts';
import { callsAt, isOfOtherShip, reports, type CallFact } from './calls.ts';
import { beginItem, claimFrom, claimsOn, decideWith, isEmpty, settle } from './claims.ts';
import type { FusionContext, Part } from './claims.ts';
import type { EventGroup, Identity } from './event-groups.ts';
import { eventAttributes, eventName } from './paths.ts';
import type { AttributeValue, Claim } from './types.ts';
import { alignVisits, joinNear, settleVisits, visitRuleOf } from './visits.ts';
import type { StatusOccurrence } from './visits.ts';

const compareText = (a: string | null, b: string | null): number => {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
};

const times: ReadonlySet<string> = new Set(['planned', 'estimated', 'actual']);

/** Attributes with their names as precedences know them, made once. */
const namedAttributes = eventAttributes.map((attribute) => ({ attribute, precedenceName: `event.${attribute}` }));

/** Of a ship's call only those speak who mean the ship that is shown: her name is not put to another one's times. */
function partsOfShip(context: FusionContext, name: string, visit: StatusOccurrence): StatusOccurrence {
  if (visit.length < 2) return visit;
  const override = context.overrides.get(`${name}.vesselName`);
  const claims = claimsOn(visit, 'vesselName');
  const shown = decideWith(context, 'event.vesselName', 'vesselName', claims, override, undefined)?.winner.value;
  const ship = { vesselName: shown == null ? null : String(shown), voyage: null };
  return visit.filter(({ item }) => !isOtherShip(item, ship));
}

const fuseVisit = (
  context: FusionContext,
  identity: Identity,
  occurrence: number,
  visit: StatusOccurrence,
): EventContent => {
  const { containerNo, statusCode, portCode } = identity;
  const event = emptyEvent(containerNo, statusCode, portCode, occurrence);
  const settled = beginItem(eventName(event));
  const values: Record<string, AttributeValue> = event;
  const own = callOrders[statusCode] === undefined ? visit : partsOfShip(context, settled.name, visit);
  for (const { attribute, precedenceName } of namedAttributes) {
    const claims: Claim[] = [];
    for (const { record, item } of times.has(attribute) ? own : visit) {
      const value = item[attribute];
      if (!isEmpty(value)) claims.push(claimFrom(record, value));
    }
    const order = attribute === 'actual' ? callOrders[statusCode] : undefined;
    values[attribute] = settle(context, settled, attribute, order ?? precedenceName, claims);
  }
  return event;
};

const timeOf = (event: EventContent): number =>
  event.actual ?? event.estimated ?? event.planned ?? Number.POSITIVE_INFINITY;

/** The order of milestones: by container, time, status, place. */
export const compareEvents = (a: EventContent, b: EventContent): number => {
  const difference = compareText(a.containerNo, b.containerNo);
  if (difference !== 0) return difference;
  const timeA = timeOf(a);
  const timeB = timeOf(b);
  if (timeA !== timeB) return timeA < timeB ? -1 : 1;
  return compareText(a.statusCode, b.statusCode) || compareText(a.portCode, b.portCode) || a.occurrence - b.occurrence;
};

/** What is left of a milestone of a ship that does not carry the cargo: it is one of the way still, but hers are not its times. */
const withoutShip = ({ record, item }: Part<EventContent>): Part<EventContent> => ({
  record,
  item: { ...item, planned: null, estimated: null, actual: null, vesselName: null, voyage: null },
});

/** Milestones of the whole bill without what ships say that carry neither it nor, where its containers travel apart, one of them. */
function ofOwnShips(
  group: EventGroup,
  calls: readonly CallFact[],
  shipsOfContainers: readonly NamedShip[],
): Part<EventContent>[][] {
  if (group.containerNo !== null || calls.length === 0) return group.byRecord;
  const isOther = (part: Part<EventContent>): boolean =>
    isOfOtherShip(part, calls) && !shipsOfContainers.some((ship) => isSameShip(part.item, ship));
  return group.byRecord.map((parts) => parts.map((part) => (isOther(part) ? withoutShip(part) : part)));
}

/** Whether a milestone may take the time of a call that it tells. */
type CanTake = (event: EventContent, actual: number) => boolean;

/** A fusion in which no expert has entered when a milestone happened: which call it tells is as its sources say. */
function withoutEnteredTimes(context: FusionContext): FusionContext {
  if (context.overrides.size === 0) return context;
  const kept = [...context.overrides].filter(([path]) => !(path.startsWith('event[') && path.endsWith('.actual')));
  return { ...context, overrides: new Map(kept) };
}

/** What containers that travel apart decide; where they travel together every milestone takes, and no ship is of a container alone. */
type ContainersApart = { canTake: CanTake; ships: readonly NamedShip[] };
const together: ContainersApart = { canTake: () => true, ships: [] };

/** The visit that each call of the route there is reported by: the one nearest to it. */
function reportingOf(
  events: readonly EventContent[],
  calls: readonly CallFact[],
  canTake: CanTake,
): Map<EventContent, CallFact> {
  const reporting = new Map<EventContent, CallFact>();
  for (const call of calls) {
    const { value } = call;
    if (value === null) continue;
    const own = events.filter((event) => !reporting.has(event) && reports(event, call) && canTake(event, value));
    const distance = ({ actual }: EventContent): number => (actual === null ? 0 : Math.abs(actual - value));
    const event = own.sort((a, b) => distance(a) - distance(b) || a.occurrence - b.occurrence)[0];
    if (event !== undefined) reporting.set(event, call);
  }
  return reporting;
}

type Shown = { index: number; event: EventContent; actual: number | null };

/**
 * Two visits that are one by the times that will be shown, the first of which takes the other: one that tells no time any more, since
 * its time was another ship's, belongs to the nearest, as a plan does; and two that lie as near to each other as one happening.
 */
function oneHappening(shown: readonly Shown[], gapMs: number): [number, number] | undefined {
  const reported = shown.filter(({ actual }) => actual !== null).sort((a, b) => (a.actual ?? 0) - (b.actual ?? 0));
  const unreported = shown.find(({ actual }) => actual === null);
  if (unreported !== undefined) {
    const time = timeOf(unreported.event);
    const distance = ({ actual }: Shown): number => Math.abs((actual ?? 0) - time);
    const nearest = Number.isFinite(time) ? reported.toSorted((a, b) => distance(a) - distance(b))[0] : reported.at(-1);
    return [nearest?.index ?? (unreported.index === 0 ? 1 : 0), unreported.index];
  }
  const place = reported.findIndex(
    ({ actual }, at) => at > 0 && (actual ?? 0) - (reported[at - 1]?.actual ?? 0) <= gapMs,
  );
  const [first, second] = [reported[place - 1], reported[place]];
  return first === undefined || second === undefined ? undefined : [first.index, second.index];
}

/** Fuses one group; each call of the route there is reported by the visit nearest to it, which takes its time. */
function fuseGroup(
  context: FusionContext,
  group: EventGroup,
  calls: readonly CallFact[],
  { canTake, ships }: ContainersApart,
): EventContent[] {
  const byRecord = ofOwnShips(group, calls, ships);
  const rule = visitRuleOf(group.statusCode, context.precedence);
  const moments = calls.flatMap(({ value }) => value ?? []);
  const join = (visits: readonly StatusOccurrence[]): StatusOccurrence[] => joinNear(visits, moments, rule);
  let visits = join(alignVisits(byRecord, rule));
  const fuseAll = (within: FusionContext): EventContent[] =>
    visits.map((visit, index) => fuseVisit(within, group, index + 1, visit));
  const asReported = { ...withoutEnteredTimes(context), items: {} };
  // Only a ship's call is reported by others than its visits, or without the times of some.
  while (visits.length > 1 && isOfCall(group)) {
    const events = fuseAll(asReported);
    const calling = reportingOf(events, calls, canTake);
    const shown = events.map((event, index) => ({ index, event, actual: calling.get(event)?.value ?? event.actual }));
    const one = oneHappening(shown, rule.gapMs);
    if (one === undefined) {
      // They are counted in the order of the times that are shown.
      shown.sort((a, b) => (a.actual ?? 0) - (b.actual ?? 0) || a.index - b.index);
      visits = shown.flatMap(({ index }) => [visits[index] ?? []]);
      break;
    }
    const [into, gone] = one;
    const joined = visits.flatMap((visit, index) =>
      index === gone ? [] : [index === into ? [...visit, ...(visits[gone] ?? [])] : visit],
    );
    visits = join(settleVisits(joined, rule));
  }
  const events = fuseAll(context);
  const reported = context.overrides.size === 0 || !isOfCall(group) ? events : fuseAll(asReported);
  for (const [event, call] of reportingOf(reported, calls, canTake))
    call.reported.push(itemAt(events, reported.indexOf(event)));
  return events;
}

const isOfCall = ({ statusCode }: EventGroup): boolean => callOrders[statusCode] !== undefined;

/**
 * Whether a milestone of a container may take the time of a call: where containers of the bill travel apart, only when the container, as its own
 * moves show, can have been there then, or was not there either when its own milestone says. Moves are of no call and stay as
 * they are, so that they decide alike when the result is fused again.
 */
function containersOf(context: FusionContext, groups: readonly EventGroup[], way: ContainerRoute): ContainersApart {
  const ofContainers = groups.filter((group) => group.containerNo !== null && !isOfCall(group));
  if (!isBySea(context.mode) || new Set(ofContainers.map(({ containerNo }) => containerNo)).size < 2) return together;
  const statement = ofContainers.flatMap(({ byRecord, ...group }) =>
    byRecord.flat().map(({ item }) => ({ ...item, ...group })),
  );
  if (containersApart({ containers: [], events: statement }).length === 0) return together;
  const moves = ofContainers.flatMap((group) => fuseGroup({ ...context, items: {} }, group, [], together));
  if (containersApart({ containers: [], events: moves }).length === 0) return together;
  const canTake: CanTake = (event, actual) => {
    if (event.containerNo === null || event.actual === actual) return true;
    const own = moves.filter(({ containerNo }) => containerNo === event.containerNo);
    return fitsMoves({ ...event, actual }, own, way) || (event.actual !== null && !fitsMoves(event, own, way));
  };
  return { canTake, ships: moves.filter(({ vesselName }) => vesselName) };
}

/** Fuses milestones by container, status, port and visit, without order. */
export function fuseEvents(
  context: FusionContext,
  groups: readonly EventGroup[],
  calls: readonly CallFact[],
  way: ContainerRoute,
): EventContent[] {
  const containers = containersOf(context, groups, way);
  return groups.flatMap((group) =>
    fuseGroup(context, group, callsAt(calls, group.statusCode, group.portCode), containers),
  );
}
