import { itemAt, lastItem } from '#shared/values/items.ts';
import type { LegContent, SourceRecord } from '../../tracking/model.ts';
import { byTrust } from './claims.ts';
import type { Precedence } from './types.ts';

/** One record's leg as it speaks about one leg of the common route. */
export type LegPart = {
  record: SourceRecord;
  item: LegContent;
  /** It speaks about the departure: it starts where the leg starts. */
  departs: boolean;
  /** It speaks about the arrival: it ends where the leg ends. */
  arrives: boolean;
  /** It speaks about ship and voyage; 'spare' only while nobody else does. */
  carries: boolean | 'spare';
  /** It names the ports of this very position, which may differ. */
  names: boolean;
};

/** One leg of the common route with everybody who speaks about it. */
export type LegSlot = { portOfLoading: string | null; portOfDischarge: string | null; parts: LegPart[] };

type Ports = { portOfLoading: string | null; portOfDischarge: string | null };

const isSamePair = (a: Ports, b: Ports): boolean =>
  a.portOfLoading !== null &&
  a.portOfDischarge !== null &&
  a.portOfLoading === b.portOfLoading &&
  a.portOfDischarge === b.portOfDischarge;

const isSame = (a: string | null, b: string | null): boolean => a !== null && a === b;

const isOpen = (a: string | null, b: string | null): boolean => a === null || b === null || a === b;

/** One leg as far as both know it: a port is the same, and none contradicts. */
const isSamePart = (a: Ports, b: Ports): boolean =>
  isOpen(a.portOfLoading, b.portOfLoading) &&
  isOpen(a.portOfDischarge, b.portOfDischarge) &&
  (isSame(a.portOfLoading, b.portOfLoading) || isSame(a.portOfDischarge, b.portOfDischarge));

const firstOf = <T>(list: readonly T[]): T => itemAt(list, 0);

const slotFor = (record: SourceRecord, item: LegContent): LegSlot => ({
  portOfLoading: item.portOfLoading,
  portOfDischarge: item.portOfDischarge,
  parts: [{ record, item, departs: true, arrives: true, carries: true, names: true }],
});

/** A leg that covers several legs of the route: it knows when the first starts and when the last ends. */
const spanParts = (parts: readonly LegPart[], slots: readonly LegSlot[]): void => {
  for (const part of parts) {
    if (part.departs) {
      firstOf(slots).parts.push({ ...part, arrives: false, carries: part.carries ? 'spare' : false, names: false });
    }
    if (part.arrives) lastItem(slots).parts.push({ ...part, departs: false, carries: false, names: false });
  }
};

/** The record's leg stands at the position of the slot; what it may speak about depends on the ports. */
const join = (slot: LegSlot, record: SourceRecord, item: LegContent): void => {
  const departs = isOpen(item.portOfLoading, slot.portOfLoading);
  const arrives = isOpen(item.portOfDischarge, slot.portOfDischarge);
  slot.portOfLoading ??= item.portOfLoading;
  slot.portOfDischarge ??= item.portOfDischarge;
  slot.parts.push({ record, item, departs, arrives, carries: departs || arrives, names: true });
};

const isConnected = (before: LegSlot | undefined, legs: readonly LegContent[], after: LegSlot | undefined): boolean => {
  if (!before && !after) return true;
  const fitsBefore = !before || isSame(before.portOfDischarge, firstOf(legs).portOfLoading);
  const fitsAfter = !after || isSame(after.portOfLoading, lastItem(legs).portOfDischarge);
  return fitsBefore && fitsAfter;
};

const hasPair = (slots: readonly LegSlot[], legs: readonly LegContent[]): boolean =>
  legs.some((leg) => slots.some((slot) => isSamePair(slot, leg)));

/** One side of the route says nothing between two legs both know. */
type Gap = { slots: LegSlot[]; legs: LegContent[]; before: LegSlot | undefined; after: LegSlot | undefined };

const joinAcross = (slots: LegSlot[], record: SourceRecord, legs: readonly LegContent[]): void => {
  const shared = Math.min(slots.length, legs.length);
  // Aligned at the end when only the ends meet, so that arrivals are compared with arrivals.
  const atEnd =
    !isSame(firstOf(slots).portOfLoading, firstOf(legs).portOfLoading) &&
    isSame(lastItem(slots).portOfDischarge, lastItem(legs).portOfDischarge);
  for (let index = 0; index < shared; index++) {
    const slot = itemAt(slots, atEnd ? slots.length - shared + index : index);
    join(slot, record, itemAt(legs, atEnd ? legs.length - shared + index : index));
  }
};

