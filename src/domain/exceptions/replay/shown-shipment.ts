import type { Instant } from '#shared/time/instant.ts';
import { recordOf } from '#shared/values/objects.ts';
import { isOtherMode } from '../../tracking/journey/mode.ts';
import { compareEvents } from '../../intake/fusion/events.ts';
import type { ValueChanges } from '../../intake/fusion/known-values.ts';
import {
  businessNoPath,
  cutoffOfPath,
  bookingAttributes,
  containerAttributes,
  eventAttributes,
  legAttributes,
  modePath,
  onwardAttributes,
  onwardOfPath,
  warningOfPath,
  warningPath,
} from '../../intake/fusion/paths.ts';
import type { AttributeValue, FusedShipment, Provenance } from '../../intake/fusion/types.ts';
import { compareWarnings } from '../../intake/fusion/warnings.ts';
import type {
  BookingContent,
  ContainerContent,
  EventContent,
  LegContent,
  OnwardContent,
  ShipmentContent,
  SourceType,
} from '../../tracking/model.ts';
import { noteShown } from '../../tracking/shown-history.ts';
import type { ShownHistory } from '../../tracking/shown-history.ts';
import { sortNearly } from './sort-nearly.ts';
import { oncePer } from '#shared/memory/once-per.ts';

/** What one fusion changed and when that became known; `corrected`: by a decision of ours, not by news. */
export type FusionChange = { knownAt: Instant; changes: ValueChanges; corrected?: true };

const none = (): null => null;
const noBooking: BookingContent = recordOf(bookingAttributes, none);
const noLeg: Omit<LegContent, 'sequence'> = recordOf(legAttributes, none);
const noOnward: OnwardContent = recordOf(onwardAttributes, none);
const noContainer: Omit<ContainerContent, 'containerNo'> = recordOf(containerAttributes, none);
const noEvent: Pick<EventContent, (typeof eventAttributes)[number]> = recordOf(eventAttributes, none);

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

const [bookingKind, legKind, containerKind, eventKind] = ['b', 'l', 'c', 'e'].map((letter) => letter.charCodeAt(0));

type Fields = Record<string, AttributeValue>;

/** Items of one kind, always in their order: few of them move from one change to the next. */
class Items<T extends Fields> {
  readonly list: T[] = [];
  readonly #items = new Map<string, T>();
  readonly #make: (key: string) => T;
  readonly #compare: (a: T, b: T) => number;

  constructor(make: (key: string) => T, compare: (a: T, b: T) => number) {
    this.#make = make;
    this.#compare = compare;
  }

  /** Takes a value in: `kind[key].attribute`, the key beginning at `start`. */
  set(path: string, start: number, value: AttributeValue): void {
    const end = path.lastIndexOf('].');
    const key = path.slice(start, end);
    let item = this.#items.get(key);
    if (item === undefined) {
      this.#items.set(key, (item = this.#make(key)));
      this.list.push(item);
    }
    const fields: Fields = item;
    fields[path.slice(end + 2)] = value;
  }

  /** Takes a value away; an item of which nothing is known any more goes with it. */
  remove(path: string, start: number, isKnown: (path: string) => boolean): void {
    const end = path.lastIndexOf('].');
    const key = path.slice(start, end);
    const item = this.#items.get(key);
    if (item === undefined) return;
    const attribute = path.slice(end + 2);
    const fields: Fields = item;
    fields[attribute] = attribute === 'containerNo' ? key : null;
    const before = path.slice(0, end + 2);
    if (Object.keys(item).some((name) => isKnown(before + name))) return;
    this.#items.delete(key);
    this.list.splice(this.list.indexOf(item), 1);
  }

  sort(): void {
    sortNearly(this.list, this.#compare);
  }
}

/** What was shown of a shipment, taken forward change by change without rebuilding what stays the same. */
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
  readonly #content: Omit<ShipmentContent, 'events'>;
  readonly #applied: FusionChange[] = [];
  #etaSource: string | null = null;

  /** Changes whose events nobody has requested yet: most rules look at few of the many. */
  readonly #waiting: FusionChange[] = [];

  constructor() {
    this.#content = { booking: { ...noBooking }, legs: this.#legs.list, containers: this.#containers.list };
  }

