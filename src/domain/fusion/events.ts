import type { EventContent, SourceRecord } from '../tracking/model.ts';
import { beginItem, claimFrom, isEmpty, settle } from './claims.ts';
import type { FusionContext, Part } from './claims.ts';
import { eventAttributes, eventName } from './paths.ts';
import type { AttributeValue, Claim } from './types.ts';
import { alignVisits } from './visits.ts';
import type { Visit } from './visits.ts';

type Identity = Pick<EventContent, 'containerNo' | 'statusCode' | 'portCode'>;

/** Everything said about one status of one container at one place, grouped by record. */
type Group = Identity & { byRecord: Part<EventContent>[][] };

const compareText = (a: string | null, b: string | null): number => {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
};

const pushPart = (group: Group, part: Part<EventContent>): void => {
  const last = group.byRecord[group.byRecord.length - 1];
  if (last && last[0]?.record === part.record) last.push(part);
  else group.byRecord.push([part]);
};

const groupEvents = (records: readonly SourceRecord[]): Map<string, Map<string | null, Group>> => {
  const groups = new Map<string, Map<string | null, Group>>();
  for (const record of records) {
    for (const item of record.content.events) {
      const milestone = `${item.containerNo ?? ''}|${item.statusCode}`;
      let byPort = groups.get(milestone);
      if (!byPort) groups.set(milestone, (byPort = new Map()));
      const portCode = item.portCode || null;
      const group = byPort.get(portCode);
      if (group) pushPart(group, { record, item });
      else {
        const { containerNo, statusCode } = item;
        byPort.set(portCode, {
          containerNo: containerNo || null,
          statusCode,
          portCode,
          byRecord: [[{ record, item }]],
        });
      }
    }
  }
  return groups;
};

/** A report without a port belongs to the only port where this status is known; with several it stays alone. */
const placeUnplaced = (byPort: Map<string | null, Group>, records: readonly SourceRecord[]): void => {
  const unplaced = byPort.get(null);
  if (!unplaced || byPort.size !== 2) return;
  const placed = [...byPort.values()].find((group) => group.portCode !== null) as Group;
  byPort.delete(null);
  const parts = [...placed.byRecord, ...unplaced.byRecord].flat();
  placed.byRecord = records
    .map((record) => parts.filter((part) => part.record === record))
    .filter((own) => own.length > 0);
};

/** Attribute names as precedences know them, made once. */
const precedenceNames = eventAttributes.map((attribute) => `event.${attribute}`);

const fuseVisit = (context: FusionContext, identity: Identity, occurrence: number, visit: Visit): EventContent => {
  const { containerNo, statusCode, portCode } = identity;
  const event = { containerNo, statusCode, portCode, occurrence } as EventContent;
  const settled = beginItem(eventName(event));
  const values: Record<string, AttributeValue> = event;
  for (let index = 0; index < eventAttributes.length; index++) {
    const attribute = eventAttributes[index] as (typeof eventAttributes)[number];
    const claims: Claim[] = [];
    for (const { record, item } of visit) {
      const value = item[attribute];
      if (!isEmpty(value)) claims.push(claimFrom(record, value));
    }
    values[attribute] = settle(context, settled, attribute, precedenceNames[index] as string, claims);
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

/** Fuses events by container, status, port and visit; `records` are in their fixed order. */
export const fuseEvents = (context: FusionContext, records: readonly SourceRecord[]): EventContent[] => {
  const events: EventContent[] = [];
  for (const byPort of groupEvents(records).values()) {
    placeUnplaced(byPort, records);
    for (const group of byPort.values()) {
      const visits = alignVisits(group.byRecord, context.precedence);
      visits.forEach((visit, index) => events.push(fuseVisit(context, group, index + 1, visit)));
    }
  }
  return events.sort(compareEvents);
};
