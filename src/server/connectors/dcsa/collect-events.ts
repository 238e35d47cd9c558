import { dayAt, isDay } from '#shared/time/day.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import type { ParseRefusal } from '../types.ts';
import { asObject, attribute, parseJsonBytes, refusal } from '../untrusted.ts';
import { fromSeparateLists, type NoteTolerance, type Tolerance } from './dialect.ts';
import type { DcsaEvent } from './types.ts';
import { isMeasurement } from './from-version3.ts';
import { validateEvent } from './validate-event.ts';

/** Events read of one body; what comes after is refused as a whole. */
export const EVENTS_PER_BODY = 20_000;
/** Refusals kept of one body, so that a hopeless answer does not fill the store. */
const REFUSALS_PER_BODY = 500;

/** How often each deviation from the standard was met. */
export type ToleranceCounts = Partial<Record<Tolerance, number>>;

/** Events of one or more bodies, each id once, how many more were taken back, what was refused, and what was tolerated. */
export type CollectedEvents = {
  events: DcsaEvent[];
  withdrawn: number;
  refusals: ParseRefusal[];
  tolerated: ToleranceCounts;
};

/** The zone of a place by the code that an event names; undefined where it is unknown. */
export type ZoneOfPlace = (portCode: string) => string | undefined;

const ignore: NoteTolerance = () => undefined;

function listOf(value: unknown, note: NoteTolerance): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const object = asObject(value);
  if (object === undefined) return undefined;
  const events = attribute(object, 'events');
  if (Array.isArray(events)) return events;
  const lists = fromSeparateLists(object, note);
  if (lists !== undefined) return lists;
  // One event pushed alone.
  return ['eventType', 'eventID', 'eventClassification', 'metadata'].some(
    (name) => attribute(object, name) !== undefined,
  )
    ? [object]
    : undefined;
}

/** Reads one body: a list of events, an object that holds one under `events`, or a single event. Never throws. */
export function readBody(
  body: Uint8Array,
  note: NoteTolerance = ignore,
): { inputs: readonly unknown[]; refusals: ParseRefusal[] } {
  const json = parseJsonBytes(body);
  if (json === undefined) return { inputs: [], refusals: [refusal('unreadable')] };
  const list = listOf(json.value, note);
  if (list === undefined) return { inputs: [], refusals: [refusal('not_an_array', { value: json.value })] };
  if (list.length <= EVENTS_PER_BODY) return { inputs: list, refusals: [] };
  return { inputs: list.slice(0, EVENTS_PER_BODY), refusals: [refusal('too_many_events', { value: list.length })] };
}

/** A text that differs whenever two versions of one event differ. */
const versionKey = (event: DcsaEvent): string => JSON.stringify(event);

