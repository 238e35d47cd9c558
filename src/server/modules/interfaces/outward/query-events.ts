import { maxPageSize, pageUsual, sortableEventAttributes } from '#contract/interfaces/outward-api/filters.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { EventQueryError, checkTypes, filterSql, readFilter } from './event-filter.ts';
import type { EventFilter } from './event-filter.ts';

/** An event as it goes over the wire. */
export type WireEvent = Record<string, unknown>;

type Sort = { column: string; descending: boolean };

/** A question for one page of events. */
export type EventQuestion = {
  filter: EventFilter;
  limit: number;
  sort: readonly Sort[];
  /** Events after this one are of another question: pages stay whole while events are added. */
  upTo: number | null;
  /** How many events there are in all, null when too many to be paged through, undefined while nobody counted them. */
  total: number | null | undefined;
  offset: number;
  /** The question as asked, without its place. */
  raw: string;
};

const sortable: Readonly<Record<(typeof sortableEventAttributes)[number], string>> = {
  eventCreatedDateTime: 'created_at',
  eventDateTime: 'event_at',
  eventType: 'event_type',
  eventClassifierCode: 'classifier',
  carrierBookingReference: 'booking_no',
  transportDocumentReference: 'bill_no',
  UNLocationCode: 'location_code',
  vesselIMONumber: 'vessel_imo',
  exportVoyageNumber: 'voyage',
  carrierServiceCode: 'service_code',
  transportCallID: 'transport_call_id',
};

/** Further pages are requested by narrower questions. */
const maxOffset = 200_000;

/** How many things a page holds at most. Throws EventQueryError. */
export function readLimit(text: string | null): number {
  const limit = Number(text ?? pageUsual);
  if (!Number.isInteger(limit) || limit < 1) throw new EventQueryError('limit is no positive whole number');
  return Math.min(limit, maxPageSize);
}

function readSort(text: string | null): Sort[] {
  if (text === null || text.trim() === '') return [];
  return text.split(',').map((part) => {
    const [name = '', direction = 'ASC'] = part.trim().split(':');
    if (!isOneOf(sortableEventAttributes, name))
      throw new EventQueryError(`sort: there is no order by ${name.slice(0, 40)}`);
    if (!['ASC', 'DESC'].includes(direction.toUpperCase()))
      throw new EventQueryError('sort: directions are ASC and DESC');
    return { column: sortable[name], descending: direction.toUpperCase() === 'DESC' };
  });
}

const placeForm = /^(\d{1,7})\.(\d{1,15})(?:\.(\d{1,7}|many))?\|(.*)$/s;
const handled = new Set(['limit', 'cursor', 'sort']);

/** Throws EventQueryError where parameters beside a cursor differ from those that it was made with. */
export function checkBesideCursor(beside: URLSearchParams, made: URLSearchParams): void {
  const textOf = (search: URLSearchParams, name: string): string =>
    name === 'limit' ? String(readLimit(search.get(name))) : search.getAll(name).join(',');
  for (const name of new Set(beside.keys()))
    if (name !== 'cursor' && textOf(beside, name) !== textOf(made, name))
      throw new EventQueryError(
        `${name.slice(0, 60)} is not as it was when the cursor was made: send the cursor alone, or ask anew without it`,
      );
}

/** Reads a question; a cursor carries the whole of it. Throws EventQueryError. */
export function readQuestion(search: URLSearchParams): EventQuestion {
  const cursor = search.get('cursor');
  let [offset, upTo, source]: [number, number | null, URLSearchParams] = [0, null, search];
  let total: number | null | undefined;
  if (cursor !== null && cursor !== '') {
    const match = placeForm.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (match === null) throw new EventQueryError('cursor is none of ours');
    [offset, upTo, source] = [Number(match[1]), Number(match[2]), new URLSearchParams(match[4])];
    if (match[3] !== undefined) total = match[3] === 'many' ? null : Number(match[3]);
    checkBesideCursor(search, source);
    if (offset > maxOffset) throw new EventQueryError('cursor leads too far: narrow the question');
  }
  const limit = readLimit(source.get('limit'));
  const given = [...source].filter(([name]) => name !== 'cursor');
  const requested = given.filter(([name]) => !handled.has(name));
  const filter = readFilter(requested);
  checkTypes(filter, new Map(requested).keys());
  return {
    filter,
    limit,
    sort: readSort(source.get('sort')),
    upTo,
    total,
    offset,
    raw: new URLSearchParams(given).toString(),
  };
}

