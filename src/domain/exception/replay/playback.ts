import { compareEvents } from '../../fusion/events.ts';
import { bookingAttributes, containerAttributes, legAttributes } from '../../fusion/paths.ts';
import type { AttributeValue, FusedShipment } from '../../fusion/types.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { BookingContent, ContainerContent, EventContent, LegContent, SourceRecord } from '../../tracking/model.ts';
import { noteShown } from '../../tracking/shown-history.ts';
import type { ShownHistory } from '../../tracking/shown-history.ts';
import { ShownShipment } from './shown-shipment.ts';
import type { KnownChange } from './shown-shipment.ts';
import { sortNearly } from './sort-nearly.ts';
import { correctedSlot, slots, thereSlot, trackedAttributes } from './track.ts';
import { playTold } from './told.ts';
import type { Told } from './told.ts';
import type { TrackText } from './track.ts';

/** A shipment that is taken forward change by change. */
export type Playback = {
  /** When something became known, oldest first. */
  readonly moments: readonly Instant[];
  readonly history: ShownHistory;
  /** Whether a change moves nothing that is shown here. */
  isQuiet: (index: number) => boolean;
  /** Takes the next change in; they come in their order, quiet ones may be left out. */
  apply: (index: number) => void;
  /** The shipment as it is shown now; it moves on with the next change. */
  fused: () => FusedShipment;
  /** What each source says now; left out where that is not kept. */
  records?: () => readonly SourceRecord[];
};

const nulls = <T>(names: readonly string[]): T => Object.fromEntries(names.map((name) => [name, null])) as T;
const noBooking = nulls<BookingContent>(bookingAttributes);
const noLeg = nulls<Omit<LegContent, 'sequence'>>(legAttributes);
const noContainer = nulls<ContainerContent>(containerAttributes);

/** An event of which nothing is known but what it is; written out, because there are many of them. */
const newEvent = (containerNo: string, statusCode: string, portCode: string, occurrence: number): EventContent => ({
  containerNo: containerNo || null,
  statusCode,
  portCode: portCode || null,
  occurrence,
  planned: null,
  estimated: null,
  actual: null,
  vesselName: null,
  voyage: null,
  zone: null,
  place: null,
});

const compareLegs = (a: LegContent, b: LegContent): number => a.sequence - b.sequence;
const compareContainers = (a: ContainerContent, b: ContainerContent): number =>
  a.containerNo < b.containerNo ? -1 : 1;

/** With every source that said something. */
function playChanges(changes: readonly KnownChange[]): Playback {
  const shown = new ShownShipment();
  return {
    moments: changes.map(({ knownAt }) => knownAt),
    history: shown.history,
    isQuiet: () => false,
    apply: (index) => shown.apply(changes[index] as KnownChange),
    fused: () => shown.fused(),
  };
}

type Packed = [
  base: number,
  timeBase: number,
  unit: number,
  texts: (string | number)[],
  items: number[],
  entries: number[],
];

type Holder = Record<string, AttributeValue>;

/** A shipment as its track tells it: who said what is not known, nor are details of events. */
class TrackedShipment implements Playback {
  readonly moments: Instant[] = [];
  readonly history: ShownHistory = { eta: [], departure: [], route: [], ships: [] };
  readonly #packed: Packed;
  /** Where the entries of each change begin. */
  readonly #starts: number[] = [];
  readonly #items: Holder[] = [];
  readonly #kinds: number[] = [0];
  readonly #legs: LegContent[] = [];
  readonly #containers: ContainerContent[] = [];
  readonly #events: EventContent[] = [];
  readonly #fused: FusedShipment;
  readonly #history: boolean;
  /** Events have moved since somebody looked at them; most rules seldom do. */
  #moved = false;

