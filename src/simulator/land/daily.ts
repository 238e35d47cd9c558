import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';

/** Serials of the world count from this day. */
const FIRST_DAY = Date.UTC(2025, 0, 1) / DAY_MS;

/** Something that is booked at a moment of the world. */
export type Booked = { bookedAt: Instant };

/** Things of which so many are booked a day, each made of its serial alone: a pure function of the seed. */
export function createDaily<T extends Booked>(perDay: number, build: (serial: number, day: number) => T | undefined) {
  return {
    at: (serial: number): T | undefined =>
      Number.isInteger(serial) && serial >= 0 ? build(serial, FIRST_DAY + Math.floor(serial / perDay)) : undefined,
    /** Those booked within a stretch of time, oldest first. */
    booked(from: Instant, to: Instant): T[] {
      const first = Math.max(FIRST_DAY, Math.floor(from / DAY_MS));
      const days = Array.from(
        { length: Math.max(0, Math.floor(to / DAY_MS) - first + 1) },
        (_, index) => first + index,
      );
      return days
        .flatMap((day) =>
          Array.from({ length: perDay }, (_, number) => (day - FIRST_DAY) * perDay + number).flatMap(
            (serial) => build(serial, day) ?? [],
          ),
        )
        .filter(({ bookedAt }) => bookedAt >= from && bookedAt <= to)
        .toSorted((a, b) => a.bookedAt - b.bookedAt);
    },
  };
}

/** Things that are booked beside the daily ones, with numbers of their own. */
export type ExtraBookings<T extends Booked> = {
  find(number: string): T | undefined;
  booked(from: Instant, to: Instant): readonly T[];
};

/** No further ones. */
export const none: ExtraBookings<never> = { find: () => undefined, booked: () => [] };

/** Those booked within a stretch of time, the further ones among them, oldest first. */
export const within =
  <T extends Booked>(
    daily: { booked(from: Instant, to: Instant): readonly T[] },
    extra: ExtraBookings<T>,
  ): ((from: Instant, to: Instant) => T[]) =>
  (from, to) =>
    [...daily.booked(from, to), ...extra.booked(from, to)].toSorted((a, b) => a.bookedAt - b.bookedAt);

/** What the world did to goods, and which exception that has to raise while it lasts. */
export type LandCause = { code: string; from: Instant; to: Instant };

const tenants = ['ALPHA', 'BETA', 'GAMMA'] as const;

/** Tenants of the world, in turn. */
export const tenantOf = (serial: number): string => itemAt(tenants, serial % tenants.length);
