import { areApart, sideOf } from '../../tracking/containers.ts';
import { emptyEvent } from '../../tracking/empty-content.ts';
import { milestones } from '../../tracking/model.ts';
import type { EventContent } from '../../tracking/model.ts';
import { parseEventKey, parsePath } from '../../intake/fusion/paths.ts';
import type { AttributePath, AttributeValue } from '../../intake/fusion/types.ts';
import type { FusionChange } from './shown-shipment.ts';

/**
 * What became known of a shipment as far as nearly all rules read it, packed: no sources, no details of events (but the ships
 * that containers went on board of, where they differ, and what is expected of them, where they travel apart) and no value that stays the same. A JSON array of base and unit of times (ms), texts, items and entries; see `makeTrack`.
 */
export type TrackText = string;

/** Format of tracks; tracks of another format are rebuilt. */
export const trackFormat = 4;

/** Attributes that a track keeps, by kind of item; the place of an attribute is its number in entries. */
export const trackedAttributes = {
  booking: [
    'carrierCode',
    'vesselName',
    'voyage',
    'portOfLoading',
    'portOfDischarge',
    'plannedDeparture',
    'etd',
    'atd',
    'plannedArrival',
    'eta',
    'ata',
  ],
  leg: ['vesselName', 'voyage', 'portOfLoading', 'portOfDischarge', 'etd', 'atd', 'eta', 'ata'],
  container: ['containerNo'],
  event: ['actual', 'zone', 'vesselName', 'voyage', 'planned', 'estimated'],
} as const;

/** Numbers of attributes of one item; an entry's slot is item * slots + attribute. */
export const slots = 16;
/** Stands for an attribute: whether anything at all is known of the item. */
export const thereSlot = slots - 1;
/** The booking is always there: in its place stands that the whole change was a correction of ours. */
export const correctedSlot = thereSlot;

const kinds = ['booking', 'leg', 'container', 'event'] as const;
type Kind = (typeof kinds)[number];

const numbersOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, number) => [name, number]));
const attributeNumbers: Readonly<Record<Kind, ReadonlyMap<string, number>>> = {
  booking: numbersOf(trackedAttributes.booking),
  leg: numbersOf(trackedAttributes.leg),
  container: numbersOf(trackedAttributes.container),
  event: numbersOf(trackedAttributes.event),
};

const statusOf = (eventKey: string): string => eventKey.split('|')[1] ?? '';

type Item = { number: number; kind: Kind; key: string; known: Set<AttributePath>; there: boolean };
type Entry = { slot: number; value: AttributeValue | boolean };

const isTime = (value: AttributeValue | boolean): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value);

/** Moves that put a container on a ship or take it along. */
const onBoard: ReadonlySet<string> = new Set([
  milestones.loaded,
  milestones.departed,
  milestones.transhipmentLoaded,
  milestones.transhipmentDeparted,
]);

/**
 * Milestones for which containers were ever stated to be on different ships or voyages, wherever: what ships their events name is kept;
 * it is the same word again for all others.
 */
function milestonesApart(changes: readonly FusionChange[]): ReadonlySet<string> {
  const first = new Map<string, AttributeValue>();
  const apart = new Set<string>();
  for (const { changes: values } of changes) {
    for (const path of Object.keys(values)) {
      if (!path.endsWith('.vesselName') && !path.endsWith('.voyage')) continue;
      const parsed = parsePath(path);
      const [containerNo = '', statusCode = ''] = parsed?.key.split('|') ?? [];
      const value = values[path]?.[0] ?? null;
      if (parsed?.kind !== 'event' || containerNo === '' || !onBoard.has(statusCode) || value === null) continue;
      const key = `${statusCode} ${parsed.attribute}`;
      if (!first.has(key)) first.set(key, value);
      else if (first.get(key) !== value) apart.add(statusCode);
    }
  }
  return apart;
}

/**
 * Whether containers were ever known to travel apart: then what sources expect of them decides, too, where each can have been. Milestones
 * that a change leaves as they are were compared before.
 */
function wereContainersApart(changes: readonly FusionChange[]): boolean {
  const calls = new Map<string, Map<string, EventContent>>();
  return changes.some(({ changes: values }) => {
    const touched = new Map<string, Map<string, EventContent>>();
    for (const [path, [value, sourceCode]] of Object.entries(values)) {
      const parsed = path.startsWith('event[') ? parsePath(path) : undefined;
      if (parsed === undefined) continue;
      const { containerNo, statusCode, portCode } = parseEventKey(parsed.key);
      const side = sideOf(statusCode);
      if (containerNo === null || side === undefined) continue;
      const call = `${side} ${portCode ?? ''}`;
      const events = calls.get(call) ?? new Map<string, EventContent>();
      calls.set(call, events);
      const occurrence = Number(parsed.key.split('|')[3] ?? 1);
      const known = events.get(parsed.key) ?? emptyEvent(containerNo, statusCode, portCode, occurrence);
      const event = { ...known, [parsed.attribute]: sourceCode === null ? null : value };
      events.set(parsed.key, event);
      touched.set(call, (touched.get(call) ?? new Map<string, EventContent>()).set(parsed.key, event));
    }
    return [...touched].some(([call, own]) => {
      const others = [...(calls.get(call)?.values() ?? [])];
      return [...own.values()].some((event) => others.some((other) => areApart(event, other)));
    });
  });
}

