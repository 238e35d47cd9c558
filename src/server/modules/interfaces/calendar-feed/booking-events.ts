import { operatorIn } from '#server/modules/administration/masterdata/index.ts';
import { both } from '#shared/i18n/text.ts';
import { openingCodes } from '#shared/reference/cutoff-codes.ts';
import type { Instant } from '#shared/time/instant.ts';
import { cutoffName } from './cutoff-name.ts';
import type { CalendarEvent } from './event.ts';
import { type EventWords, factLines, placeText } from './shipment-events.ts';

/** A booking as calendars read it: the carrier confirmed its cut-offs. */
export type CalendarBooking = {
  id: number;
  tenant_id: number;
  booking_no: string | null;
  carrier_code: string;
  pol_code: string;
  vessel_name: string | null;
  voyage: string | null;
  cut_offs: readonly { code: string; at: Instant }[];
};

const texts = {
  source: both('来源', 'Source'),
  confirmed: both('订舱确认', 'Booking confirmation'),
  carrier: both('承运人', 'Carrier'),
  vessel: both('船名 / 航次', 'Vessel / voyage'),
} as const;

/** Cut-offs of a booking; what its shipment says itself is left out by the caller. */
export function bookingEvents(booking: CalendarBooking, words: EventWords): CalendarEvent[] {
  const { lang, reference } = words;
  const place = placeText(booking.pol_code, words);
  const operator = operatorIn(reference, booking.carrier_code);
  const url = `${words.publicUrl}/booking-record-management?${new URLSearchParams({ bookingNo: booking.booking_no ?? '' })}`;
  const facts = [
    [texts.source[lang], texts.confirmed[lang]],
    [texts.carrier[lang], (lang === 'zh' ? operator?.nameCn : null) ?? operator?.nameEn ?? booking.carrier_code],
    [texts.vessel[lang], [booking.vessel_name, booking.voyage].filter(Boolean).join(' / ')],
  ] as const;
  return booking.cut_offs
    .filter(({ code }) => !openingCodes.has(code))
    .map(({ code, at }) => ({
      key: `booking-${booking.id}-cutoff-${code}`,
      at,
      zone: place.zone,
      summary: [cutoffName(code, lang), place.name, booking.booking_no].filter(Boolean).join(' · '),
      description: [...factLines(facts, lang), url].join('\n'),
      location: place.name,
      url,
    }));
}