  /** Takes one change in; changes come oldest first. */
  apply(change: FusionChange): void {
    const { changes } = change;
    const booking: Fields = this.#content.booking;
    let shown = false;
    this.#applied.push(change);
    this.#waiting.push(change);
    for (const path of Object.keys(changes)) {
      const kind = path.charCodeAt(0);
      if (kind === eventKind) continue;
      const statement = changes[path];
      if (statement === undefined) continue;
      const [value, sourceCode] = statement;
      shown ||= kind !== containerKind;
      if (kind === bookingKind) {
        booking[path.slice(8)] = sourceCode === null ? null : value;
        if (path === 'booking.eta') this.#etaSource = sourceCode;
      } else if (kind === legKind) this.#take(this.#legs, path, 4, value, sourceCode, this.#applied.length);
      else if (path.startsWith('cutoff')) this.#takeCutoff(path, sourceCode === null ? null : value);
      else if (path.startsWith('warning')) this.#takeWarning(path, sourceCode === null ? null : value);
      else if (path.startsWith('onward')) this.#takeOnward(path, sourceCode === null ? null : value);
      else if (path === modePath) this.#takeMode(sourceCode === null ? null : value);
      else if (path === businessNoPath) this.#takeBusinessNo(sourceCode === null ? null : value);
      else this.#take(this.#containers, path, 10, value, sourceCode, this.#applied.length);
    }
    this.#containers.sort();
    if (!shown) return;
    this.#legs.sort();
    noteShown(this.history, this.#content, this.#etaSource, change.knownAt, change.corrected);
  }

  #takeCutoff(path: string, time: AttributeValue): void {
    const code = cutoffOfPath(path);
    if (code === undefined) return;
    const others = (this.#content.cutoffs ?? []).filter((one) => one.code !== code);
    const cutoffs = typeof time === 'number' ? [...others, { code, time }] : others;
    if (cutoffs.length === 0) delete this.#content.cutoffs;
    else this.#content.cutoffs = cutoffs.sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  #takeWarning(path: string, time: AttributeValue): void {
    const warning = warningOfPath(path);
    if (warning === undefined) return;
    const others = (this.#content.warnings ?? []).filter((one) => warningPath(one) !== path);
    const warnings = typeof time === 'number' ? [...others, { ...warning, time }] : others;
    if (warnings.length === 0) delete this.#content.warnings;
    else this.#content.warnings = warnings.sort(compareWarnings);
  }

  #takeOnward(path: string, value: AttributeValue): void {
    const attribute = onwardOfPath(path);
    if (attribute === undefined) return;
    const onward = { ...(this.#content.onward ?? noOnward), [attribute]: value };
    if (onwardAttributes.every((name) => onward[name] === null)) delete this.#content.onward;
    else this.#content.onward = onward;
  }

  #takeMode(value: AttributeValue): void {
    if (isOtherMode(value)) this.#content.mode = value;
    else delete this.#content.mode;
  }

  #takeBusinessNo(value: AttributeValue): void {
    if (typeof value === 'string') this.#content.businessNo = value;
    else delete this.#content.businessNo;
  }

  #take<T extends Fields>(
    items: Items<T>,
    path: string,
    start: number,
    value: AttributeValue,
    sourceCode: string | null,
    count: number,
  ): void {
    if (sourceCode !== null) items.set(path, start, value);
    else items.remove(path, start, (one) => lastStated(this.#applied, count, one)?.[1] != null);
  }

  #readEvents(): EventContent[] {
    if (this.#waiting.length === 0) return this.#events.list;
    let count = this.#applied.length - this.#waiting.length;
    for (const { changes } of this.#waiting) {
      count += 1;
      for (const path of Object.keys(changes)) {
        if (path.charCodeAt(0) !== eventKind) continue;
        const statement = changes[path];
        if (statement === undefined) continue;
        const [value, sourceCode] = statement;
        this.#take(this.#events, path, 6, value, sourceCode, count);
      }
    }
    this.#waiting.length = 0;
    this.#events.sort();
    return this.#events.list;
  }

  /**
   * The shipment as it is shown now; which source stated what is looked up only when a rule asks for it. A content of its own each time:
   * this one goes on changing, and what is found of a content is remembered.
   */
  fused(): FusedShipment {
    const events = (): EventContent[] => this.#readEvents();
    const content = {
      ...this.#content,
      get events() {
        return events();
      },
    };
    return { content, provenance: provenanceOf(this.#applied, this.#applied.length) };
  }
}

/** What was last stated about a path in the first so many changes. */
function lastStated(
  applied: readonly FusionChange[],
  count: number,
  path: string,
): readonly [AttributeValue, string | null] | undefined {
  for (let index = count - 1; index >= 0; index--) {
    const changes = applied[index]?.changes;
    if (changes !== undefined && Object.hasOwn(changes, path)) return changes[path];
  }
  return undefined;
}

/** Who spoke in a change. */
const speakersOf = oncePer(
  ({ changes }: FusionChange) =>
    new Set(Object.values(changes).flatMap(([, source]) => (source === null ? [] : [source]))),
);

/**
 * Which source stated what is shown after so many changes, looked up path by path: rules ask about few of them. A source was last
 * heard when anything of it last changed. What losers stated is not kept.
 */
function provenanceOf(applied: readonly FusionChange[], count: number): Record<string, Provenance> {
  const find = (path: string): Provenance | undefined => {
    const [value, sourceCode] = lastStated(applied, count, path) ?? [null, null];
    if (sourceCode === null) return undefined;
    const heard = applied.findLast((one, index) => index < count && speakersOf(one).has(sourceCode));
    const sourceType: SourceType = sourceCode.startsWith('expert:') ? 'EXPERT' : 'CARRIER';
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
