import type { Instant } from '#shared/time/instant.ts';
import { shownText } from '#shared/time/day.ts';
import { zoneLabel, zoneOfUnknownPlace } from '#shared/time/zone.ts';

type Times = readonly [actual: Instant | null, estimated: Instant | null, planned: Instant | null];

const best = ([actual, estimated, planned]: Times): { at: Instant; kind: string } | undefined => {
  const at = actual ?? estimated ?? planned;
  return at === null ? undefined : { at, kind: actual !== null ? 'ACT' : estimated !== null ? 'EST' : 'PLN' };
};

/** The best known of an actual, an estimated and a planned time with how sure it is, in a column whose head names the zone. */
export function timesText(times: Times, zone: string): string {
  const known = best(times);
  return known === undefined ? '' : `${shownText(known.at, zone)} ${known.kind}`;
}

/** A moment on the clocks of a place, with the mark of its zone; a place without a zone has that of unknown places. */
export const placedText = (at: Instant, zone: string | null): string => {
  const shown = zone ?? zoneOfUnknownPlace;
  return `${shownText(at, shown).slice(0, 16)} ${zoneLabel(at, shown)}`;
};

/** The best known time with how sure it is, in a column whose rows are of many places. */
export function placedTimesText(times: Times, zone: string | null): string {
  const known = best(times);
  return known === undefined ? '' : `${placedText(known.at, zone)} ${known.kind}`;
}
