import type { SourceType } from '../../tracking/model.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';

/** What sources are scored by: when the ship left, when she came, and when she was expected. */
export const scoredAttributes = ['booking.atd', 'booking.ata', 'booking.eta'] as const;
export type ScoredAttribute = (typeof scoredAttributes)[number];

/** One word of a source: what it stated, and since when that was known. */
export type StatedTime = { sourceCode: string; attribute: ScoredAttribute; value: Instant; knownAt: Instant };

/** A shipment that has arrived, with everything sources stated of it, oldest first. */
export type ScoredShipment = {
  carrierCode: string;
  /** Sources are heard since then; what happened before says nothing of how early they tell. */
  heardSince: Instant;
  atd: Instant | null;
  ata: Instant;
  statement: readonly StatedTime[];
};

/** How a source did for one carrier and attribute. */
export type SourceScore = {
  carrierCode: string;
  sourceCode: string;
  attribute: ScoredAttribute;
  /** Shipments it stated something of. */
  shipments: number;
  /** How often it stated something else, as a mean of these shipments. */
  words: number;
  /** Median hours from the event to its first word; negative when expected times are reported before. */
  firstHours: number;
  /** Median hours between its word and what proved true. */
  errorHours: number;
  /** Share of shipments where its word was right within `rightHours`. */
  rightShare: number;
};

/** What counts as right: hours off the truth. */
const rightHours: Readonly<Record<ScoredAttribute, number>> = {
  'booking.atd': 6,
  'booking.ata': 6,
  'booking.eta': 24,
};
/** An expected arrival is judged by what was stated it long before the arrival. */
const judgedBeforeMs = 72 * HOUR_MS;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1] ?? 0, sorted[middle] ?? 0];
  return (low + high) / 2;
};
const tenth = (value: number): number => Math.round(value * 10) / 10;

type Judged = { words: number; firstMs: number; errorMs: number };

/** What one source stated of one time of a shipment, judged by the truth; undefined where it stated nothing in time. */
function judge(attribute: ScoredAttribute, words: readonly StatedTime[], truth: Instant): Judged | undefined {
  const inTime = attribute === 'booking.eta' ? words.filter(({ knownAt }) => knownAt < truth) : words;
  const [first] = inTime;
  if (first === undefined) return undefined;
  const judged =
    attribute === 'booking.eta'
      ? (inTime.findLast(({ knownAt }) => knownAt <= truth - judgedBeforeMs) ?? first)
      : first;
  return { words: inTime.length, firstMs: first.knownAt - truth, errorMs: Math.abs(judged.value - truth) };
}

/** Words of one source and attribute since they are heard; what stood by then counts as reported at that moment. */
function heardWords(words: readonly StatedTime[], since: Instant): StatedTime[] {
  const standing = words.findLast(({ knownAt }) => knownAt < since);
  const later = words.filter(({ knownAt }) => knownAt >= since);
  return standing === undefined ? later : [{ ...standing, knownAt: since }, ...later];
}

/** Scores of sources by carrier and attribute: the first word of actual times, the word three days ahead of expected ones. */
export function scoreSources(shipments: readonly ScoredShipment[]): SourceScore[] {
  const groups = new Map<
    string,
    { key: Pick<SourceScore, 'carrierCode' | 'sourceCode' | 'attribute'>; all: Judged[] }
  >();
  for (const { carrierCode, heardSince, atd, ata, statement } of shipments) {
    const bySource = Map.groupBy(statement, ({ sourceCode, attribute }) => `${sourceCode} ${attribute}`);
    for (const words of bySource.values()) {
      const { sourceCode, attribute } = itemAt(words, 0);
      const truth = attribute === 'booking.atd' ? atd : ata;
      const judged =
        truth === null || truth < heardSince ? undefined : judge(attribute, heardWords(words, heardSince), truth);
      if (judged === undefined) continue;
      const name = `${carrierCode} ${sourceCode} ${attribute}`;
      const group = groups.get(name) ?? { key: { carrierCode, sourceCode, attribute }, all: [] };
      group.all.push(judged);
      groups.set(name, group);
    }
  }
  return [...groups.values()].map(({ key, all }) => ({
    ...key,
    shipments: all.length,
    words: tenth(all.reduce((sum, { words }) => sum + words, 0) / all.length),
    firstHours: tenth(median(all.map(({ firstMs }) => firstMs)) / HOUR_MS),
    errorHours: tenth(median(all.map(({ errorMs }) => errorMs)) / HOUR_MS),
    rightShare: all.filter(({ errorMs }) => errorMs <= rightHours[key.attribute] * HOUR_MS).length / all.length,
  }));
}

/** Types of sources with fewer shipments are left where they are. */
const fewestShipments = 10;
/** A type goes before another one only when it was right so much more often. */
const clearlyBetter = 0.05;

/** The order of types that scores speak for; the same order where no type is clearly better than one before it. */
export function advisedOrder(
  order: readonly SourceType[],
  scores: readonly SourceScore[],
  typeOf: (sourceCode: string) => SourceType | undefined,
): SourceType[] {
  const tally = new Map<SourceType, { right: number; all: number }>();
  for (const { sourceCode, shipments, rightShare } of scores) {
    const type = typeOf(sourceCode);
    if (type === undefined || type === 'EXPERT') continue;
    const known = tally.get(type) ?? { right: 0, all: 0 };
    tally.set(type, { right: known.right + rightShare * shipments, all: known.all + shipments });
  }
  const shareOf = (type: SourceType): number | undefined => {
    const known = tally.get(type);
    return known === undefined || known.all < fewestShipments ? undefined : known.right / known.all;
  };
  const scored = order.flatMap((type, place) => (shareOf(type) === undefined ? [] : [{ type, place }]));
  const ranked = scored.map(({ type }) => type);
  for (let end = ranked.length - 1; end > 0; end -= 1) {
    for (let at = 0; at < end; at += 1) {
      const [before, after] = [itemAt(ranked, at), itemAt(ranked, at + 1)];
      if ((shareOf(after) ?? 0) - (shareOf(before) ?? 0) >= clearlyBetter)
        [ranked[at], ranked[at + 1]] = [after, before];
    }
  }
  const next = [...order];
  for (const [index, { place }] of scored.entries()) next[place] = itemAt(ranked, index);
  return next;
}
