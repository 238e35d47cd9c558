import { useMemo, useState } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import { useLang } from '#web/i18n/index.ts';
import { type DraftHandle, useDraft } from '#web/kit/draft/use-draft.ts';
import { idOf, type Row } from './entity-calls.ts';
import {
  changedFields,
  type Difference,
  type Draft,
  draftOf,
  type DraftValue,
  enteredFields,
  inputOf,
  keepable,
  mergeDraft,
  type Operation,
  problemsIn,
  tidy,
  withFixed,
  withValue,
} from './form-state.ts';
import type { EntityNames } from './use-entity-names.ts';

/** The state of a form: what is entered, what is wrong with it, and whether anything would be lost. */
export type EntityFormState = {
  draft: Draft;
  /** The row the input stands on; newer than the one opened once somebody else's change was merged. */
  base: Row | undefined;
  dirty: boolean;
  /** What was entered before, the row of somebody else, and that it was saved or given up. */
  kept: DraftHandle<Row | undefined, Draft>;
  /** Problems to show by now. */
  problems: ReadonlyMap<string, string>;
  set: (name: string, value: DraftValue) => void;
  leave: (name: string) => void;
  /** Checks everything; the name of the first field with a problem, or undefined. */
  check: () => string | undefined;
  /** What to send. */
  input: () => Row;
  /** Shows what the server stated about fields; the first of them in the order of the form. */
  refuse: (message: readonly { field: string; text: string }[]) => string | undefined;
  /** Goes on from the row as it is now, with the chosen values. */
  merge: (differences: readonly Difference[]) => void;
};

/** Tells the input of one dialog from that of others of its entity. */
function draftName({
  entity,
  row,
  copy,
  fixed,
}: {
  entity: Entity;
  row: Row | undefined;
  copy: Row | undefined;
  fixed: Row;
}): string {
  if (row !== undefined) return idOf(entity, row);
  // For people of one tenant it is set as soon as that is known.
  const set = Object.entries(fixed).flatMap(([name, value]) => (name === entity.tenantField ? [] : [String(value)]));
  return [copy === undefined ? 'new' : `copy-of-${idOf(entity, copy)}`, ...set].join('/');
}

/** Holds the input of one dialog; `row` is what is edited, `copy` what a new row starts from. */
export function useEntityForm(options: {
  entity: Entity;
  operation: Operation;
  row: Row | undefined;
  copy: Row | undefined;
  fixed: Row;
  names: EntityNames;
}): EntityFormState {
  const { entity, operation, row, copy, fixed, names } = options;
  const lang = useLang();
  const begin = (current: Row | undefined): Draft =>
    operation === 'UPDATE' ? draftOf(entity, current) : draftOf(entity, copy, true);
  const kept = useDraft<Row | undefined, Draft>({
    base: row,
    begin,
    name: `entity/${entity.name}/${draftName({ entity, row, copy, fixed })}`,
    same: (one, other) => changedFields(entity, one, other).length === 0,
    keep: (mine) => keepable(entity, mine),
  });
  const { base, mine: draft } = kept;
  const start = begin(base);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());

  const entered = useMemo(
    () => new Set(enteredFields(entity, operation, fixed).map(([name]) => name)),
    [entity, operation, fixed],
  );
  const found = useMemo(() => {
    // What the screen sets itself counts as entered; the texts follow the language.
    const all = problemsIn(entity, withFixed(draft, fixed), operation, names.codesOf);
    return new Map([...all].filter(([name]) => entered.has(name)));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entity, draft, operation, names, entered, fixed, lang]);
  const problems = new Map([...refused, ...[...found].filter(([name]) => touched.has(name))]);
  // A copy is unsaved from the beginning.
  const dirty = copy !== undefined || kept.dirty;

  return {
    draft,
    base,
    dirty,
    kept,
    problems,
    set: (name, value) => {
      kept.set((latest) => withValue(entity, latest, start, name, value));
      setRefused((latest) => new Map([...latest].filter(([field]) => field !== name)));
      if (changedFields(entity, { [name]: value }, { [name]: start[name] ?? null }).includes(name)) {
        setTouched((latest) => (latest.has(name) ? latest : new Set([...latest, name])));
      }
    },
    leave: (name) => {
      if (changedFields(entity, draft, start).includes(name)) setTouched((latest) => new Set([...latest, name]));
    },
    check: () => {
      setTouched(entered);
      return [...entered].find((name) => found.has(name));
    },
    input: () => {
      const neat = Object.fromEntries(
        Object.entries(draft).map(([name, value]) => [
          name,
          entity.fields[name] === undefined ? value : tidy(entity.fields[name], value),
        ]),
      );
      return inputOf(entity, neat, operation, base, fixed);
    },
    refuse: (message) => {
      setRefused(new Map(message.map(({ field, text }) => [field, text])));
      return [...entered].find((name) => message.some(({ field }) => field === name));
    },
    merge: (differences) => {
      kept.settle(mergeDraft(draft, differences));
      setRefused(new Map());
    },
  };
}