const detailsApart: ReadonlySet<string> = new Set(['planned', 'estimated']);

/** Follows what is known, and gives the entries of each change. */
class TrackMaker {
  readonly #apart: ReadonlySet<string>;
  readonly #areContainersApart: boolean;
  readonly #booking: Item = { number: 0, kind: 'booking', key: '', known: new Set(), there: true };
  readonly items: Item[] = [this.#booking];
  readonly #byKey = new Map<string, Item>();
  readonly #values = new Map<number, AttributeValue>();

  constructor(apart: ReadonlySet<string>, areContainersApart: boolean) {
    this.#apart = apart;
    this.#areContainersApart = areContainersApart;
  }

  /** Whether a value is of no use in a track. */
  #isLeftOut(kind: Kind, key: string, attribute: string): boolean {
    if (kind !== 'event' || this.#areContainersApart) return false;
    const isShip = attribute === 'vesselName' || attribute === 'voyage';
    return detailsApart.has(attribute) || (isShip && !this.#apart.has(statusOf(key)));
  }

  #itemOf(kind: Kind, key: string): Item {
    if (kind === 'booking') return this.#booking;
    const name = `${kind}${key}`;
    let item = this.#byKey.get(name);
    if (item === undefined) {
      item = { number: this.items.length, kind, key, known: new Set(), there: false };
      this.items.push(item);
      this.#byKey.set(name, item);
    }
    return item;
  }

  entriesOf({ changes, corrected }: FusionChange): Entry[] {
    const entries: Entry[] = [];
    const touched = new Set<Item>();
    for (const [path, [value, sourceCode]] of Object.entries(changes)) {
      const parsed = parsePath(path);
      if (parsed === undefined) continue;
      const item = this.#itemOf(parsed.kind, parsed.key);
      if (sourceCode === null) item.known.delete(path);
      else item.known.add(path);
      if (item.number > 0) touched.add(item);
      const number = attributeNumbers[parsed.kind].get(parsed.attribute);
      if (number === undefined || this.#isLeftOut(parsed.kind, parsed.key, parsed.attribute)) continue;
      const slot = item.number * slots + number;
      // The number of a container is known by its key even where nobody says it.
      const unstated = parsed.kind === 'container' ? item.key : null;
      const shown = sourceCode === null ? unstated : value;
      const known = this.#values.get(slot);
      const before = known === undefined ? unstated : known;
      if (shown === before) continue;
      this.#values.set(slot, shown);
      entries.push({ slot, value: shown });
    }
    for (const item of touched) {
      const there = item.known.size > 0;
      if (there === item.there) continue;
      item.there = there;
      entries.push({ slot: item.number * slots + thereSlot, value: there });
    }
    if (corrected === true && entries.length > 0) entries.push({ slot: correctedSlot, value: true });
    return entries;
  }
}

/** Numbers of texts, in the order in which they come. */
class Texts {
  readonly list: (string | number)[] = [];
  readonly #numbers = new Map<string | number, number>();

  numberOf(text: string | number): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      this.#numbers.set(text, (number = this.list.length));
      this.list.push(text);
    }
    return number;
  }
}

function packItem({ kind, key }: Item, texts: Texts): number[] {
  if (kind === 'leg') return [1, Number(key)];
  if (kind === 'container') return [2, texts.numberOf(key)];
  const [containerNo = '', statusCode = '', portCode = '', occurrence = '1'] = key.split('|');
  return [3, texts.numberOf(containerNo), texts.numberOf(statusCode), texts.numberOf(portCode), Number(occurrence)];
}

/** The largest of some units that all times are multiples of, counted from the first. */
const unitOf = (times: readonly number[], base: number): number =>
  [60_000, 1_000].find((unit) => times.every((time) => (time - base) % unit === 0)) ?? 1;

/**
 * Packs what became known of a shipment, oldest first. Items are [1, sequence] of a leg, [2, number] of a container and [3, container,
 * status, port, occurrence] of an event, texts by their place. Entries are, per change: when, how many, and that many pairs
 * of slot and value: 0 = nothing, even = a text, odd = a time, for `thereSlot` 0 or 1.
 */
export function makeTrack(changes: readonly FusionChange[]): TrackText {
  const maker = new TrackMaker(milestonesApart(changes), wereContainersApart(changes));
  const moves = changes.map((change) => ({ at: change.knownAt, entries: maker.entriesOf(change) }));
  const times = moves.flatMap(({ entries }) => entries.map(({ value }) => value).filter(isTime));
  const timeBase = times.reduce((least, time) => Math.min(least, time), times[0] ?? 0);
  const unit = unitOf(times, timeBase);
  const base = moves[0]?.at ?? 0;
  const texts = new Texts();
  const code = (value: AttributeValue | boolean): number => {
    if (value === null) return 0;
    if (typeof value === 'boolean') return Number(value);
    return isTime(value) ? ((value - timeBase) / unit) * 2 + 1 : texts.numberOf(value) * 2 + 2;
  };
  const items = maker.items.slice(1).flatMap((item) => packItem(item, texts));
  const packed = moves.flatMap(({ at, entries }) => [
    at - base,
    entries.length,
    ...entries.flatMap(({ slot, value }) => [slot, code(value)]),
  ]);
  return JSON.stringify([base, timeBase, unit, texts.list, items, packed]);
}
