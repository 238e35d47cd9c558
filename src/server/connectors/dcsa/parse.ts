import { emptyContent } from '#domain/tracking/empty-content.ts';
import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import type { Connector, ParsedRecord, ParseReference, ParseRefusal } from '../types.ts';
import { refusal } from '../untrusted.ts';
import { collectEvents } from './collect-events.ts';
import { toContent } from './to-content.ts';
import type { Dialect } from './dialect.ts';
import type { DcsaEvent } from './types.ts';

type About = Parameters<Connector['parse']>[1];

const upper = (text: string | null): string | null => (text === null ? null : text.trim().toUpperCase() || null);

/** Whether two numbers are one bill: many carriers leave the four letters of their code out. */
function isSameBill(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 6 && long.length === short.length + 4 && long.endsWith(short) && /^[A-Z]{4}/.test(long);
}

/** Whether an event says by its references that it is about something else. */
function strangerField(event: DcsaEvent, bill: string | null, container: string | null): string | null {
  if (container !== null && event.containerNo !== null && event.containerNo !== container) return 'equipmentReference';
  if (bill === null || (event.bills.length === 0 && event.bookings.length === 0)) return null;
  if (event.bookings.includes(bill) || event.bills.some((one) => isSameBill(one, bill))) return null;
  // An event that names only the booking cannot contradict a bill.
  return event.bills.length > 0 ? 'documentReferences' : null;
}

/** A container has many voyages in its life: the bill reported last counts, with what names no bill. */
function newestVoyage(events: readonly DcsaEvent[]): DcsaEvent[] {
  const bill = events.findLast((event) => event.bills.length > 0)?.bills[0];
  return bill === undefined
    ? [...events]
    : events.filter((event) => event.bills.length === 0 || event.bills.includes(bill));
}

/** A bill of digits only with the carrier's letters in front, as people and other sources write it. */
export const completeBill = (bill: string, carrierCode: string): string =>
  /^\d{6,20}$/.test(bill) && /^[A-Z]{4}$/.test(carrierCode) ? `${carrierCode}${bill}` : bill;

/** Makes one record of a carrier's answers; events that cannot be taken are refused one by one. Never throws. */
export const parseEvents: Connector['parse'] = (bodies, about, reference) => parseDialect(bodies, about, reference, {});

/** The same for a carrier with deviations that its events do not show. */
export function parseDialect(
  bodies: readonly Uint8Array[],
  about: About,
  reference: ParseReference,
  { localTimesAsUtc = false, billsWithoutScac = false }: Dialect,
): ParsedRecord {
  const zoneOf = (code: string): string | undefined => reference.zoneOf(reference.resolvePort(code) ?? code);
  const { withdrawn, refusals, tolerated, ...collected } = collectEvents(bodies, {
    receivedAt: about.receivedAt,
    zoneOf,
    localTimesAsUtc,
  });
  const events = billsWithoutScac
    ? collected.events.map((event) => ({
        ...event,
        bills: event.bills.map((bill) => completeBill(bill, about.carrierCode)),
      }))
    : collected.events;
  const bill = upper(about.billNo);
  const container = about.subject === 'container' ? normalizeContainerNumber(about.containerNo ?? '') || null : null;
  const strangers: ParseRefusal[] = [];
  const own = events.filter((event) => {
    const field = strangerField(event, bill, container);
    if (field === null) return true;
    const value = field === 'equipmentReference' ? event.containerNo : event.bills[0];
    strangers.push(refusal('unknown_reference', { eventId: event.eventId, field, value }));
    return false;
  });
  const counted = bill === null && about.subject === 'container' ? newestVoyage(own) : own;
  // Reports that claim to be from the future stand before all others and say nothing about when.
  const newest = counted.findLast(({ createdAt }) => createdAt > 0)?.createdAt;
  const subject = { billNo: bill, containerNo: container, carrierCode: about.carrierCode };
  const { content, left } = toContent(counted, subject, reference);
  if (left > 0) strangers.push(refusal('too_many_events', { field: 'transportCall', value: left }));
  // Anyone who takes back all that was reported says something; anyone who tells nothing does not.
  const isWithdrawn = content === null && withdrawn > 0;
  return {
    content: isWithdrawn ? emptyContent(bill, null, about.carrierCode) : content,
    ...(isWithdrawn ? { withdrawn: true as const } : {}),
    // A source whose clock runs ahead cannot have spoken after it was heard.
    observedAt: newest === undefined ? about.receivedAt : Math.min(newest, about.receivedAt),
    refusals: [...refusals, ...strangers],
    ...(Object.keys(tolerated).length > 0 && { tolerated }),
  };
}
