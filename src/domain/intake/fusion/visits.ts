import { itemAt } from '#shared/values/items.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { airMilestones } from '../../tracking/journey/air.ts';
import { sideOf } from '../../tracking/containers.ts';
import type { EventContent, SourceRecord } from '../../tracking/model.ts';
import { callOrders } from './call-orders.ts';
import { claimsOn, sortClaims } from './claims.ts';
import type { Part } from './claims.ts';
import { ranksFor } from './precedence.ts';
import type { Precedence } from './types.ts';

/**
 * How visits are separated: actual times of one status at one place in one record that differ by more than `gapMs` are two visits.
 * Closer ones are one visit that was reported twice. `order` names the attribute by whose order of sources their actual
 * times are shown.
 */
export type VisitRule = { precedence: Precedence; order: string; gapMs: number };

/** What is done with one ship or aircraft at one port happens once in this time: a second report corrects the first. */
const callGapMs = 48 * HOUR_MS;

/** Gates, customs, trucks, couriers and alarms may tell the same again soon after: an answer that has both tells two facts. */
const repeatGapMs = MINUTE_MS;

const ofAircraft: readonly string[] = [airMilestones.departed, airMilestones.arrived];

/** How visits are separated for a status. */
export function visitRuleOf(statusCode: string, precedence: Precedence): VisitRule {
  const isOnce = sideOf(statusCode) !== undefined || ofAircraft.includes(statusCode);
  return {
    precedence,
    order: callOrders[statusCode] ?? 'event.actual',
    gapMs: isOnce ? callGapMs : repeatGapMs,
  };
}

/** Everything that was stated about one visit: one happening of a status at a place. */
export type StatusOccurrence = Part<EventContent>[];

const timeOf = (event: EventContent): number | null => event.actual ?? event.estimated ?? event.planned;

const hasHappened = (part: Part<EventContent>): part is Part<EventContent & { actual: number }> =>
  part.item.actual !== null;

const compareParts = (a: Part<EventContent>, b: Part<EventContent>): number =>
  (a.item.actual ?? 0) - (b.item.actual ?? 0) || a.item.occurrence - b.item.occurrence;

const nearest = (visits: readonly StatusOccurrence[], time: number | null, from = 0, to = visits.length): number => {
  if (time === null) return to - 1;
  let best = from;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let index = from; index < to; index++) {
    const anchor = visits[index]?.[0]?.item;
    const distance = Math.abs((anchor ? (timeOf(anchor) ?? time) : time) - time);
    if (distance < bestDistance) {
      best = index;
      bestDistance = distance;
    }
  }
  return best;
};

/** Splits what one record says about one status at one place into visits, in order of time. */
const visitsOf = (parts: readonly Part<EventContent>[], gapMs: number): StatusOccurrence[] => {
  if (parts.length === 1) return [[...parts]];
  const happened = parts.filter(hasHappened).sort(compareParts);
  const visits: StatusOccurrence[] = [];
  let start = Number.NEGATIVE_INFINITY;
  for (const part of happened) {
    const { actual } = part.item;
    const last = visits.at(-1);
    if (last === undefined || actual - start > gapMs) {
      visits.push([part]);
      start = actual;
    } else last.push(part);
  }
  if (visits.length === 0) return [[...parts]];
  for (const part of parts) {
    if (part.item.actual === null) itemAt(visits, nearest(visits, timeOf(part.item))).push(part);
  }
  return visits;
};

const assign = (base: StatusOccurrence[], others: readonly StatusOccurrence[]): void => {
  let from = 0;
  others.forEach((visit, index) => {
    const anchor = itemAt(visit, 0);
    const at = nearest(base, timeOf(anchor.item), from, base.length - (others.length - 1 - index));
    itemAt(base, at).push(...visit);
    from = at + 1;
  });
};

const actualOf = (visit: StatusOccurrence, { precedence, order }: VisitRule): number | null => {
  const claims = claimsOn(visit, 'actual');
  sortClaims(claims, ranksFor(precedence, order));
  const value = claims[0]?.value;
  return typeof value === 'number' ? value : null;
};

