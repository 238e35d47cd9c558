import type { Instant } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';

/** The best known of an actual, an estimated and a planned time as a file shows it, with how sure it is. */
export const timesText = (
  [actual, estimated, planned]: readonly [actual: Instant | null, estimated: Instant | null, planned: Instant | null],
  zone: string,
): string => {
  const best = actual ?? estimated ?? planned;
  if (best === null) return '';
  const kind = actual !== null ? 'ACT' : estimated !== null ? 'EST' : 'PLN';
  return `${toLocalText(best, zone)} ${kind}`;
};
