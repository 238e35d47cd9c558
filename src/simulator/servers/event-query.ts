import { createHash } from 'node:crypto';
import type { Instant } from '#shared/time/instant.ts';
import { type DcsaEvent, toDcsaEvent } from '../reports/dcsa-wire.ts';
import { sameLeg } from '../reports/carrier-report.ts';
import type { CarrierRecord } from '../reports/types.ts';
import { shipmentIndex } from '../shipments/numbers.ts';
import type { Shipment } from '../shipments/types.ts';
import { type World, reportedBy } from '../world.ts';
import { type EventFilter, EventQueryError, passes, readFilter } from './event-filter.ts';

/** A query for one page of events. */
export type EventQuery = {
  filter: EventFilter;
  limit: number;
  /** Place of the last event of the page before; pages stay whole while events are added. */
  after: EventPlace | undefined;
  descending: boolean;
  raw: string;
};

/** Where an event stands in the order of all events: by creation, shipment, number within it. */
type EventPlace = readonly [createdAt: Instant, shipment: number, serial: number];

type Pair = { shipment: Shipment; record: CarrierRecord };

function readSort(sort: string | null): boolean {
  if (sort === null || sort === '') return false;
  const [field = '', direction = 'ASC'] = sort.split(',')[0]?.split(':') ?? [];
  if (field !== 'eventCreatedDateTime' || !['ASC', 'DESC'].includes(direction.toUpperCase())) {
    throw new EventQueryError('sort knows eventCreatedDateTime:ASC and :DESC only');
  }
  return direction.toUpperCase() === 'DESC';
}

/** Reads the query of one page; a cursor carries the whole query, as the standard wants it opaque. */
export function readEventQuery(search: URLSearchParams): EventQuery {
  const cursor = search.get('cursor');
  let after: EventPlace | undefined;
  let source = search;
  if (cursor !== null && cursor !== '') {
    const match = /^(?:(\d+)\.(\d+)\.(\d+))?\|(.*)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (match === null) throw new EventQueryError('cursor is none of ours');
    if (match[1] !== undefined) after = [Number(match[1]), Number(match[2]), Number(match[3])];
    source = new URLSearchParams(match[4]);
  }
  const limit = Number(source.get('limit') ?? '100');
  if (!Number.isInteger(limit) || limit < 1) throw new EventQueryError('limit is no positive number');
  const raw = new URLSearchParams([...source].filter(([name]) => name !== 'cursor')).toString();
  return {
    filter: readFilter(source),
    limit: Math.min(limit, 1_000),
    after,
    descending: readSort(source.get('sort')),
    raw,
  };
}

/** The cursor of the page of a query that starts after a place; undefined = the first page. */
export function cursorOf(query: EventQuery, after: EventPlace | undefined): string {
  return Buffer.from(`${after?.join('.') ?? ''}|${query.raw}`, 'utf8').toString('base64url');
}

function placeOf({ shipment, record }: Pair): EventPlace {
  return [record.createdAt, shipmentIndex(shipment.key), record.serial];
}

function comparePlaces(a: EventPlace, b: EventPlace): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function shipmentsFor(world: World, carrierCode: string, filter: EventFilter, now: Instant): readonly Shipment[] {
  if (filter.references.length === 0) {
    return world.shipmentsAlive(now).filter(({ carrier }) => carrier.code === carrierCode);
  }
  const found = filter.references.map((reference) => world.find(reference, now));
  const [first] = found;
  const isOne =
    first !== undefined && found.every((one) => one?.billNo === first.billNo) && first.carrier.code === carrierCode;
  return isOne ? [first] : [];
}

/** All records a filter matches, oldest first; equipment filters leave the other containers out. */
export function selectRecords(world: World, carrierCode: string, filter: EventFilter, now: Instant): Pair[] {
  const containers = new Set(filter.references.filter(({ type }) => type === 'container').map(({ value }) => value));
  const pairs: Pair[] = [];
  for (const shipment of shipmentsFor(world, carrierCode, filter, now)) {
    const report = world.carrierReport(shipment);
    for (const record of reportedBy(report, Math.min(now, filter.createdTo))) {
      if (record.createdAt < filter.createdFrom) continue;
      const container = shipment.containers[record.container]?.number;
      if (containers.size > 0 && container !== undefined && !containers.has(container)) continue;
      if (containers.size > 0 && container === undefined && !travelsWith(shipment, record, containers)) continue;
      pairs.push({ shipment, record });
    }
  }
  // The records of one shipment are in order already.
  return filter.references.length > 0 ? pairs : pairs.toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b)));
}

/** Whether a record of ships or documents concerns one of the containers (another ship's does not, when cargo is split). */
function travelsWith(shipment: Shipment, record: CarrierRecord, units: ReadonlySet<string>): boolean {
  if (record.type !== 'TRANSPORT' || shipment.groups.length === 1) return true;
  const leg = record.leg?.index ?? 0;
  return shipment.groups.some(
    ({ containers }, group) =>
      containers.some((i) => units.has(shipment.containers[i]?.number ?? '')) &&
      (group === record.group || (record.group === 0 && sameLeg(shipment, group, leg))),
  );
}

/** One page of events; `next` is the place the next page starts after, undefined on the last. */
export type EventPage = { events: DcsaEvent[]; next: EventPlace | undefined; etag: string };

/** Answers a query at a moment of world time. */
export function queryEvents(world: World, carrierCode: string, query: EventQuery, now: Instant): EventPage {
  const direction = query.descending ? -1 : 1;
  const { after } = query;
  let pairs = selectRecords(world, carrierCode, query.filter, now);
  if (query.descending) pairs = pairs.toReversed();
  if (after !== undefined) pairs = pairs.filter((pair) => comparePlaces(placeOf(pair), after) * direction > 0);
  const page: Pair[] = [];
  const events: DcsaEvent[] = [];
  let hasMore = false;
  for (const pair of pairs) {
    if (page.length === query.limit && query.filter.values.size === 0) {
      hasMore = true;
      break;
    }
    const event = toDcsaEvent(world, pair.shipment, pair.record);
    if (!passes(query.filter, event)) continue;
    if (page.length === query.limit) {
      hasMore = true;
      break;
    }
    page.push(pair);
    events.push(event);
  }
  const last = page[page.length - 1];
  const hash = createHash('sha1').update(`${query.raw}|${hasMore}|`);
  for (const { eventID } of events) hash.update(eventID);
  return {
    events,
    next: hasMore && last !== undefined ? placeOf(last) : undefined,
    etag: `"${hash.digest('base64url')}"`,
  };
}
