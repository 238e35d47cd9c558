import type { Instant } from '#shared/time/instant.ts';

/**
 * An instant on its way into a statement. It is a Date; the type also says Instant, because Kysely types
 * the right side of a comparison by what the column reads as.
 */
export type SqlInstant = Date & Instant;

/** An instant as a statement parameter, for timestamptz columns; throws RangeError when it is no finite number. */
export function ts(instant: Instant): SqlInstant {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) throw new RangeError(`not an instant: ${instant}`);
  return date as SqlInstant;
}

/** `ts` that lets null and undefined through as null. */
export function tsOrNull(instant: Instant | null | undefined): SqlInstant | null {
  return instant === null || instant === undefined ? null : ts(instant);
}
