import { eventKey, isNumericAttribute, isTimeAttribute, parsePath } from '#domain/intake/fusion/paths.ts';
import type { AttributeValue } from '#domain/intake/fusion/types.ts';
import type { OtherMode } from '#domain/tracking/journey/mode.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { parseTimeText } from '#shared/time/parse-time-text.ts';
import { fromLocalText, isZone, zoneOfUnknownPlace } from '#shared/time/zone.ts';
import { isOneOf, keysOf } from '#shared/values/objects.ts';
import { placeTimeStr } from '#shared/time/place-time.ts';
import { readWord } from './read-word.ts';

/** The zone of places that have none. */
export const fallbackZone = zoneOfUnknownPlace;
/** The end of the year 9999: nothing later has a date. */
const latest = Date.UTC(10_000, 0, 1);
/** More kilograms, cubic metres or pieces no container holds. */
const maxAmount = 1e9;
const departures = new Set(['etd', 'atd', 'plannedDeparture']);

/** The place in whose time an attribute of a shipment is read and shown; null for what is no time. */
export function zoneOfPath(
  path: string,
  content: ShipmentContent | undefined,
  reference: ReferenceSnapshot,
): string | null {
  const parsed = parsePath(path);
  if (parsed === undefined || !isTimeAttribute(parsed.attribute)) return null;
  const zoneOf = (code: string | null | undefined): string =>
    (code == null ? null : placeIn(reference, code)?.zone) ?? fallbackZone;
  if (parsed.kind === 'event') {
    const event = content?.events.find((item) => eventKey(item) === parsed.key);
    return event?.zone ?? zoneOf(event?.portCode ?? parsed.key.split('|')[2]);
  }
  const item =
    parsed.kind === 'leg' ? content?.legs.find((leg) => String(leg.sequence) === parsed.key) : content?.booking;
  return zoneOf(departures.has(parsed.attribute) ? item?.portOfLoading : item?.portOfDischarge);
}

/** Epoch milliseconds have thirteen digits; with twelve or fourteen it is a time written without signs between. */
const epochDigits = /^\d{13}$/;

/** An instant that can be written as a time of its place and read again. */
const isReportable = (instant: number, zone: string): boolean =>
  Number.isInteger(instant) && Math.abs(instant) < latest && parseTimeText(placeTimeStr(instant, zone)) !== undefined;

/** A time as typed in a zone, or as an instant. */
export function readTime(input: string | number, zone: string): number {
  const isEpoch = typeof input === 'number' || epochDigits.test(input.trim());
  const local = isEpoch ? undefined : parseTimeText(String(input));
  const instant = isEpoch ? Number(input) : local === undefined ? undefined : fromLocalText(local, zone);
  if (instant === undefined || !isReportable(instant, zone)) throw refused('override.timeFormat');
  return instant;
}

/** An amount with two decimals. */
export function readAmount(input: string | number): number {
  const amount = Number(String(input).replaceAll(',', ''));
  if (!Number.isFinite(amount) || amount < 0 || amount > maxAmount) throw refused('override.numberFormat');
  return Math.round(amount * 100) / 100;
}

/** Text of an attribute of a booking of a mode: a place or carrier by its code, a name in capitals. */
export function readText(
  attribute: string,
  input: string | number,
  reference: ReferenceSnapshot,
  mode: OtherMode | undefined,
): string {
  const text = String(input).normalize('NFKC').trim().replace(/\s+/g, ' ');
  if (text.length > 200) throw refused('subscription.textTooLong', { max: 200 });
  if (attribute === 'zone') {
    if (!isZone(text)) throw refused('override.zoneUnknown', { zone: text.slice(0, 60) });
    return text;
  }
  return readWord(attribute, text, reference, mode);
}

const required = {
  billNo: 'subscription.billRequired',
  carrierCode: 'subscription.carrierRequired',
  portOfLoading: 'override.polRequired',
  portOfDischarge: 'override.podRequired',
} as const;

/**
 * What an expert typed as a value of an attribute: a time of its place, an amount, a known port, text. Nothing typed
 * clears the field, which bill number (of a bill), carrier and the two ports do not allow.
 */
export function readValue({
  path,
  input,
  content,
  subject,
  reference,
}: {
  path: string;
  input: string | number | null;
  content: ShipmentContent;
  subject: string;
  reference: ReferenceSnapshot;
}): AttributeValue {
  const parsed = parsePath(path);
  if (parsed === undefined || parsed.attribute === 'containerNo') throw refused('override.fixed');
  const { kind, attribute } = parsed;
  if (input === null || String(input).trim() === '') {
    const isNeeded = kind === 'booking' && (attribute !== 'billNo' || subject === 'bill');
    if (isNeeded && isOneOf(keysOf(required), attribute)) throw refused(required[attribute]);
    return null;
  }
  if (isTimeAttribute(attribute)) return readTime(input, zoneOfPath(path, content, reference) ?? fallbackZone);
  return isNumericAttribute(attribute) ? readAmount(input) : readText(attribute, input, reference, content.mode);
}

/** A value as text: a time in its place's zone. */
export function valueText(value: AttributeValue, zone: string | null): string | null {
  if (value === null) return null;
  return typeof value === 'number' && zone !== null ? placeTimeStr(value, zone) : String(value);
}