/** Order of reports: when they were made (of two made at once, the one that takes back is later), then by what they say, so that the order of arrival plays no part. */
export function compareReports(a: DcsaEvent, b: DcsaEvent): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  if (a.retracted !== b.retracted) return a.retracted === true ? 1 : -1;
  if (a.at !== b.at) return a.at - b.at;
  if (a.eventId !== b.eventId) return a.eventId < b.eventId ? -1 : 1;
  const [first, second] = [versionKey(a), versionKey(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** A report made this much later than it was received comes from a clock that is fast, or in another zone. */
const AHEAD_MS = DAY_MS;
/** What puts such reports before all others, in their own order. */
const CENTURIES_MS = 400 * 365 * DAY_MS;

/**
 * A report that claims to be made in the future would outrank every correction for ever: it counts as older than all others.
 * One that takes an event back is left as it is.
 */
function withHonestTime(event: DcsaEvent, receivedAt: Instant): DcsaEvent {
  if (event.retracted === true || event.createdAt <= receivedAt + AHEAD_MS) return event;
  return { ...event, createdAt: event.createdAt - CENTURIES_MS };
}

const noZone = ({ eventId, at }: DcsaEvent, index: number): ParseRefusal =>
  refusal('no_zone', { index, eventId, field: 'eventDateTime', value: new Date(at).toISOString() });

const futureReport = ({ eventId, createdAt }: DcsaEvent, index: number): ParseRefusal =>
  refusal('future_report', {
    index,
    eventId,
    field: 'eventCreatedDateTime',
    value: new Date(createdAt).toISOString(),
  });

/** An event whose time is local at the port but ends in Z, at its instant; null when the zone of the port is unknown. */
function atLocalTime(event: DcsaEvent, input: unknown, zoneOf: ZoneOfPlace): DcsaEvent | null {
  const text = attribute(asObject(input) ?? {}, 'eventDateTime');
  if (event.retracted === true || typeof text !== 'string' || !/z\s*$/i.test(text.slice(-4))) return event;
  // A document is at no port.
  if (event.type === 'SHIPMENT' && event.portCode === null) return event;
  const zone = event.portCode === null ? undefined : zoneOf(event.portCode);
  const local = new Date(event.at).toISOString().slice(0, 19).replace('T', ' ');
  const at = zone === undefined ? undefined : fromLocalText(local, zone);
  return at === undefined ? null : { ...event, at };
}

/** What a move of a container is about; undefined for events that may be reported again with good reason. */
const moveKey = ({ type, classifier, containerNo, code, at, portCode }: DcsaEvent): string | undefined =>
  type === 'EQUIPMENT' && classifier === 'ACT' && containerNo !== null
    ? `${containerNo} ${code} ${at} ${portCode}`
    : undefined;

/** Events without the moves of containers that are reported again under another id: the newest report of a move counts. */
function withoutRepeats(sorted: readonly DcsaEvent[], note: NoteTolerance): DcsaEvent[] {
  const newest = new Map<string, DcsaEvent>();
  for (const event of sorted) {
    const key = moveKey(event);
    if (key === undefined) continue;
    if (newest.has(key)) note('repeatedEvent');
    newest.set(key, event);
  }
  return sorted.filter((event) => {
    const key = moveKey(event);
    return key === undefined || newest.get(key) === event;
  });
}

/** An event that tells a day without a time, on that day of its place; in UTC where the place or its zone is unknown. */
function onDayOfPlace(event: DcsaEvent, zoneOf: ZoneOfPlace): DcsaEvent {
  const zone = event.portCode === null ? undefined : zoneOf(event.portCode);
  const day = zone === undefined ? undefined : dayAt(new Date(event.at).toISOString().slice(0, 10), zone);
  return day === undefined ? event : { ...event, at: day };
}

/** How bodies of a carrier are read: until when reports can have been made, zones of places, and whether local times end in Z. */
export type CollectOptions = { receivedAt?: Instant; zoneOf?: ZoneOfPlace; localTimesAsUtc?: boolean };

/** Reads all events of the bodies; of events with one id the newest report counts, and what was taken back does not. Sorted by `compareReports`. */
export function collectEvents(
  bodies: readonly Uint8Array[],
  { receivedAt = Number.POSITIVE_INFINITY, zoneOf = () => undefined, localTimesAsUtc = false }: CollectOptions = {},
): CollectedEvents {
  const refusals: ParseRefusal[] = [];
  const tolerated: ToleranceCounts = {};
  const note: NoteTolerance = (tolerance) => void (tolerated[tolerance] = (tolerated[tolerance] ?? 0) + 1);
  const byId = new Map<string, DcsaEvent>();
  const located = (event: DcsaEvent | null, input: unknown): DcsaEvent | null => {
    if (event !== null && isDay(event.at)) {
      note('dayWithoutTime');
      return onDayOfPlace(event, zoneOf);
    }
    if (event === null || !localTimesAsUtc) return event;
    const moved = atLocalTime(event, input, zoneOf);
    if (moved !== event) note('localTimeAsUtc');
    return moved;
  };
  for (const body of bodies) {
    const read = readBody(body, note);
    const kept = [...read.refusals];
    for (const [index, input] of read.inputs.entries()) {
      if (isMeasurement(asObject(input) ?? {})) continue;
      const { event: valid, refusals: noted } = validateEvent(input, index, note);
      const reported = located(valid, input);
      if (valid !== null && reported === null) noted.push(noZone(valid, index));
      const event = reported && withHonestTime(reported, receivedAt);
      if (reported !== null && event !== reported) noted.push(futureReport(reported, index));
      if (noted.length > 0 && kept.length < REFUSALS_PER_BODY) kept.push(...noted);
      if (event === null) continue;
      const known = byId.get(event.eventId);
      if (known === undefined || compareReports(known, event) < 0) byId.set(event.eventId, event);
    }
    refusals.push(...kept);
  }
  const standing = [...byId.values()].filter((event) => event.retracted !== true);
  const events = withoutRepeats(standing.sort(compareReports), note);
  return { events, withdrawn: byId.size - standing.length, refusals, tolerated };
}

/** With more ids than this it is quicker to read every body than to look for each id in it. */
const FEW_IDS = 20;

/** Which of the ids the bodies tell an event of that is not taken back: what a retraction by id alone would change. */
export function standingIds(bodies: readonly Uint8Array[], ids: readonly string[]): string[] {
  const texts = bodies.map((body) => Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  // A body without the first word of an id cannot tell of it, unless it writes letters as codes.
  const mayReport = (id: string): boolean =>
    texts.some((text) => text.includes(id.split(' ', 1)[0] ?? id) || text.includes('\\'));
  const maybe = ids.length > FEW_IDS ? ids : ids.filter(mayReport);
  if (maybe.length === 0) return [];
  const standing = new Set(collectEvents(bodies).events.map(({ eventId }) => eventId));
  return maybe.filter((id) => standing.has(id));
}
