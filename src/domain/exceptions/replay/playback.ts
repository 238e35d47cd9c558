import { compareEvents } from '../../intake/fusion/events.ts';
import { bookingAttributes, containerAttributes, legAttributes } from '../../intake/fusion/paths.ts';
import type { AttributeValue, FusedShipment, FieldOverride, Precedence } from '../../intake/fusion/types.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { recordOf } from '#shared/values/objects.ts';
import { emptyEvent } from '../../tracking/empty-content.ts';
import type {
  BookingContent,
  ContainerContent,
  EventContent,
  LegContent,
  ShipmentContent,
  SourceRecord,
} from '../../tracking/model.ts';
import { noteShown } from '../../tracking/shown-history.ts';
import type { ShownHistory } from '../../tracking/shown-history.ts';
import { ShownShipment } from './shown-shipment.ts';
import type { FusionChange } from './shown-shipment.ts';
import { sortNearly } from './sort-nearly.ts';
import { correctedSlot, slots, thereSlot, trackedAttributes } from './track.ts';
import type { TrackText } from './track.ts';
import { fuse } from '../../intake/fusion/fuse.ts';
import { provenanceAt } from '../../intake/fusion/provenance.ts';

/** What all sources stated, and what experts had entered, from a moment on. */
export type ReportedMoment = { at: Instant; records: readonly SourceRecord[]; overrides: readonly FieldOverride[] };

/** What sources stated over time, oldest first, for rules that compare them; fused by one precedence. */
export type Reported = { moments: readonly ReportedMoment[]; precedence: Precedence };

/** Plays what sources stated: every record, fused again at each moment. */
function playReported({ moments, precedence }: Reported): Playback {
  const history: ShownHistory = { eta: [], departure: [], route: [], ships: [] };
  let records: readonly SourceRecord[] = [];
  let fused: FusedShipment | undefined;
  return {
    moments: moments.map(({ at }) => at),
    history,
    isQuiet: () => false,
    apply: (index) => {
      const moment = itemAt(moments, index);
      records = moment.records;
      fused = fuse(records, moment.overrides, precedence);
      noteShown(history, fused.content, provenanceAt(fused, 'booking.eta')?.winner.sourceCode ?? null, moment.at);
    },
    fused: () => {
      if (fused === undefined) throw new Error('nothing was told yet');
      return fused;
    },
    records: () => records,
  };
}

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

const none = (): null => null;
const noBooking: BookingContent = recordOf(bookingAttributes, none);
const noLeg: Omit<LegContent, 'sequence'> = recordOf(legAttributes, none);
const noContainer: Omit<ContainerContent, 'containerNo'> = recordOf(containerAttributes, none);

const newEvent = (containerNo: string, statusCode: string, portCode: string, occurrence: number): EventContent =>
  emptyEvent(containerNo || null, statusCode, portCode || null, occurrence);

const compareLegs = (a: LegContent, b: LegContent): number => a.sequence - b.sequence;
const compareContainers = (a: ContainerContent, b: ContainerContent): number =>
  a.containerNo < b.containerNo ? -1 : 1;

