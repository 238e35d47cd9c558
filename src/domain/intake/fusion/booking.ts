import { emptyBooking } from '../../tracking/empty-content.ts';
import type { BookingContent, SourceRecord } from '../../tracking/model.ts';
import { beginItem, claimsOn, isSameValue, settle } from './claims.ts';
import type { FusionContext, Part, SettledItem } from './claims.ts';
import { bookingAttributes, bookingPath } from './paths.ts';
import type { LegSlot } from './route.ts';
import type { AttributeValue, Claim, FusionRule } from './types.ts';

/** An estimate that nobody gives is shown as planned: the weaker classifier stands in for the stronger. */
const plannedFor = { etd: 'plannedDeparture', eta: 'plannedArrival' } as const;

type End = 'portOfLoading' | 'portOfDischarge';

/** What the booking says of where the way begins and where it ends. */
const attributesOf: Readonly<Record<End, ReadonlySet<string>>> = {
  portOfLoading: new Set(['portOfLoading', 'plannedDeparture', 'etd']),
  portOfDischarge: new Set(['portOfDischarge', 'plannedArrival', 'eta']),
};

const ends = ['portOfLoading', 'portOfDischarge'] as const satisfies readonly End[];

const atEnd = <T>(inOrder: readonly T[], end: End): T | undefined =>
  end === 'portOfLoading' ? inOrder[0] : inOrder.at(-1);

/** Where a record's own way begins or ends; one without legs, as terminals write them, has the ports of its booking alone. */
function portAtEnd({ content: { legs, booking } }: SourceRecord, end: End): string | null {
  if (legs.length === 0) return booking[end] || null;
  const inOrder = legs.toSorted((a, b) => a.sequence - b.sequence);
  return atEnd(inOrder, end)?.[end] || null;
}

/**
 * Records that know a part of the way only: as far as a port from where, as others know, it goes on, or from one to which the
 * cargo came by another ship. What they call the port of discharge (or of loading), and when they expect the cargo there (or
 * away from there), is not stated of the end of the way. An expert means what he enters.
 */
function recordsOfPartAt(
  records: readonly SourceRecord[],
  slots: readonly LegSlot[],
  end: End,
): ReadonlySet<SourceRecord> {
  const common = atEnd(slots, end)?.[end] ?? null;
  if (common === null || !records.some(({ content }) => content.booking[end] === common)) return new Set();
  const onTheWay = new Set(
    slots.slice(0, -1).flatMap(({ portOfDischarge: port }, index) => {
      return port !== null && port !== common && slots[index + 1]?.portOfLoading === port ? [port] : [];
    }),
  );
  const isOfPart = (record: SourceRecord): boolean => {
    const port = portAtEnd(record, end);
    const isEnd = port === (record.content.booking[end] || port);
    return record.sourceType !== 'EXPERT' && port !== null && isEnd && onTheWay.has(port);
  };
  return new Set(records.filter(isOfPart));
}

/** The records that know a part of the way only, by the end of it that they do not know. */
export type RecordsOfPart = Readonly<Record<End, ReadonlySet<SourceRecord>>>;

/** Which records know a part of the common route only. */
export const recordsOfPart = (records: readonly SourceRecord[], slots: readonly LegSlot[]): RecordsOfPart => ({
  portOfLoading: recordsOfPartAt(records, slots, 'portOfLoading'),
  portOfDischarge: recordsOfPartAt(records, slots, 'portOfDischarge'),
});

type Booking = { item: SettledItem; parts: readonly Part<BookingContent>[]; ofPart: RecordsOfPart };

function settleBooking(
  context: FusionContext,
  { item, parts, ofPart }: Booking,
  attribute: keyof BookingContent,
): AttributeValue {
  const kind = bookingPath(attribute);
  const end = ends.find((one) => attributesOf[one].has(attribute));
  const isOfPart = ({ record }: Part<BookingContent>): boolean => end !== undefined && ofPart[end].has(record);
  const counted = parts.filter((part) => !isOfPart(part));
  const passed: Claim[] = claimsOn(parts.filter(isOfPart), attribute);
  const claims = claimsOn(counted, attribute);
  const isPlanned = claims.length === 0 && (attribute === 'etd' || attribute === 'eta');
  const rule: FusionRule | undefined = passed.length > 0 ? 'route' : isPlanned ? 'classifier' : undefined;
  const used = isPlanned ? claimsOn(counted, plannedFor[attribute]) : claims;
  const value = settle(context, item, attribute, kind, used, rule && { rule });
  const decided = item.statement?.[attribute];
  if (decided !== undefined && passed.length > 0) {
    const agrees = (claim: Claim): boolean => isSameValue(claim.value, value);
    decided.others = [...decided.others, ...passed].sort((a, b) => Number(agrees(a)) - Number(agrees(b)));
  }
  return value;
}

/**
 * Fuses the booking values of all records along their common route; when the ship left and came is decided as calls.
 */
export const fuseBooking = (
  context: FusionContext,
  records: readonly SourceRecord[],
  ofPart: RecordsOfPart,
): BookingContent => {
  const parts = records.map((record) => ({ record, item: record.content.booking }));
  const of = { item: beginItem('booking'), parts, ofPart };
  const booking: BookingContent = { ...emptyBooking };
  const values: Record<string, AttributeValue> = booking;
  for (const attribute of bookingAttributes) {
    const isCall = attribute === 'atd' || attribute === 'ata';
    values[attribute] = isCall ? null : settleBooking(context, of, attribute);
  }
  return booking;
};
