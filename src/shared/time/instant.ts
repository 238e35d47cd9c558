/** A moment as epoch milliseconds UTC; the only form of time inside the product. */
export type Instant = number;

/** One second in milliseconds. */
export const SECOND_MS = 1_000;
/** One minute in milliseconds. */
export const MINUTE_MS = 60_000;
/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000;
/** Twenty-four hours in milliseconds; a local day may be longer or shorter. */
export const DAY_MS = 86_400_000;

/** The instant as ISO 8601 text in UTC, e.g. `2026-03-01T08:00:00.000Z`. */
export function toIsoText(instant: Instant): string {
  return new Date(instant).toISOString();
}
