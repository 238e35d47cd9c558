import type { Entity, Field } from '#shared/entity/declare.ts';
import { text } from '#web/i18n/index.ts';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { say, type Row } from './entity-calls.ts';
import type { EntityNames } from './use-entity-names.ts';

/** A value of a field as people read it: names instead of codes, yes and no instead of flags; empty when there is none. */
export function valueText(field: Field, value: unknown, names: EntityNames, shown?: unknown): string {
  if (field.kind === 'secret') return text(value === true ? 'entity.secretSet' : 'entity.secretNone');
  if (value === null || value === undefined || value === '') return '';
  switch (field.kind) {
    case 'flag': {
      const on = value === 1 || value === true || value === '1';
      return field.words === undefined ? text(on ? 'common.yes' : 'common.no') : say(field.words[on ? 1 : 0]);
    }
    case 'choice':
      return (Array.isArray(value) ? value.map(String) : String(value).split(','))
        .map((code) => names.nameOf(field, code))
        .join(text('entity.listComma'));
    case 'reference': {
      if (field.many === true && typeof shown === 'string') return shown.split(',').join(text('entity.listComma'));
      // What tells choices apart stands in columns of its own.
      if (field.choice !== undefined && typeof shown === 'string' && shown !== '') return shown;
      // Choices are named in the language of the reader; the row itself brings one name only.
      const name = names.nameOf(field, String(value));
      return name === String(value) && typeof shown === 'string' && shown !== '' ? shown : name;
    }
    case 'text':
      return typeof shown === 'string' && shown !== '' ? shown : String(value);
    case 'number':
      return field.money === true && typeof value === 'number' ? formatAmount(value) : String(value);
    case 'instant':
      return typeof value === 'number' ? timeAsText(value) : String(value);
    default:
      return String(value);
  }
}

/** A field of a row as people read it. */
export function fieldText(entity: Entity, name: string, row: Row, names: EntityNames): string {
  const field = entity.fields[name];
  if (field === undefined) return String(row[name] ?? '');
  const shownAs = field.kind === 'reference' || field.kind === 'text' ? field.show : undefined;
  return valueText(field, row[name], names, shownAs === undefined ? undefined : row[shownAs]);
}
