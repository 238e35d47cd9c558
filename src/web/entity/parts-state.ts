import type { Entity } from '#shared/entity/declare.ts';
import { idOf, type Row } from './entity-calls.ts';
import {
  changedFields,
  type Draft,
  draftOf,
  type DraftValue,
  enteredFields,
  inputOf,
  keepable,
  withFixed,
  withValue,
} from './form-state.ts';

/** What was entered for one part and is not saved: its values, or that it is to be removed. A part that is no row is new. */
export type EnteredPart = { key: string; draft: Draft; gone: boolean };

/** What was entered, the rows it was entered on, and the rows of somebody else that it is not put on yet. */
export type PartsInput = {
  base: readonly Row[];
  mine: readonly EnteredPart[];
  theirs?: readonly Row[] | undefined;
};

/** A part on screen: a saved row with its input, or a new one; `gone` = removed with the next save. */
export type Part = { key: string; row: Row | undefined; start: Draft; draft: Draft; gone: boolean };

const byId = (entity: Entity, rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [idOf(entity, row), row]));

function partOf(entity: Entity, key: string, row: Row | undefined, entered: EnteredPart | undefined): Part {
  const start = draftOf(entity, row);
  return { key, row, start, draft: { ...start, ...entered?.draft }, gone: entered?.gone ?? false };
}

/** Would anything of this part be lost? */
export const isDirty = (entity: Entity, part: Part): boolean =>
  part.row === undefined || part.gone || changedFields(entity, part.draft, part.start).length > 0;

/** The parts on screen: what was entered stands on the row it was entered on, all others are as the server has them now. */
export function mergeParts(entity: Entity, { base, mine, theirs = base }: PartsInput): Part[] {
  const rows = byId(entity, base);
  const entered = new Map(mine.map((part) => [part.key, part]));
  const read = theirs.map((row) => {
    const key = idOf(entity, row);
    const part = entered.get(key);
    return partOf(entity, key, part === undefined ? row : (rows.get(key) ?? row), part);
  });
  const shown = new Set(read.map((part) => part.key));
  const others = mine.filter(({ key }) => !shown.has(key));
  return [...read, ...others.map((part) => partOf(entity, part.key, rows.get(part.key), part))];
}

const newName = /^new-(\d+)$/;

/** The highest number in the names of new parts; 0 when there are none. */
export const lastNewPart = (mine: readonly EnteredPart[]): number =>
  Math.max(0, ...mine.map(({ key }) => Number(newName.exec(key)?.[1] ?? 0)));

/** The input with a new part; `fixed` are the values that the screen sets, `used` is the highest number that a name had before. */
export function withNewPart(entity: Entity, mine: readonly EnteredPart[], fixed: Row, used = 0): EnteredPart[] {
  const draft = withFixed(draftOf(entity, undefined), fixed);
  return [...mine, { key: `new-${Math.max(used, lastNewPart(mine)) + 1}`, draft, gone: false }];
}

/** The input with one value of a part changed; a row that is as it was read again is no input. */
export function withPartValue(
  entity: Entity,
  input: PartsInput,
  key: string,
  name: string,
  value: DraftValue,
): readonly EnteredPart[] {
  const { mine } = input;
  const part = mergeParts(entity, input).find((one) => one.key === key);
  if (part === undefined) return mine;
  const changed = { ...part, draft: withValue(entity, part.draft, part.start, name, value) };
  const { draft, gone } = changed;
  const entered = isDirty(entity, changed) ? [{ key, draft, gone }] : [];
  const at = mine.findIndex((one) => one.key === key);
  return at < 0 ? [...mine, ...entered] : mine.toSpliced(at, 1, ...entered);
}

/** The input without a part: a new one is dropped, a saved one is marked for the next save. */
export function withoutPart(mine: readonly EnteredPart[], { key, row, draft }: Part): EnteredPart[] {
  const others = mine.filter((part) => part.key !== key);
  return row === undefined ? others : [...others, { key, draft, gone: true }];
}

