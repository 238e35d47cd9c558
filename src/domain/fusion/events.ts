import { emptyEvent } from '../tracking/empty-content.ts';
import type { EventContent } from '../tracking/model.ts';
import { isOtherShip } from '../tracking/ship.ts';
import { callOrders } from './call-orders.ts';
import { callsAt, isOfOtherShip, tells, type CallFact } from './calls.ts';
import { beginItem, claimFrom, claimsOn, decideWith, isEmpty, settle } from './claims.ts';
import type { FusionContext, Part } from './claims.ts';
import type { EventGroup, Identity } from './event-groups.ts';
import { eventAttributes, eventName } from './paths.ts';
import type { AttributeValue, Claim } from './types.ts';
import { alignVisits, joinNear } from './visits.ts';
import type { Visit } from './visits.ts';

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
function partsOfShip(context: FusionContext, name: string, visit: Visit): Visit {
  if (visit.length < 2) return visit;
  const override = context.overrides.get(`${name}.vesselName`);
  const claims = claimsOn(visit, 'vesselName');
  const shown = decideWith(context, 'event.vesselName', 'vesselName', claims, override, undefined)?.winner.value;
  const ship = { vesselName: shown == null ? null : String(shown), voyage: null };
  return visit.filter(({ item }) => !isOtherShip(item, ship));
}

const fuseVisit = (context: FusionContext, identity: Identity, occurrence: number, visit: Visit): EventContent => {
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

/** Milestones of the whole bill without what ships say that do not carry it. */
function ofOwnShips(group: EventGroup, calls: readonly CallFact[]): Part<EventContent>[][] {
  if (group.containerNo !== null || calls.length === 0) return group.byRecord;
  return group.byRecord.map((parts) => parts.map((part) => (isOfOtherShip(part, calls) ? withoutShip(part) : part)));
}

/** Fuses one group; each call of the route there is told by the visit nearest to it, which takes its time. */
function fuseGroup(context: FusionContext, group: EventGroup, calls: readonly CallFact[]): EventContent[] {
  const byRecord = ofOwnShips(group, calls);
  const order = callOrders[group.statusCode] ?? 'event.actual';
  const moments = calls.flatMap(({ value }) => value ?? []);
  const visits = joinNear(alignVisits(byRecord, context.precedence, order), moments, context.precedence, order);
  const events = visits.map((visit, index) => fuseVisit(context, group, index + 1, visit));
  const free = new Set(events);
  for (const call of calls) {
    const { value } = call;
    if (value === null) continue;
    const own = [...free].filter((event) => tells(event, call));
    const distance = ({ actual }: EventContent): number => (actual === null ? 0 : Math.abs(actual - value));
    const event = own.sort((a, b) => distance(a) - distance(b) || a.occurrence - b.occurrence)[0];
    if (event === undefined) continue;
    free.delete(event);
    call.told.push(event);
  }
  return events;
}

/** Fuses milestones by container, status, port and visit, without order. */
export const fuseEvents = (
  context: FusionContext,
  groups: readonly EventGroup[],
  calls: readonly CallFact[],
): EventContent[] =>
  groups.flatMap((group) => fuseGroup(context, group, callsAt(calls, group.statusCode, group.portCode)));
