import { checkRow } from '#shared/entity/check-row.ts';
import { type Entity, type Field, SECRET_MASK } from '#shared/entity/declare.ts';
import { instantOnWire, instantText, tidyInstant } from '#shared/entity/instant-text.ts';
import { tidyText } from '#shared/text/normalize.ts';
import { currentLang } from '#web/i18n/index.ts';
import { ownZone } from '#web/base/zone.ts';
import type { Row } from './entity-calls.ts';

/** What a dialog does with its row. */
export type Operation = 'ADD' | 'UPDATE';

/** A value while it is being entered: text, several codes, or a flag. */
export type DraftValue = string | string[] | 0 | 1 | null;
/** What the form holds, by wire name. */
export type Draft = Readonly<Record<string, DraftValue>>;

/** What is entered together with the values that the screen sets itself. */
export const withFixed = (draft: Draft, fixed: Row): Draft => ({ ...draft, ...(fixed as Draft) });

/** Does a field have a place in the form? Those set by the screen itself have none. */
function isEntered(field: Field, operation: Operation): boolean {
  return field.form !== false && field.readOnly !== true && !(operation === 'UPDATE' && field.createOnly === true);
}

/** The fields of the form in their order. */
export const enteredFields = (entity: Entity, operation: Operation, fixed: object = {}): [string, Field][] =>
  Object.entries(entity.fields).filter(([name, field]) => isEntered(field, operation) && !(name in fixed));

/** A field as the form shows it; one that is fixed once added is shown but not entered. */
export type ShownField = { name: string; field: Field; disabled: boolean };

/** The fields the form shows, in their order. */
export const shownFields = (entity: Entity, operation: Operation, fixed: object = {}): ShownField[] =>
  Object.entries(entity.fields)
    .filter(([name, field]) => field.form !== false && field.readOnly !== true && !(name in fixed))
    .map(([name, field]) => ({ name, field, disabled: !isEntered(field, operation) }));

function startValue(field: Field, value: unknown): DraftValue {
  switch (field.kind) {
    case 'flag':
      return value === 1 || value === true || value === '1' ? 1 : 0;
    case 'choice':
      if (field.many !== true) return value === null || value === undefined || value === '' ? null : String(value);
      return (Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')).filter(Boolean);
    case 'reference':
      if (field.many === true)
        return String(value ?? '')
          .split(',')
          .filter(Boolean);
      return value === null || value === undefined || value === '' ? null : String(value);
    case 'secret':
      return '';
    case 'instant':
      return typeof value === 'number' ? instantText(value, ownZone()) : '';
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

/** Is the text of this field hidden from people, as what else was entered says? */
export const isHidden = (field: Field, draft: Row): boolean =>
  field.kind === 'secret' ||
  (field.kind === 'text' && field.maskWhen !== undefined && draft[field.maskWhen.field] === field.maskWhen.is);

/** What the form starts with: a row, the row to copy (which brings no hidden values along), or the defaults. */
export function draftOf(entity: Entity, row: Row | undefined, copying = false): Draft {
  const draft: Record<string, DraftValue> = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    const standard = 'default' in field ? field.default : undefined;
    const value = row === undefined ? standard : row[name];
    draft[name] = startValue(field, copying && value === SECRET_MASK ? '' : value);
  }
  return draft;
}

/** The input with one value changed; the mask of a hidden value goes when the text becomes visible, and comes back with it. */
export function withValue(entity: Entity, draft: Draft, start: Draft, name: string, value: DraftValue): Draft {
  const next: Record<string, DraftValue> = { ...draft, [name]: value };
  for (const [other, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'text' || field.maskWhen?.field !== name) continue;
    const hidden = value === field.maskWhen.is;
    if (!hidden && next[other] === SECRET_MASK) next[other] = '';
    else if (hidden && next[other] === '' && start[other] === SECRET_MASK) next[other] = SECRET_MASK;
  }
  return next;
}

const sameValue = (one: DraftValue | undefined, other: DraftValue | undefined): boolean =>
  String(one ?? '') === String(other ?? '');

/** The fields whose values differ, in the order of the declaration. */
export const changedFields = (entity: Entity, one: Draft, other: Draft): string[] =>
  Object.keys(entity.fields).filter((name) => !sameValue(one[name], other[name]));

/** The input without hidden values: those are not written down in the browser. */
export const keepable = (entity: Entity, draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).map(([name, value]) => {
      const field = entity.fields[name];
      return [name, field !== undefined && isHidden(field, draft) && value !== SECRET_MASK ? '' : value];
    }),
  );

/** What a field makes of a text once it is left: blanks trimmed, letters upper-cased where the declaration says so. */
export function tidy(field: Field, value: DraftValue): DraftValue {
  if (
    typeof value !== 'string' ||
    field.kind === 'secret' ||
    (field.kind === 'text' && field.maskWhen !== undefined) ||
    field.kind === 'choice' ||
    field.kind === 'reference'
  )
    return value;
  if (field.kind === 'instant') return tidyInstant(value, ownZone());
  const plain = field.kind === 'text' && field.lines !== undefined ? value.trim() : tidyText(value);
  return field.kind === 'text' && field.upper === true ? plain.toUpperCase() : plain;
}

const onWire = (value: DraftValue): DraftValue =>
  typeof value === 'string' && value !== '' ? instantOnWire(value, ownZone()) : null;

/** The input with its times as the wire has them. */
const withInstants = (entity: Entity, draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [
      name,
      entity.fields[name]?.kind === 'instant' ? onWire(value) : value,
    ]),
  );