/** Did somebody else make something of a row that the input does not have? */
function isContested(entity: Entity, part: EnteredPart, before: Row, now: Row | undefined): boolean {
  if (now === undefined) return !part.gone;
  const [read, changed] = [draftOf(entity, before), draftOf(entity, now)];
  const theirs = new Set(changedFields(entity, read, changed));
  const unlikeMine = part.gone ? theirs : new Set(changedFields(entity, part.draft, changed));
  return enteredFields(entity, 'UPDATE').some(([name]) => theirs.has(name) && unlikeMine.has(name));
}

/** The parts that were changed here and by somebody else, with their rows; undefined where they removed it. */
export function contestedParts(
  entity: Entity,
  { base, mine, theirs = base }: PartsInput,
): Map<string, Row | undefined> {
  const [before, now] = [byId(entity, base), byId(entity, theirs)];
  return new Map(
    mine.flatMap((part): [string, Row | undefined][] => {
      const row = before.get(part.key);
      if (row === undefined || !isContested(entity, part, row, now.get(part.key))) return [];
      return [[part.key, now.get(part.key)]];
    }),
  );
}

/** The input put on the rows of somebody else: the values changed here stay, and a row that they removed becomes a new part. */
export function ontoTheirs(entity: Entity, { base, mine, theirs = base }: PartsInput): EnteredPart[] {
  const [before, now] = [byId(entity, base), byId(entity, theirs)];
  return mine.flatMap((part): EnteredPart[] => {
    const [row, current] = [before.get(part.key), now.get(part.key)];
    if (row === undefined && current === undefined) return [part];
    if (current === undefined) return part.gone ? [] : [part];
    const start = draftOf(entity, current);
    const changed = changedFields(entity, part.draft, draftOf(entity, row ?? current));
    const draft = { ...start, ...Object.fromEntries(changed.map((name) => [name, part.draft[name] ?? null])) };
    return part.gone || changedFields(entity, draft, start).length > 0 ? [{ ...part, draft }] : [];
  });
}

/** The same, for when nobody has to be asked; undefined when somebody else changed what was changed here. */
export const mergedInput = (entity: Entity, input: PartsInput): EnteredPart[] | undefined =>
  contestedParts(entity, input).size > 0 ? undefined : ontoTheirs(entity, input);

/** The input on the rows of somebody else, without what they changed too. */
export const yieldedInput = (entity: Entity, input: PartsInput): EnteredPart[] => {
  const contested = contestedParts(entity, input);
  return ontoTheirs(entity, { ...input, mine: input.mine.filter(({ key }) => !contested.has(key)) });
};

/** The input without hidden values: those are not written down in the browser. */
export const keepableParts = (entity: Entity, mine: readonly EnteredPart[]): EnteredPart[] =>
  mine.map((part) => ({ ...part, draft: keepable(entity, part.draft) }));

/** What is sent to save them: new ones first, then changed ones, then those to be removed (rowStatus 8). */
export function partsToSave(entity: Entity, parts: readonly Part[], fixed: Row): { part: Part; input: Row }[] {
  const dirty = parts.filter((part) => isDirty(entity, part));
  const added = dirty.filter((part) => part.row === undefined);
  const changed = dirty.filter((part) => part.row !== undefined && !part.gone);
  const gone = dirty.filter((part) => part.gone);
  return [
    ...added.map((part) => ({ part, input: inputOf(entity, part.draft, 'ADD', undefined, fixed) })),
    ...changed.map((part) => ({ part, input: inputOf(entity, part.draft, 'UPDATE', part.row, fixed) })),
    ...gone.map((part) => ({
      part,
      input: { [entity.id]: part.row?.[entity.id], recordVersion: part.row?.['recordVersion'], rowStatus: 8 },
    })),
  ];
}