const cursorOf = (question: EventQuestion, offset: number, upTo: number, total: number | null): string =>
  Buffer.from(`${offset}.${upTo}.${total ?? 'many'}|${question.raw}`, 'utf8').toString('base64url');

/** Where a page is, where its neighbours are, and where the last one is when that is known. */
export type Cursors = { current: string; first: string; next: string | null; prev: string | null; last: string | null };

/** Where the last page of so many things begins. */
export const lastOffset = (total: number, limit: number): number => Math.max(0, Math.ceil(total / limit) - 1) * limit;

/** One page with the cursors of its neighbours. */
export type EventPage = Cursors & { events: WireEvent[] };

type Row = { event_id: string; created_at: Instant; body: WireEvent };

/** The event with its id and the time it was made in front. */
export const toWire = ({ event_id, created_at, body }: Row): WireEvent => ({
  eventID: event_id,
  eventCreatedDateTime: new Date(created_at).toISOString(),
  ...body,
});

/** How many events meet the conditions, null when they are more than can be paged through. */
async function countEvents(
  database: Database,
  conditions: readonly string[],
  params: unknown[],
): Promise<number | null> {
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from (select from outward_event where ${conditions.join(' and ')} limit ${maxOffset + 1}) e`,
    params,
  );
  return row === undefined || row.n > maxOffset ? null : row.n;
}

async function newestId(database: Database, tenantId: number): Promise<number> {
  const [last] = await database.query<{ id: number | null }>(
    'select max(id) as id from outward_event where tenant_id = $1',
    [tenantId],
  );
  return last?.id ?? 0;
}

/** Answers a question about the events of one tenant, in the order they were made unless specified otherwise. */
export async function queryEvents(database: Database, tenantId: number, question: EventQuestion): Promise<EventPage> {
  const { limit, offset } = question;
  const upTo = question.upTo ?? (await newestId(database, tenantId));
  const params: unknown[] = [tenantId, upTo];
  const conditions = ['tenant_id = $1', 'id <= $2', ...filterSql(question.filter, params)];
  const order = [
    ...question.sort.map(({ column, descending }) => `${column} ${descending ? 'desc' : 'asc'} nulls last`),
    'id',
  ];
  const rows = await database.query<Row>(
    `select event_id, created_at, body from outward_event where ${conditions.join(' and ')}
     order by ${order.join(', ')} limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, limit + 1, offset],
  );
  const isLast = rows.length <= limit;
  // Counted once: events that were made later are of another question.
  let { total } = question;
  if (total === undefined) total = isLast ? offset + rows.length : await countEvents(database, conditions, params);
  const at = (place: number): string => cursorOf(question, place, upTo, total ?? null);
  return {
    events: rows.slice(0, limit).map(toWire),
    current: at(offset),
    first: at(0),
    next: isLast ? null : at(offset + limit),
    prev: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    last: total === null ? null : at(lastOffset(total, limit)),
  };
}

/** One event of a tenant, undefined when there is none of this id. */
export async function findEvent(database: Database, tenantId: number, eventId: string): Promise<WireEvent | undefined> {
  const [row] = await database.query<Row>(
    'select event_id, created_at, body from outward_event where tenant_id = $1 and event_id = $2::uuid',
    [tenantId, eventId],
  );
  return row && toWire(row);
}
