import type { Lang } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import { placeTimeStr, placeTimeText } from '#shared/time/place-time.ts';

type Times = readonly [actual: Instant | null, estimated: Instant | null, planned: Instant | null];

const best = ([actual, estimated, planned]: Times): { at: Instant; kind: string } | undefined => {
  const at = actual ?? estimated ?? planned;
  return at === null ? undefined : { at, kind: actual !== null ? 'ACT' : estimated !== null ? 'EST' : 'PLN' };
};

/** The best known of an actual, an estimated and a planned time with how sure it is, in a column whose head names the zone. */
export function timesText(times: Times, zone: string): string {
  const known = best(times);
  return known === undefined ? '' : `${placeTimeStr(known.at, zone)} ${known.kind}`;
}

/** The best known time with how sure it is, in a column whose rows are of many places. */
export function placedTimesText(times: Times, zone: string | null, lang: Lang): string {
  const known = best(times);
  return known === undefined ? '' : `${placeTimeText(known.at, zone, lang)} ${known.kind}`;
}
