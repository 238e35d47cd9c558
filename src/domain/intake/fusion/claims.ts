import type { OtherMode } from '../../tracking/journey/mode.ts';
import type { SourceRecord, SourceType } from '../../tracking/model.ts';
import { acceptsValue, claimOf } from './overrides.ts';
import { rankOf, ranksFor } from './precedence.ts';
import type { Ranks } from './precedence.ts';
import type {
  AttributePath,
  AttributeValue,
  Claim,
  FieldOverride,
  FusionRule,
  Precedence,
  Provenance,
  ProvenanceByItem,
} from './types.ts';

/** What the parts of one fusion share. */
export type FusionContext = {
  /** How the goods travel; undefined by sea. */
  mode: OtherMode | undefined;
  precedence: Precedence;
  overrides: ReadonlyMap<AttributePath, FieldOverride>;
  items: ProvenanceByItem;
};

/** An item whose attributes are decided one after the other: its name in paths, and what is noted of it so far. */
export type SettledItem = { readonly name: string; statement: Record<string, Provenance> | undefined };

/** Begins an item; it stands among the others as soon as something is noted of it. */
export const beginItem = (name: string): SettledItem => ({ name, statement: undefined });

/** One record's item (leg, container, event) that speaks about one fused item. */
export type Part<T> = { record: SourceRecord; item: T };

/** A value that says nothing: it never replaces a filled one. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'number' && !Number.isFinite(value));

const foldText = (text: string): string => text.trim().replace(/\s+/g, ' ').toUpperCase();

/** Whether two values say the same; text is compared without case and extra blanks. */
export const isSameValue = (a: AttributeValue, b: AttributeValue): boolean =>
  a === b || (typeof a === 'string' && typeof b === 'string' && foldText(a) === foldText(b));

const isBefore = (a: Claim, b: Claim, ranks: Ranks): boolean => {
  const difference = rankOf(ranks, a.sourceType) - rankOf(ranks, b.sourceType);
  if (difference !== 0) return difference < 0;
  if (a.observedAt !== b.observedAt) return a.observedAt > b.observedAt;
  if (a.recordId !== b.recordId) return a.recordId < b.recordId;
  // Only one record that says two things about one item gets here.
  return String(a.value) < String(b.value);
};

/** Within bounds by construction. */
const claimAt = (claims: readonly Claim[], index: number): Claim => claims[index] as Claim;

/** Sorts claims in place, most trusted first, then newest, then by record id (few claims: insertion sort). */
export const sortClaims = (claims: Claim[], ranks: Ranks): void => {
  for (let index = 1; index < claims.length; index++) {
    const claim = claimAt(claims, index);
    let place = index;
    while (place > 0 && isBefore(claim, claimAt(claims, place - 1), ranks)) {
      claims[place] = claimAt(claims, place - 1);
      place--;
    }
    claims[place] = claim;
  }
};

const ruleOf = (winner: Claim, differing: readonly Claim[], count: number, ranks: Ranks): FusionRule => {
  if (count === 1) return 'only';
  const rival = differing[0];
  if (!rival) return 'agreed';
  return rankOf(ranks, winner.sourceType) < rankOf(ranks, rival.sourceType) ? 'precedence' : 'newest';
};

/** Chooses among sorted claims: the first wins, or the first with the wanted value when one is given. */
export const decide = (sorted: readonly Claim[], ranks: Ranks, wanted?: AttributeValue): Provenance | undefined => {
  const winner = wanted === undefined ? sorted[0] : (sorted.find((claim) => claim.value === wanted) ?? sorted[0]);
  if (!winner) return undefined;
  if (sorted.length === 1) return { rule: 'only', winner, others: [] };
  const differing: Claim[] = [];
  const agreeing: Claim[] = [];
  for (const claim of sorted) {
    if (claim === winner) continue;
    (isSameValue(claim.value, winner.value) ? agreeing : differing).push(claim);
  }
  const rule = ruleOf(winner, differing, sorted.length, ranks);
  return { rule, winner, others: agreeing.length ? differing.concat(agreeing) : differing };
};

