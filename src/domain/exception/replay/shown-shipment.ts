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

const valuesOf = <T>(items: ReadonlyMap<string, Item<T>>): T[] => Array.from(items.values(), ({ value }) => value);

/** What was shown of a shipment, taken forward change by change without building anything anew that stays the same. */
export class ShownShipment {
  readonly history: ShownHistory = { eta: [], departure: [], route: [], ships: [] };
  readonly #content: ShipmentContent = { booking: { ...noBooking }, legs: [], containers: [], events: [] };
  readonly #legs = new Map<string, Item<LegContent>>();
  readonly #containers = new Map<string, Item<ContainerContent>>();
  readonly #events = new Map<string, Item<EventContent>>();
  readonly #applied: KnownChange[] = [];
  #etaSource: string | null = null;

  /** Takes one change in; changes come oldest first. */
  apply(change: KnownChange): void {
    let legs = false;
    let containers = false;
    let events = false;
    for (const path of Object.keys(change.changes)) {
      const [value, sourceCode] = change.changes[path] as readonly [AttributeValue, string | null];
      switch (path[0]) {
        case 'b':
          this.#content.booking[path.slice(8) as 'billNo'] = (sourceCode === null ? null : value) as string | null;
          if (path === 'booking.eta') this.#etaSource = sourceCode;
          break;
        case 'l':
          setAttribute(this.#legs, 4, path, value, sourceCode, (key) => ({ ...noLeg, sequence: Number(key) }));
          legs = true;
          break;
        case 'c':
          setAttribute(this.#containers, 10, path, value, sourceCode, (key) => ({ ...noContainer, containerNo: key }));
          containers = true;
          break;
        default:
          setAttribute(this.#events, 6, path, value, sourceCode, newEvent);
          events = true;
      }
    }
    if (legs) this.#content.legs = valuesOf(this.#legs).sort((a, b) => a.sequence - b.sequence);
    if (containers)
      this.#content.containers = valuesOf(this.#containers).sort((a, b) => (a.containerNo < b.containerNo ? -1 : 1));
    if (events) this.#content.events = valuesOf(this.#events).sort(compareEvents);
    this.#applied.push(change);
    noteShown(this.history, this.#content, this.#etaSource, change.knownAt);
  }

  /** The shipment as it is shown now; who said what is put together only when a rule asks for it. */
  fused(): FusedShipment {
    const applied = this.#applied.length;
    const provenanceAt = (): Record<string, Provenance> => provenanceOf(this.#applied.slice(0, applied));
    let provenance: Record<string, Provenance> | undefined;
    return {
      content: this.#content,
      get provenance() {
        return (provenance ??= provenanceAt());
      },
    };
  }
}

function setAttribute<T extends object>(
  items: Map<string, Item<T>>,
  start: number,
  path: string,
  value: AttributeValue,
  sourceCode: string | null,
  make: (key: string) => T,
): void {
  const end = path.lastIndexOf('].');
  const key = path.slice(start, end);
  const attribute = path.slice(end + 2);
  let item = items.get(key);
  if (sourceCode === null) {
    if (item === undefined) return;
    item.known.delete(attribute);
    if (item.known.size === 0) items.delete(key);
    else (item.value as Record<string, AttributeValue>)[attribute] = attribute === 'containerNo' ? key : null;
    return;
  }
  if (item === undefined) items.set(key, (item = { value: make(key), known: new Set() }));
  item.known.add(attribute);
  (item.value as Record<string, AttributeValue>)[attribute] = value;
}

/** Who said what is shown; a source was last heard when anything of it last changed. What losers said is not kept. */
function provenanceOf(applied: readonly KnownChange[]): Record<string, Provenance> {
  const shown = new Map<string, readonly [AttributeValue, string]>();
  const heardAt = new Map<string, Instant>();
  for (const { knownAt, changes } of applied) {
    for (const [path, [value, sourceCode]] of Object.entries(changes)) {
      if (sourceCode === null) shown.delete(path);
      else {
        shown.set(path, [value, sourceCode]);
        heardAt.set(sourceCode, knownAt);
      }
    }
  }
  return Object.fromEntries(
    Array.from(shown, ([path, [value, sourceCode]]): [string, Provenance] => [
      path,
      {
        rule: 'only',
        winner: {
          recordId: sourceCode,
          sourceCode,
          sourceType: (sourceCode.startsWith('expert:') ? 'EXPERT' : 'CARRIER') as SourceType,
          value,
          observedAt: heardAt.get(sourceCode) ?? 0,
        },
        others: [],
      },
    ]),
  );
}
