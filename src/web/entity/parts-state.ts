import type { Entity } from '#shared/entity/declare.ts';
import { idOf, type Row } from './entity-calls.ts';
import { changedFields, type Draft, draftOf, type DraftValue, inputOf, withFixed, withValue } from './form-state.ts';

/** A part on screen: a saved row with its input, or a new one; `gone` = removed with the next save. */
export type Part = { key: string; row: Row | undefined; start: Draft; draft: Draft; gone: boolean };

/** A part as it was read. */
const savedPart = (entity: Entity, row: Row): Part => {
  const start = draftOf(entity, row);
  return { key: idOf(entity, row), row, start, draft: start, gone: false };
};

/** A part that is not saved yet; `fixed` are the values that the screen sets. */
export const newPart = (entity: Entity, key: string, fixed: Row): Part => {
  const start = withFixed(draftOf(entity, undefined), fixed);
  return { key, row: undefined, start, draft: start, gone: false };
};

/** Would anything of this part be lost? */
export const isDirty = (entity: Entity, part: Part): boolean =>
  part.row === undefined || part.gone || changedFields(entity, part.draft, part.start).length > 0;

/** The parts with one value changed. */
export const withPartValue = (
  entity: Entity,
  parts: readonly Part[],
  key: string,
  name: string,
  value: DraftValue,
): Part[] =>
  parts.map((part) =>
    part.key === key ? { ...part, draft: withValue(entity, part.draft, part.start, name, value) } : part,
  );

/**
 * The parts after they were read again: input that is not saved stays, on the row it was made on; what somebody else removed goes
 * unless it was being changed.
 */
export function mergeParts(entity: Entity, parts: readonly Part[], rows: readonly Row[]): Part[] {
  const kept = new Map(parts.filter((part) => isDirty(entity, part)).map((part) => [part.key, part]));
  const read = rows.map((row) => kept.get(idOf(entity, row)) ?? savedPart(entity, row));
  const shown = new Set(read.map((part) => part.key));
  return [...read, ...[...kept.values()].filter((part) => !shown.has(part.key))];
}

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
