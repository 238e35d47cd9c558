import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import type { DayRates } from './price-document.ts';

/** The day on which prices and exchange rates count, in universal time. */
export const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

/** The earliest day that has not passed everywhere on earth. */
export const todayAt = (now: Instant): string => dayOf(now - DAY_MS / 2);

/** The day before. */
export const dayBefore = (day: string): string => dayOf(Date.parse(day) - DAY_MS);

/** Exchange rates that count on a day: the newest of each currency by then. */
export async function readDayRates(database: Database, day: string): Promise<DayRates> {
  const rows = await database.query<{ currency: string; usd_per_unit: number; valid_from: string }>(
    `select distinct on (currency) currency, usd_per_unit, valid_from from exchange_rate where valid_from <= $1::date
     order by currency, valid_from desc`,
    [day],
  );
  return new Map(rows.map((row) => [row.currency, { usdPerUnit: row.usd_per_unit, validFrom: row.valid_from }]));
}
