import type { BookingContent, SourceRecord } from '../tracking/model.ts';
import { beginItem, claimsOn, settle } from './claims.ts';
import type { FusionContext, Part, SettledItem } from './claims.ts';
import { bookingAttributes, bookingPath } from './paths.ts';
import type { AttributeValue } from './types.ts';

/** An estimate that nobody gives is shown as planned: the weaker classifier stands in for the stronger. */
const plannedFor = { etd: 'plannedDeparture', eta: 'plannedArrival' } as const;

const settleBooking = (
  context: FusionContext,
  item: SettledItem,
  parts: readonly Part<BookingContent>[],
  attribute: keyof BookingContent,
): AttributeValue => {
  const kind = bookingPath(attribute);
  const claims = claimsOn(parts, attribute);
  if (claims.length === 0 && (attribute === 'etd' || attribute === 'eta')) {
    return settle(context, item, attribute, kind, claimsOn(parts, plannedFor[attribute]), { rule: 'classifier' });
  }
  return settle(context, item, attribute, kind, claims);
};

/** Fuses the booking values of all records; when the ship left and came is decided as calls. */
export const fuseBooking = (context: FusionContext, records: readonly SourceRecord[]): BookingContent => {
  const parts = records.map((record) => ({ record, item: record.content.booking }));
  const item = beginItem('booking');
  const booking: Record<string, AttributeValue> = {};
  for (const attribute of bookingAttributes) {
    const isCall = attribute === 'atd' || attribute === 'ata';
    booking[attribute] = isCall ? null : settleBooking(context, item, parts, attribute);
  }
  return booking as BookingContent;
};
