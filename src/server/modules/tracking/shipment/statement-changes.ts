import type { AttributePath, AttributeValue, Provenance } from '#domain/intake/fusion/types.ts';
import type { Instant } from '#shared/time/instant.ts';
import { unpackHistory } from './packed-history.ts';
import { packedOrNone, packedRules, placeAt, speakerAt, valueAt } from './packed-provenance.ts';
import type { PackedEntry, PackedProvenance, Speaker } from './packed-provenance.ts';

/**
 * How which source stated what differs from the fusion before. What is left out is as it was. Rows of earlier versions name all
 * speakers each time.
 */
export type StatementChanges = {
  /** Everybody who speaks now, where that are others than before, or in another order. */
  speakers?: readonly Speaker[];
  /** When speakers last spoke, by their place. */
  spoke?: Readonly<Record<string, Instant>>;
  /** Attributes whose choice is otherwise; null where only one source speaks (its value is kept with what is shown) or nobody. */
  items?: Record<string, Record<string, PackedEntry | null>>;
};

/** A row of them as stored. */
export const unpackStatement = ({ packed, plain }: { packed: Uint8Array | null; plain: unknown }): StatementChanges =>
  unpackHistory({ packed, plain: plain as StatementChanges | null });

/** A row of them as it is in the archive. */
export const readStatement = (text: string): StatementChanges => {
  const statement: StatementChanges = JSON.parse(text);
  return statement;
};

const onlyRule = packedRules.indexOf('only');

const isSameSpeaker = (a: Speaker, b: Speaker): boolean => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

/** Whether two choices are the same: by the same rule, of the same values of the same speakers, whenever they spoke. */
function isSameEntry(before: PackedEntry, after: PackedEntry, placeOf: readonly number[]): boolean {
  if (before.length !== after.length || before[0] !== after[0]) return false;
  for (let at = 1; at < after.length; at += 2) {
    if (placeOf[placeAt(before, at)] !== after[at] || before[at + 1] !== after[at + 1]) return false;
  }
  return true;
}

/** Who speaks otherwise than before: others, or the same ones at another time. */
function changesOfSpeakers(before: readonly Speaker[], after: readonly Speaker[]): Omit<StatementChanges, 'items'> {
  const same =
    before.length === after.length && before.every((one, place) => isSameSpeaker(one, speakerAt(after, place)));
  if (!same) return { speakers: after };
  const spoke = after.flatMap(([, , , at], place) =>
    speakerAt(before, place)[3] === at ? [] : [[place, at] as const],
  );
  return spoke.length === 0 ? {} : { spoke: Object.fromEntries(spoke) };
}

/** What a fusion changed of which source stated what; null when nothing. When somebody spoke is part of it, once per speaker. */
export function statementChanges(stored: unknown, after: PackedProvenance): StatementChanges | null {
  const before = packedOrNone(stored);
  const placeOf = before.speakers.map((speaker) => after.speakers.findIndex((one) => isSameSpeaker(one, speaker)));
  const items: NonNullable<StatementChanges['items']> = {};
  const note = (item: string, attribute: string, entry: PackedEntry | null): void => {
    (items[item] ??= {})[attribute] = entry;
  };
  for (const item in after.items) {
    const known = before.items[item];
    const attributes = after.items[item];
    for (const attribute in attributes) {
      const entry = attributes[attribute];
      if (entry === undefined) continue;
      const former = known?.[attribute];
      if (entry[0] !== onlyRule) {
        if (former === undefined || !isSameEntry(former, entry, placeOf)) note(item, attribute, entry);
      } else if (former !== undefined && former[0] !== onlyRule) note(item, attribute, null);
    }
  }
  for (const item in before.items) {
    const [attributes, now] = [before.items[item], after.items[item]];
    for (const attribute in attributes)
      if (attributes[attribute]?.[0] !== onlyRule && now?.[attribute] === undefined) note(item, attribute, null);
  }
  const changes: StatementChanges = changesOfSpeakers(before.speakers, after.speakers);
  if (Object.keys(items).length > 0) changes.items = items;
  return Object.keys(changes).length === 0 ? null : changes;
}

/** The speakers after a change. */
export function speakersAfter(before: readonly Speaker[], { speakers, spoke }: StatementChanges): readonly Speaker[] {
  const named = speakers ?? before;
  return spoke === undefined ? named : named.map(([id, type, code, at], place) => [id, type, code, spoke[place] ?? at]);
}

type StatedValue = { by: Speaker; value: AttributeValue };
type Choice = { rule: number; claims: StatedValue[] };

/** Which source stated what at a moment, taken forward from change to change. */
export class Statement {
  readonly #choices = new Map<AttributePath, Choice>();
  #speakers: readonly Speaker[] = [];

  /** Takes one change in; changes come oldest first. Gives the sources that say something else than before. */
  apply(changes: StatementChanges): ReadonlySet<string> {
    const speakers = speakersAfter(this.#speakers, changes);
    this.#speakers = speakers;
    const changed = new Set<string>();
    for (const [item, attributes] of Object.entries(changes.items ?? {})) {
      for (const [attribute, entry] of Object.entries(attributes)) {
        const path = `${item}.${attribute}`;
        // Earlier versions stored those with one speaker too.
        const after = entry === null || entry[0] === onlyRule ? undefined : choiceOf(entry, speakers);
        noteWhoChanged(this.#choices.get(path)?.claims, after?.claims, changed);
        if (after === undefined) this.#choices.delete(path);
        else this.#choices.set(path, after);
      }
    }
    return changed;
  }

  /** Why a shown value was chosen; undefined where that is not known. */
  why(path: AttributePath, value: AttributeValue, sourceCode: string): Provenance | undefined {
    const chosen = this.#choices.get(path);
    if (chosen === undefined) {
      const by = this.#speakers.find((speaker) => speaker[2] === sourceCode);
      return by && { rule: 'only', winner: claim(by, value), others: [] };
    }
    const [winner, ...others] = chosen.claims.map((one) => {
      // Anyone who still says the same has stated it again since.
      const by = this.#speakers.find((speaker) => isSameSpeaker(speaker, one.by)) ?? one.by;
      return claim(by, one.value);
    });
    const rule = packedRules[chosen.rule];
    return winner && rule && { rule, winner, others };
  }
}

function choiceOf(entry: PackedEntry, speakers: readonly Speaker[]): Choice {
  const claims: StatedValue[] = [];
  for (let at = 1; at < entry.length; at += 2)
    claims.push({ by: speakerAt(speakers, placeAt(entry, at)), value: valueAt(entry, at + 1) });
  return { rule: entry[0], claims };
}

/** Adds the sources whose word on an attribute differs. Where only one source speaks, it is the one that is shown beside others too. */
function noteWhoChanged(
  before: readonly StatedValue[] | undefined,
  after: readonly StatedValue[] | undefined,
  into: Set<string>,
): void {
  const wordsOf = (claims: readonly StatedValue[] | undefined): Map<string, AttributeValue> =>
    new Map(claims?.map(({ by, value }) => [by[2], value]));
  const [statement, states] = [wordsOf(before ?? after?.slice(0, 1)), wordsOf(after ?? before?.slice(0, 1))];
  for (const [source, value] of states) if (!statement.has(source) || statement.get(source) !== value) into.add(source);
  for (const source of statement.keys()) if (!states.has(source)) into.add(source);
}

const claim = ([recordId, sourceType, sourceCode, observedAt]: Speaker, value: AttributeValue) => ({
  recordId,
  sourceType,
  sourceCode,
  value,
  observedAt,
});