/** Sorts visits by the actual time that will be shown and joins those that turn out to be one. */
export const settleVisits = (visits: readonly StatusOccurrence[], rule: VisitRule): StatusOccurrence[] => {
  const { gapMs } = rule;
  let current = [...visits];
  for (;;) {
    if (current.length === 1) return current;
    const timed = current
      .map((visit, index) => ({ visit, index, actual: actualOf(visit, rule) }))
      .sort((a, b) => (a.actual ?? 0) - (b.actual ?? 0) || a.index - b.index);
    const joined: StatusOccurrence[] = [];
    let start: number | null = null;
    for (const { visit, actual } of timed) {
      if (start !== null && actual !== null && actual - start <= gapMs) joined[joined.length - 1]?.push(...visit);
      else joined.push([...visit]);
      start = actual !== null && (start === null || actual - start > gapMs) ? actual : start;
    }
    if (joined.length === current.length) return joined;
    current = joined.map(oneVoicePerRecord);
  }
};

/** What a record says of a visit with two items: the later one's word, the earlier one's where it has none. A ship goes with her time. */
function repeated(known: EventContent, item: EventContent): EventContent {
  const [ship, other] = item.actual === null && known.actual !== null ? [known, item] : [item, known];
  return {
    ...item,
    planned: item.planned ?? known.planned,
    estimated: item.estimated ?? known.estimated,
    actual: item.actual ?? known.actual,
    vesselName: ship.vesselName || other.vesselName,
    voyage: ship.voyage || other.voyage,
    zone: item.zone || known.zone,
    place: item.place || known.place,
  };
}

/** Inside one visit a record counts once: its last word per attribute, which a later repeat leaves standing. */
const oneVoicePerRecord = (visit: StatusOccurrence): StatusOccurrence => {
  if (visit.length < 2) return visit;
  const byRecord = new Map<SourceRecord, EventContent>();
  for (const { record, item } of [...visit].sort((a, b) => a.item.occurrence - b.item.occurrence)) {
    const known = byRecord.get(record);
    byRecord.set(record, known === undefined ? item : repeated(known, item));
  }
  return byRecord.size === visit.length ? visit : [...byRecord].map(([record, item]) => ({ record, item }));
};

/**
 * The visits of one status at one place over all records, in order of time. Every record that knows fewer
 * visits speaks about the nearest ones; a differing time is a conflict about the same visit, not a new one.
 */
export const alignVisits = (byRecord: readonly Part<EventContent>[][], rule: VisitRule): StatusOccurrence[] => {
  if (byRecord.every((parts) => parts.length === 1)) return [byRecord.map((parts) => itemAt(parts, 0))];
  const voices = byRecord.map((parts) => visitsOf(parts, rule.gapMs));
  const base = voices.reduce((max, visits) => (visits.length > max.length ? visits : max));
  const common = base.map((visit) => [...visit]);
  for (const visits of voices) if (visits !== base) assign(common, visits);
  // A record's repeats are one voice before the shown times are compared, as they are when shown.
  return settleVisits(common.map(oneVoicePerRecord), rule);
};

/** Joins what lies so near to a moment at which something is known to have happened that it is that one happening. */
export const joinNear = (
  visits: readonly StatusOccurrence[],
  moments: readonly number[],
  rule: VisitRule,
): StatusOccurrence[] => {
  let joined = [...visits];
  for (const moment of moments) {
    if (joined.length < 2) return joined;
    const isNear = (visit: StatusOccurrence): boolean => {
      const actual = actualOf(visit, rule);
      return actual !== null && Math.abs(actual - moment) <= rule.gapMs;
    };
    const near = joined.filter(isNear);
    const first = near[0];
    if (first === undefined || near.length === 1) continue;
    joined = joined.flatMap((visit) =>
      visit === first ? [oneVoicePerRecord(near.flat())] : near.includes(visit) ? [] : [visit],
    );
  }
  return joined;
};