  constructor(track: TrackText, history: boolean) {
    this.#history = history;
    this.#packed = JSON.parse(track) as Packed;
    const [base, , , , , entries] = this.#packed;
    for (let at = 0; at < entries.length; at += 2 + 2 * (entries[at + 1] as number)) {
      this.moments.push(base + (entries[at] as number));
      this.#starts.push(at + 1);
    }
    const booking = { ...noBooking };
    this.#items.push(booking as Holder);
    this.#makeItems();
    const events = (): EventContent[] => this.#readEvents();
    const content = {
      booking,
      legs: this.#legs,
      containers: this.#containers,
      get events() {
        return events();
      },
    };
    this.#fused = { content, provenance: {} };
  }

  #makeItems(): void {
    const [, , , texts, items] = this.#packed;
    const text = (at: number): string => texts[items[at] as number] as string;
    for (let at = 0; at < items.length;) {
      const kind = items[at] as number;
      this.#kinds.push(kind);
      if (kind === 1) {
        this.#items.push({ ...noLeg, sequence: items[at + 1] as number });
        at += 2;
      } else if (kind === 2) {
        this.#items.push({ ...noContainer, containerNo: text(at + 1) });
        at += 2;
      } else {
        const event = newEvent(text(at + 1), text(at + 2), text(at + 3), items[at + 4] as number);
        this.#items.push(event as Holder);
        at += 5;
      }
    }
  }

  #readEvents(): EventContent[] {
    if (this.#moved) sortNearly(this.#events, compareEvents);
    this.#moved = false;
    return this.#events;
  }

  isQuiet(index: number): boolean {
    return this.#packed[5][this.#starts[index] as number] === 0;
  }

  apply(index: number): void {
    const [, timeBase, unit, texts, , entries] = this.#packed;
    const start = this.#starts[index] as number;
    const end = start + 1 + 2 * (entries[start] as number);
    let shown = false;
    let boxes = false;
    let corrected = false;
    for (let at = start + 1; at < end; at += 2) {
      const slot = entries[at] as number;
      const code = entries[at + 1] as number;
      const item = (slot - (slot % slots)) / slots;
      const kind = this.#kinds[item] as number;
      const attribute = slot % slots;
      if (slot === correctedSlot) corrected = true;
      else if (attribute === thereSlot) this.#place(item, kind, code === 1);
      else {
        const value =
          code === 0 ? null : code % 2 === 0 ? (texts[code / 2 - 1] ?? null) : timeBase + ((code - 1) / 2) * unit;
        (this.#items[item] as Holder)[namesOf[kind]?.[attribute] as string] = value;
      }
      if (kind <= 1) shown = true;
      else if (kind === 2) boxes = true;
      else this.#moved = true;
    }
    if (boxes) sortNearly(this.#containers, compareContainers);
    if (!shown) return;
    sortNearly(this.#legs, compareLegs);
    if (this.#history) noteShown(this.history, this.#fused.content, null, this.moments[index] as Instant, corrected);
  }

  #place(item: number, kind: number, there: boolean): void {
    const list = (kind === 1 ? this.#legs : kind === 2 ? this.#containers : this.#events) as Holder[];
    const one = this.#items[item] as Holder;
    if (there) list.push(one);
    else list.splice(list.indexOf(one), 1);
  }

  fused(): FusedShipment {
    return this.#fused;
  }
}

const namesOf: readonly (readonly string[])[] = [
  trackedAttributes.booking,
  trackedAttributes.leg,
  trackedAttributes.container,
  trackedAttributes.event,
];

/** What is kept of a shipment: every change, the track made of them, or what sources said. */
export type Kept = readonly KnownChange[] | TrackText | Told;

const isChanges = (kept: Exclude<Kept, string>): kept is readonly KnownChange[] => Array.isArray(kept);

/** Plays what is kept of a shipment; `history`: with what was ever shown. */
export function play(kept: Kept, history: boolean): Playback {
  if (typeof kept === 'string') return new TrackedShipment(kept, history);
  return isChanges(kept) ? playChanges(kept) : playTold(kept);
}