/** One record's claim on one attribute. */
export const claimFrom = (record: SourceRecord, value: AttributeValue): Claim => ({
  recordId: record.id,
  sourceType: record.sourceType,
  sourceCode: record.sourceCode,
  value,
  observedAt: record.observedAt,
});

const overrule = (override: FieldOverride, claims: readonly Claim[]): Provenance => {
  const differing = claims.filter((claim) => !isSameValue(claim.value, override.value));
  const agreeing = claims.filter((claim) => isSameValue(claim.value, override.value));
  return { rule: 'override', winner: claimOf(override), others: [...differing, ...agreeing] };
};

/** How a decision departs from the plain "best claim wins". */
export type DecideOptions = {
  /** The value that has to win, because it was chosen together with others (the ports of a route). */
  wanted?: AttributeValue;
  /** The rule to name instead, when the value came from a weaker classifier. */
  rule?: FusionRule;
};

/** Decides among claims, with what an expert says; sorts them. */
export const decideWith = (
  context: FusionContext,
  kindOfAttribute: string,
  attribute: string,
  claims: Claim[],
  override: FieldOverride | undefined,
  wanted: AttributeValue | undefined,
): Provenance | undefined => {
  const ranks = ranksFor(context.precedence, kindOfAttribute);
  if (claims.length > 1) sortClaims(claims, ranks);
  return override && acceptsValue(attribute, override.value)
    ? overrule(override, claims)
    : decide(claims, ranks, wanted);
};

/**
 * Decides one attribute of an item, notes where the value came from and returns it; null when nobody stated anything.
 * `kindOfAttribute` is its name without indices, such as `leg.eta`, by which the precedence is looked up.
 */
export const settle = (
  context: FusionContext,
  item: SettledItem,
  attribute: string,
  kindOfAttribute: string,
  claims: Claim[],
  options?: DecideOptions,
): AttributeValue => {
  // Paths are made only where an expert may have spoken: there are hundreds of attributes.
  const override = context.overrides.size === 0 ? undefined : context.overrides.get(`${item.name}.${attribute}`);
  if (claims.length === 0 && !override) return null;
  const decided: Provenance | undefined =
    claims.length === 1 && !override
      ? { rule: 'only', winner: claimAt(claims, 0), others: [] }
      : decideWith(context, kindOfAttribute, attribute, claims, override, options?.wanted);
  if (!decided) return null;
  if (options?.rule && decided.rule !== 'override') decided.rule = options.rule;
  (item.statement ??= context.items[item.name] ??= {})[attribute] = decided;
  return decided.winner.value;
};

/** The claims that parts make on one attribute, one per record that says something. */
export const claimsOn = <K extends string>(
  parts: readonly Part<Readonly<Partial<Record<K, AttributeValue>>>>[],
  attribute: K,
): Claim[] => {
  const claims: Claim[] = [];
  for (const { record, item } of parts) {
    const value = item[attribute];
    if (value !== undefined && !isEmpty(value)) claims.push(claimFrom(record, value));
  }
  return claims;
};

/** Order of records inside a fusion: newest first, then by id, so that the order of arrival plays no part. */
export const compareRecords = (a: SourceRecord, b: SourceRecord): number =>
  b.observedAt - a.observedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Records from most to least trusted for one attribute, newest first inside one rank. */
export const byTrust = (
  records: readonly SourceRecord[],
  precedence: Precedence,
  attribute: string,
): SourceRecord[] => {
  const ranks = ranksFor(precedence, attribute);
  const rank = (type: SourceType): number => rankOf(ranks, type);
  return [...records].sort((a, b) => rank(a.sourceType) - rank(b.sourceType) || compareRecords(a, b));
};
