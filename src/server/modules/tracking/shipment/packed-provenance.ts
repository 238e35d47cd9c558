import type {
  AttributePath,
  AttributeValue,
  Claim,
  FusionRule,
  Provenance,
  ProvenanceByItem,
} from '#domain/intake/fusion/types.ts';
import type { SourceType } from '#domain/tracking/model.ts';
import type { Statement } from '#shared/list/declare.ts';

/** Rules by their stored places. */
export const packedRules: readonly FusionRule[] = [
  'override',
  'classifier',
  'precedence',
  'newest',
  'only',
  'agreed',
  'route',
];

/** Who spoke: record, source type, source code, when. */
export type Speaker = readonly [recordId: string, sourceType: SourceType, sourceCode: string, observedAt: number];
type Entry = [rule: number, winner: number, value: AttributeValue, ...others: AttributeValue[]];
/** Place of the rule, then speaker and value of the winner and of all others. */
export type PackedEntry = Readonly<Entry>;

/**
 * Provenance as it is stored: a few sources speak about hundreds of attributes, so each is named once, and the
 * attributes of one item (leg, container, event) stand together. About a quarter of the plain form.
 */
export type PackedProvenance = { speakers: Speaker[]; items: Record<string, Record<string, PackedEntry>> };

/** A speaker by the place that an entry names. */
export const speakerAt = (speakers: readonly Speaker[], place: number): Speaker => speakers[place] as Speaker;
/** The place of a speaker, at an odd index of an entry. */
export const placeAt = (entry: PackedEntry, at: number): number => entry[at] as number;
/** The value that a speaker stated, behind its place. */
export const valueAt = (entry: PackedEntry, at: number): AttributeValue => entry[at] as AttributeValue;

/** Makes the stored form; `unpackProvenance` gives back the same. */
export function packProvenance(provenance: ProvenanceByItem): PackedProvenance {
  const speakers: Speaker[] = [];
  // A handful: looking through them is quicker than making a key of each claim.
  const placeOf = ({ recordId, sourceType, sourceCode, observedAt }: Claim): number => {
    for (let place = 0; place < speakers.length; place++) {
      const known = speakerAt(speakers, place);
      if (known[0] === recordId && known[3] === observedAt && known[1] === sourceType && known[2] === sourceCode)
        return place;
    }
    return speakers.push([recordId, sourceType, sourceCode, observedAt]) - 1;
  };
  const items: Record<string, Record<string, PackedEntry>> = {};
  for (const name in provenance) {
    const statement = provenance[name];
    if (statement === undefined) continue;
    const item: Record<string, PackedEntry> = (items[name] = {});
    for (const attribute in statement) {
      const provided = statement[attribute];
      if (provided === undefined) continue;
      const { rule, winner, others } = provided;
      const entry: Entry = [packedRules.indexOf(rule), placeOf(winner), winner.value];
      for (const claim of others) entry.push(placeOf(claim), claim.value);
      item[attribute] = entry;
    }
  }
  return { speakers, items };
}

function claimAt(entry: PackedEntry, at: number, speakers: readonly Speaker[]): Claim {
  const [recordId, sourceType, sourceCode, observedAt] = speakerAt(speakers, placeAt(entry, at));
  return { recordId, sourceType, sourceCode, value: valueAt(entry, at + 1), observedAt };
}

function unpackEntry(entry: PackedEntry, speakers: readonly Speaker[]): Provenance {
  const others: Claim[] = [];
  for (let at = 3; at < entry.length; at += 2) others.push(claimAt(entry, at, speakers));
  return { rule: packedRules[entry[0]] as FusionRule, winner: claimAt(entry, 1, speakers), others };
}

/** Whether stored provenance has this form; anything else was written by an earlier version and is written again with the next fusion. */
const isPacked = (stored: unknown): stored is PackedProvenance =>
  typeof stored === 'object' && stored !== null && 'speakers' in stored && 'items' in stored;

/** Stored provenance, or one that says nothing where there is none of this form. */
export const packedOrNone = (stored: unknown): PackedProvenance =>
  isPacked(stored) ? stored : { speakers: [], items: {} };

/** Reads the stored form; null for records of sources, which have no provenance. */
export function unpackProvenance(stored: unknown): Record<string, Provenance> | null {
  if (!isPacked(stored)) return null;
  const { speakers, items } = stored;
  const provenance: Record<string, Provenance> = {};
  for (const [item, attributes] of Object.entries(items)) {
    for (const [attribute, entry] of Object.entries(attributes)) {
      provenance[`${item}.${attribute}`] = unpackEntry(entry, speakers);
    }
  }
  return provenance;
}

/** Which source reported the value of an attribute of an item (`leg[1]`, `booking`, ...) and when; undefined where nobody reported one. */
export function reportedAt(
  { speakers, items }: PackedProvenance,
  item: string,
  attribute: string,
  nameOf: (sourceCode: string) => string,
): Statement | undefined {
  const entry = items[item]?.[attribute];
  const speaker = entry === undefined || (entry[2] ?? null) === null ? undefined : speakers[entry[1]];
  return speaker === undefined ? undefined : { source: nameOf(speaker[2]), time: speaker[3] };
}

/** What a stored provenance says is shown: path -> [value, source]; cheaper than reading all of it. */
export function shownIn(stored: unknown): Map<string, [AttributeValue, string]> {
  const shown = new Map<string, [AttributeValue, string]>();
  if (!isPacked(stored)) return shown;
  const { speakers, items } = stored;
  for (const [item, attributes] of Object.entries(items)) {
    for (const [attribute, entry] of Object.entries(attributes)) {
      const speaker = speakers[entry[1]];
      shown.set(`${item}.${attribute}`, [entry[2], speaker?.[2] ?? '']);
    }
  }
  return shown;
}

/** Shown values that differ from what is stored, or are stated by another source: path -> [value, source]; a value that is gone is null. */
export type ShownChanges = Record<AttributePath, [AttributeValue, string | null]>;

/** Compares what is shown by a stored provenance with what is shown now; null when nothing differs. */
export function shownChanges(stored: unknown, after: PackedProvenance): ShownChanges | null {
  const before = packedOrNone(stored);
  const changes: ShownChanges = {};
  let any = false;
  const note = (item: string, attribute: string, value: AttributeValue, sourceCode: string | null): void => {
    changes[`${item}.${attribute}`] = [value, sourceCode];
    any = true;
  };
  for (const item in after.items) {
    const known = before.items[item];
    const attributes = after.items[item];
    for (const attribute in attributes) {
      const entry = attributes[attribute];
      if (entry === undefined) continue;
      const [, place, value] = entry;
      const sourceCode = after.speakers[place]?.[2] ?? '';
      const former = known?.[attribute];
      if (former === undefined || former[2] !== value || before.speakers[former[1]]?.[2] !== sourceCode)
        note(item, attribute, value, sourceCode);
    }
  }
  for (const item in before.items) {
    const now = after.items[item];
    for (const attribute in before.items[item]) if (now?.[attribute] === undefined) note(item, attribute, null, null);
  }
  return any ? changes : null;
}
