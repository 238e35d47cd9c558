import type { ShipmentContent, SourceRecord } from '../tracking/model.ts';

// The ends of the way, reported without the code that fuses.

/** What a booking says of the beginning and of the end of the way. */
const endsOf = {
  portOfLoading: ['portOfLoading', 'plannedDeparture', 'etd'],
  portOfDischarge: ['portOfDischarge', 'plannedArrival', 'eta'],
} as const;
/** The end of the way that an attribute of the booking is stated of; undefined for others. */
export const endNamed = (attribute: string): keyof typeof endsOf | undefined =>
  (['portOfLoading', 'portOfDischarge'] as const).find((end) => endsOf[end].some((name) => name === attribute));

/** What a record that knows only the way to or from a port of transhipment says of the end of the booking does not count. */
export function isOfOtherEnd(
  { sourceType, content }: SourceRecord,
  end: keyof typeof endsOf,
  { legs }: ShipmentContent,
): boolean {
  const own = content.legs.toSorted((a, b) => a.sequence - b.sequence);
  const reported = own.length === 0 ? content.booking : end === 'portOfLoading' ? own[0] : own.at(-1);
  const port = reported?.[end] || null;
  const isBetween = legs.some(
    (leg, index) => index > 0 && leg.portOfLoading === port && legs[index - 1]?.portOfDischarge === port,
  );
  const common = (end === 'portOfLoading' ? legs[0] : legs.at(-1))?.[end];
  return (
    sourceType !== 'EXPERT' && port !== null && port === (content.booking[end] || port) && isBetween && port !== common
  );
}
