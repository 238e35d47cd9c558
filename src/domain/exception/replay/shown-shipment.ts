import type { Instant } from '#shared/time/instant.ts';
import { compareEvents } from '../../fusion/events.ts';
import type { ValueChanges } from '../../fusion/known-values.ts';
import { bookingAttributes, containerAttributes, eventAttributes, legAttributes } from '../../fusion/paths.ts';
import type { AttributeValue, FusedShipment, Provenance } from '../../fusion/types.ts';
import type {
  BookingContent,
  ContainerContent,
  EventContent,
  LegContent,
  ShipmentContent,
  SourceType,
} from '../../tracking/model.ts';
import { noteShown } from '../../tracking/shown-history.ts';
import type { ShownHistory } from '../../tracking/shown-history.ts';

/** What one fusion changed and when that became known. */
export type KnownChange = { knownAt: Instant; changes: ValueChanges };

/** An item with the attributes that are known of it; without any it is not shown. */
type Item<T> = { value: T; known: Set<string> };

const nulls = <T>(names: readonly string[]): T => Object.fromEntries(names.map((name) => [name, null])) as T;
const noBooking = nulls<BookingContent>(bookingAttributes);
const noLeg = nulls<LegContent>(legAttributes);
const noContainer = nulls<ContainerContent>(containerAttributes);
const noEvent = nulls<EventContent>(eventAttributes);

function newEvent(key: string): EventContent {
  const [containerNo = '', statusCode = '', portCode = '', occurrence = '1'] = key.split('|');
  return {
    ...noEvent,
    containerNo: containerNo || null,
    statusCode,
    portCode: portCode || null,
    occurrence: Number(occurrence),
  };
}

/** Items of one kind, always in their order: few of them move from one change to the next. */
class Items<T extends object> {
  readonly list: T[] = [];
  readonly #items = new Map<string, Item<T>>();
  readonly #make: (key: string) => T;
  readonly #compare: (a: T, b: T) => number;

  constructor(make: (key: string) => T, compare: (a: T, b: T) => number) {
    this.#make = make;
    this.#compare = compare;
  }

  /** Takes one value in: `kind[key].attribute`, the key beginning at `start`; without a source it is gone. */
  set(path: string, start: number, value: AttributeValue, sourceCode: string | null): void {
    const end = path.lastIndexOf('].');
    const key = path.slice(start, end);
    const attribute = path.slice(end + 2);
    let item = this.#items.get(key);
    if (sourceCode === null) {
      item?.known.delete(attribute);
      if (item === undefined) return;
      if (item.known.size > 0) (item.value as Record<string, AttributeValue>)[attribute] = nothingAt(attribute, key);
      else {
        this.#items.delete(key);
        this.list.splice(this.list.indexOf(item.value), 1);
      }
      return;
    }
    if (item === undefined) {
      this.#items.set(key, (item = { value: this.#make(key), known: new Set() }));
      this.list.push(item.value);
    }
    item.known.add(attribute);
    (item.value as Record<string, AttributeValue>)[attribute] = value;
  }

  /** Puts the list in order by insertion: it nearly is. */
  sort(): void {
    const { list } = this;
    for (let index = 1; index < list.length; index++) {
      const one = list[index] as T;
      let place = index;
      for (; place > 0 && this.#compare(list[place - 1] as T, one) > 0; place--) list[place] = list[place - 1] as T;
      list[place] = one;
    }
  }
}

/** The number of a container is its identity and stays when nobody vouches for it any more. */
const nothingAt = (attribute: string, key: string): AttributeValue => (attribute === 'containerNo' ? key : null);

/** What was shown of a shipment, taken forward change by change without building anew what stays the same. */
export class ShownShipment {
  readonly history: ShownHistory = { eta: [], departure: [], route: [], ships: [] };
  readonly #legs = new Items<LegContent>(
    (key) => ({ ...noLeg, sequence: Number(key) }),
    (a, b) => a.sequence - b.sequence,
  );
  readonly #containers = new Items<ContainerContent>(
    (key) => ({ ...noContainer, containerNo: key }),
    (a, b) => (a.containerNo < b.containerNo ? -1 : 1),
  );
  readonly #events = new Items<EventContent>(newEvent, compareEvents);
  readonly #content: ShipmentContent = {
    booking: { ...noBooking },
    legs: this.#legs.list,
    containers: this.#containers.list,
    events: this.#events.list,
  };
  readonly #applied: KnownChange[] = [];
  #etaSource: string | null = null;

  /** Takes one change in; changes come oldest first. */
  apply(change: KnownChange): void {
    const touched = new Set<Items<never>>();
    for (const path of Object.keys(change.changes)) {
      const [value, sourceCode] = change.changes[path] as readonly [AttributeValue, string | null];
      if (path.startsWith('b')) {
        this.#content.booking[path.slice(8) as 'billNo'] = (sourceCode === null ? null : value) as string | null;
        if (path === 'booking.eta') this.#etaSource = sourceCode;
        continue;
      }
      const items = path.startsWith('e') ? this.#events : path.startsWith('l') ? this.#legs : this.#containers;
      items.set(path, path.indexOf('[') + 1, value, sourceCode);
      touched.add(items as Items<never>);
    }
    for (const items of touched) items.sort();
    this.#applied.push(change);
    noteShown(this.history, this.#content, this.#etaSource, change.knownAt);
  }

  /** The shipment as it is shown now; who said what is looked up only when a rule asks for it. */
  fused(): FusedShipment {
    return { content: this.#content, provenance: provenanceOf(this.#applied, this.#applied.length) };
  }
}

const sourcesIn = new WeakMap<KnownChange, Set<string>>();

/** Who spoke in a change. */
function speakersOf(change: KnownChange): Set<string> {
  let sources = sourcesIn.get(change);
  if (sources === undefined) {
    sources = new Set(Object.values(change.changes).flatMap(([, source]) => (source === null ? [] : [source])));
    sourcesIn.set(change, sources);
  }
  return sources;
}

/**
 * Who said what is shown after so many changes, looked up path by path: rules ask about few of them. A source was last
 * heard when anything of it last changed. What losers said is not kept.
 */
function provenanceOf(applied: readonly KnownChange[], count: number): Record<string, Provenance> {
  const find = (path: string): Provenance | undefined => {
    const change = applied.findLast((one, index) => index < count && Object.hasOwn(one.changes, path));
    const [value, sourceCode] = change?.changes[path] ?? [null, null];
    if (sourceCode === null) return undefined;
    const heard = applied.findLast((one, index) => index < count && speakersOf(one).has(sourceCode));
    const sourceType = (sourceCode.startsWith('expert:') ? 'EXPERT' : 'CARRIER') as SourceType;
    const observedAt = heard?.knownAt ?? 0;
    return { rule: 'only', winner: { recordId: sourceCode, sourceCode, sourceType, value, observedAt }, others: [] };
  };
  return new Proxy<Record<string, Provenance>>(
    {},
    {
      get: (_none, path) => find(String(path)),
      getOwnPropertyDescriptor: (_none, path) => {
        const value = find(String(path));
        return value && { value, enumerable: true, configurable: true };
      },
    },
  );
}