/** With every source that stated something. */
function playChanges(changes: readonly FusionChange[]): Playback {
  const shown = new ShownShipment();
  return {
    moments: changes.map(({ knownAt }) => knownAt),
    history: shown.history,
    isQuiet: () => false,
    apply: (index) => shown.apply(itemAt(changes, index)),
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

/** Within bounds by construction. */
const numberAt = (list: readonly number[], index: number): number => list[index] as number;

/** A shipment as its track tells it: which source stated what is not known, nor are details of events. */
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
  readonly #content: Omit<ShipmentContent, 'events'>;
  readonly #history: boolean;
  /** Events have moved since somebody looked at them; most rules seldom do. */
  #moved = false;

  constructor(track: TrackText, history: boolean) {
    this.#history = history;
    this.#packed = JSON.parse(track) as Packed;
    const [base, , , , , entries] = this.#packed;
    for (let at = 0; at < entries.length; at += 2 + 2 * numberAt(entries, at + 1)) {
      this.moments.push(base + numberAt(entries, at));
      this.#starts.push(at + 1);
    }
    const booking = { ...noBooking };
    this.#items.push(booking);
    this.#makeItems();
    this.#content = { booking, legs: this.#legs, containers: this.#containers };
  }

  #makeItems(): void {
    const [, , , texts, items] = this.#packed;
    const text = (at: number): string => String(texts[numberAt(items, at)]);
    for (let at = 0; at < items.length;) {
      const kind = numberAt(items, at);
      this.#kinds.push(kind);
      if (kind === 1) {
        this.#items.push({ ...noLeg, sequence: numberAt(items, at + 1) });
        at += 2;
      } else if (kind === 2) {
        this.#items.push({ ...noContainer, containerNo: text(at + 1) });
        at += 2;
      } else {
        this.#items.push(newEvent(text(at + 1), text(at + 2), text(at + 3), numberAt(items, at + 4)));
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
    return this.#packed[5][numberAt(this.#starts, index)] === 0;
  }

  apply(index: number): void {
    const [, timeBase, unit, texts, , entries] = this.#packed;
    const start = numberAt(this.#starts, index);
    const end = start + 1 + 2 * numberAt(entries, start);
    let shown = false;
    let containers = false;
    let corrected = false;
    for (let at = start + 1; at < end; at += 2) {
      const slot = numberAt(entries, at);
      const code = numberAt(entries, at + 1);
      const item = (slot - (slot % slots)) / slots;
      const kind = numberAt(this.#kinds, item);
      const attribute = slot % slots;
      if (slot === correctedSlot) corrected = true;
      else if (attribute === thereSlot) this.#place(item, kind, code === 1);
      else {
        const value =
          code === 0 ? null : code % 2 === 0 ? (texts[code / 2 - 1] ?? null) : timeBase + ((code - 1) / 2) * unit;
        this.#holderOf(item)[nameAt(kind, attribute)] = value;
      }
      if (kind <= 1) shown = true;
      else if (kind === 2) containers = true;
      else this.#moved = true;
    }
    if (containers) sortNearly(this.#containers, compareContainers);
    if (!shown) return;
    sortNearly(this.#legs, compareLegs);
    if (this.#history) noteShown(this.history, this.#content, null, itemAt(this.moments, index), corrected);
  }

  /** Within bounds by construction. */
  #holderOf(item: number): Holder {
    return this.#items[item] as Holder;
  }

  #place(item: number, kind: number, there: boolean): void {
    const list: Holder[] = kind === 1 ? this.#legs : kind === 2 ? this.#containers : this.#events;
    const one = this.#holderOf(item);
    if (there) list.push(one);
    else list.splice(list.indexOf(one), 1);
  }

  /** A content of its own each time: this one goes on changing, and what is found of a content is remembered. */
  fused(): FusedShipment {
    const events = (): EventContent[] => this.#readEvents();
    const content = {
      ...this.#content,
      get events() {
        return events();
      },
    };
    return { content, provenance: {} };
  }
}

const namesOf: readonly (readonly string[])[] = [
  trackedAttributes.booking,
  trackedAttributes.leg,
  trackedAttributes.container,
  trackedAttributes.event,
];

/** Within bounds by construction. */
const nameAt = (kind: number, attribute: number): string => namesOf[kind]?.[attribute] as string;

/** What is kept of a shipment: every change, the track made of them, or what sources stated. */
export type StoredTrack = readonly FusionChange[] | TrackText | Reported;

const isChanges = (kept: Exclude<StoredTrack, string>): kept is readonly FusionChange[] => Array.isArray(kept);

/** Plays what is kept of a shipment; `history`: with what was ever shown. */
export function play(kept: StoredTrack, history: boolean): Playback {
  if (typeof kept === 'string') return new TrackedShipment(kept, history);
  return isChanges(kept) ? playChanges(kept) : playReported(kept);
}