/** What the route looks like between two common legs once the record has spoken there. */
const fillGap = (gap: Gap, record: SourceRecord, route: readonly LegSlot[]): LegSlot[] => {
  const { slots, legs } = gap;
  if (legs.length === 0) return slots;
  const own = legs.map((leg) => slotFor(record, leg));
  if (slots.length === 0) return isConnected(gap.before, legs, gap.after) && !hasPair(route, legs) ? own : [];
  const sameStart = isSame(firstOf(slots).portOfLoading, firstOf(legs).portOfLoading);
  const sameEnd = isSame(lastItem(slots).portOfDischarge, lastItem(legs).portOfDischarge);
  if (sameStart && sameEnd && slots.length === 1 && legs.length > 1 && !hasPair(route, legs)) {
    spanParts(firstOf(slots).parts, own);
    return own;
  }
  if (sameStart && sameEnd && legs.length === 1) {
    const part = firstOf(slotFor(record, firstOf(legs)).parts);
    if (slots.length > 1) spanParts([part], slots);
    else join(firstOf(slots), record, firstOf(legs));
    return slots;
  }
  if (!hasPair(route, legs) && !sameStart && !sameEnd) {
    if (!gap.after && isSame(lastItem(slots).portOfDischarge, firstOf(legs).portOfLoading)) return [...slots, ...own];
    if (!gap.before && isSame(firstOf(slots).portOfLoading, lastItem(legs).portOfDischarge)) return [...own, ...slots];
  }
  joinAcross(slots, record, legs);
  return slots;
};

const mergeRecord = (route: readonly LegSlot[], record: SourceRecord, legs: readonly LegContent[]): LegSlot[] => {
  const merged: LegSlot[] = [];
  let slotIndex = 0;
  let legIndex = 0;
  const closeGap = (slotEnd: number, legEnd: number): void => {
    const gap: Gap = {
      slots: route.slice(slotIndex, slotEnd),
      legs: legs.slice(legIndex, legEnd),
      before: merged[merged.length - 1],
      after: route[slotEnd],
    };
    merged.push(...fillGap(gap, record, route));
  };
  for (const [index, leg] of legs.entries()) {
    const pair = route.findIndex((slot, at) => at >= slotIndex && isSamePair(slot, leg));
    // Half a leg belongs to the other half, wherever in the route that stands.
    const found = pair >= 0 ? pair : route.findIndex((slot, at) => at >= slotIndex && isSamePart(slot, leg));
    if (found < 0) continue;
    closeGap(found, index);
    const slot = itemAt(route, found);
    join(slot, record, leg);
    merged.push(slot);
    slotIndex = found + 1;
    legIndex = index + 1;
  }
  closeGap(route.length, legs.length);
  return merged;
};

/** Two neighbours with the same ports are one leg reported twice. */
const withoutRepeats = (slots: readonly LegSlot[]): LegSlot[] => {
  const kept: LegSlot[] = [];
  for (const slot of slots) {
    const previous = kept[kept.length - 1];
    if (previous && isSamePair(previous, slot)) previous.parts.push(...slot.parts);
    else kept.push(slot);
  }
  return kept;
};

/** The legs of a record in order; an empty port is an unknown one. */
function legsOf(record: SourceRecord): LegContent[] {
  return record.content.legs
    .map((leg) => ({
      ...leg,
      portOfLoading: leg.portOfLoading || null,
      portOfDischarge: leg.portOfDischarge || null,
    }))
    .sort((a, b) => a.sequence - b.sequence);
}

/**
 * The common route of all records. The most trusted record gives its legs; the others add legs that connect to
 * them or show a transhipment inside one of them, and otherwise speak about the leg at the same position.
 */
export const alignRoute = (records: readonly SourceRecord[], precedence: Precedence): LegSlot[] => {
  let route: LegSlot[] = [];
  for (const record of byTrust(records, precedence, 'leg.portOfLoading')) {
    if (record.content.legs.length === 0) continue;
    const legs = legsOf(record);
    route = withoutRepeats(
      route.length === 0 ? legs.map((leg) => slotFor(record, leg)) : mergeRecord(route, record, legs),
    );
  }
  return route;
};