/** The first problem of each field, in the order of the form and in the language of the reader. */
export function problemsIn(
  entity: Entity,
  draft: Draft,
  operation: Operation,
  choicesOf?: (dict: string) => ReadonlySet<string> | undefined,
): Map<string, string> {
  const { problems } = checkRow(entity, withInstants(entity, draft), operation, choicesOf, 'form');
  return new Map(problems.map(({ field, text }) => [field, text[currentLang()]]));
}

/** The row as it is sent: what was entered, and on an update which row it is and the version it was read in. */
export function inputOf(
  entity: Entity,
  draft: Draft,
  operation: Operation,
  row: Row | undefined,
  fixed: Row = {},
): Row {
  const input: Record<string, unknown> = {};
  for (const [name, field] of enteredFields(entity, operation, fixed)) {
    const value = tidy(field, draft[name] ?? null);
    if (field.kind === 'secret' && operation === 'UPDATE' && value === '') continue;
    if (Array.isArray(value)) input[name] = value.join(',');
    else if (field.kind === 'instant')
      // What was not touched goes back as it came: the form shows no milliseconds.
      input[name] = value === startValue(field, row?.[name]) ? (row?.[name] ?? null) : onWire(value);
    else
      input[name] =
        (field.kind === 'integer' || field.kind === 'number') && value !== '' && value !== null ? Number(value) : value;
  }
  if (operation === 'ADD') return { ...fixed, ...input };
  return { ...fixed, ...input, [entity.id]: row?.[entity.id], recordVersion: row?.['recordVersion'] };
}

/** Whose value of a field is kept when two people changed one row. */
export type Side = 'mine' | 'theirs';

/** A field both of them, or one of them, changed. */
export type Difference = { name: string; before: DraftValue; mine: DraftValue; theirs: DraftValue; side: Side };

/** Where my input and the row as it is now differ; what only the other one changed is taken over unless I say otherwise. */
export function differencesOf(
  entity: Entity,
  before: Draft,
  mine: Draft,
  theirs: Draft,
  operation: Operation = 'UPDATE',
): Difference[] {
  return Object.entries(entity.fields).flatMap(([name, field]): Difference[] => {
    if (!isEntered(field, operation) || field.kind === 'secret') return [];
    const values = { before: before[name] ?? null, mine: mine[name] ?? null, theirs: theirs[name] ?? null };
    if (sameValue(values.mine, values.theirs)) return [];
    return [{ name, ...values, side: sameValue(values.mine, values.before) ? 'theirs' : 'mine' }];
  });
}

/** My input with the values taken over from the other one. */
export function mergeDraft(mine: Draft, differences: readonly Difference[]): Draft {
  const taken = differences.filter(({ side }) => side === 'theirs').map(({ name, theirs }) => [name, theirs] as const);
  return { ...mine, ...Object.fromEntries(taken) };
}
