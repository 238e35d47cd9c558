import type { Instant } from '#shared/time/instant.ts';
import { addLocalDays, localDayEnd } from '#shared/time/zone.ts';

/** How long a container may stay without charge: the end of its last free day at the place. */
export type FreeTime = { startedAt: Instant; lastFreeDayEndsAt: Instant };

/** What a carrier's tariff says of containers at a place. */
export type FreeTimeTariff = {
  demurrageDays: number;
  detentionDays: number;
  demurrageRate: number | null;
  detentionRate: number | null;
  /** Days of storage without charge, and what a day costs afterwards; left out where the tariff says nothing of it. */
  storageDays?: number | null;
  storageRate?: number | null;
  currency: string | null;
};

/** A tariff with the carrier it is of, and the port or country it is for. */
export type TariffRow = FreeTimeTariff & { carrierCode: string; placeCode: string };

/** Looks up what a carrier's tariff says of a port: its own row before that of its country. */
export function createTariffs(
  rows: readonly TariffRow[],
): (carrierCode: string, portCode: string) => FreeTimeTariff | undefined {
  const byPlace = new Map(rows.map((row) => [`${row.carrierCode}|${row.placeCode}`, row]));
  return (carrierCode, portCode) =>
    byPlace.get(`${carrierCode}|${portCode}`) ?? byPlace.get(`${carrierCode}|${portCode.slice(0, 2)}`);
}

/**
 * The free days that count: those agreed on (set by people, other than the product's own), else those of the tariff, else
 * the product's own.
 */
export const freeDaysOf = (set: number, own: number, tariff: number | undefined): number =>
  set === own ? (tariff ?? own) : set;

/**
 * Free time from a discharge or gate-out, counted in calendar days of the place: the day of the move is day 0 and the
 * last free day ends at its midnight. Throws RangeError for an unknown zone.
 */
export function freeTimeFrom(startedAt: Instant, freeDays: number, zone: string): FreeTime {
  const days = Math.max(0, Math.floor(freeDays));
  return { startedAt, lastFreeDayEndsAt: localDayEnd(addLocalDays(startedAt, days, zone), zone) };
}
