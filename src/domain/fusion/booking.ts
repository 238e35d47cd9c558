import type { BookingContent, SourceRecord } from '../tracking/model.ts';
import { beginItem, claimsOn, isSameValue, settle } from './claims.ts';
import type { FusionContext, Part, SettledItem } from './claims.ts';
import { bookingAttributes, bookingPath } from './paths.ts';
import type { LegSlot } from './route.ts';
import type { AttributeValue, Claim, FusionRule } from './types.ts';

/** An estimate that nobody gives is shown as planned: the weaker classifier stands in for the stronger. */
const plannedFor = { etd: 'plannedDeparture', eta: 'plannedArrival' } as const;

/** What the booking says of its end. */
const endAttributes: ReadonlySet<string> = new Set(['portOfDischarge', 'plannedArrival', 'eta']);

const lastPort = ({ content: { legs } }: SourceRecord): string | null =>
  legs.toSorted((a, b) => a.sequence - b.sequence).at(-1)?.portOfDischarge || null;

/**
 * Records that know the way only as far as a port from where, as others know, it goes on: what they call the port of discharge,
 * and when they expect the cargo there, is not said of its end. An expert means what he enters.
 */
function recordsEndingEarly(records: readonly SourceRecord[], slots: readonly LegSlot[]): ReadonlySet<SourceRecord> {
  const end = slots.at(-1)?.portOfDischarge ?? null;
  if (end === null || !records.some(({ content }) => content.booking.portOfDischarge === end)) return new Set();
  const onTheWay = new Set(
    slots.slice(0, -1).flatMap(({ portOfDischarge: port }, index) => {
      return port !== null && port !== end && slots[index + 1]?.portOfLoading === port ? [port] : [];
    }),
  );
  const endsEarly = (record: SourceRecord): boolean => {
    const port = lastPort(record);
    const isEnd = port === (record.content.booking.portOfDischarge || port);
    return record.sourceType !== 'EXPERT' && port !== null && isEnd && onTheWay.has(port);
  };
  return new Set(records.filter(endsEarly));
}

type Booking = {
  item: SettledItem;
  parts: readonly Part<BookingContent>[];
  endingEarly: ReadonlySet<SourceRecord>;
};

function settleBooking(
  context: FusionContext,
  { item, parts, endingEarly }: Booking,
  attribute: keyof BookingContent,
): AttributeValue {
  const kind = bookingPath(attribute);
  const isOfEnd = endAttributes.has(attribute);
  const counted = isOfEnd ? parts.filter(({ record }) => !endingEarly.has(record)) : parts;
  const passed: Claim[] = isOfEnd
    ? claimsOn(
        parts.filter(({ record }) => endingEarly.has(record)),
        attribute,
      )
    : [];
  const claims = claimsOn(counted, attribute);
  const isPlanned = claims.length === 0 && (attribute === 'etd' || attribute === 'eta');
  const rule: FusionRule | undefined = isPlanned ? 'classifier' : passed.length > 0 ? 'route' : undefined;
  const used = isPlanned ? claimsOn(counted, plannedFor[attribute]) : claims;
  const value = settle(context, item, attribute, kind, used, rule && { rule });
  const decided = item.said?.[attribute];
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
  slots: readonly LegSlot[],
): BookingContent => {
  const parts = records.map((record) => ({ record, item: record.content.booking }));
  const of = { item: beginItem('booking'), parts, endingEarly: recordsEndingEarly(records, slots) };
  const booking: Record<string, AttributeValue> = {};
  for (const attribute of bookingAttributes) {
    const isCall = attribute === 'atd' || attribute === 'ata';
    booking[attribute] = isCall ? null : settleBooking(context, of, attribute);
  }
  return booking as BookingContent;
};
