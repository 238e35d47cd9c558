import { refused } from '#server/platform/errors/app-error.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';

/** Days a subscription may span at most, and sailings that may be subscribed at once. */
const maxDays = 15;
export const maxAtOnce = 10;

/** Refuses days in the past, the wrong way round, or too far apart; the first day that it has already may stay. */
export function checkDays(effectiveDate: string, expiryDate: string, today: string, since?: string): void {
  const [first, last] = [effectiveDate, expiryDate].map((day) => fromLocalText(`${day} 00:00:00`, 'UTC'));
  if (first === undefined || last === undefined) throw refused('sailing.badDate');
  if (effectiveDate < today && effectiveDate !== since) throw refused('tracking.effectiveTooEarly');
  if (expiryDate < today || expiryDate < effectiveDate) throw refused('tracking.expiryTooEarly');
  if ((last - first) / DAY_MS > maxDays) throw refused('tracking.spanTooLong', { max: maxDays });
}
