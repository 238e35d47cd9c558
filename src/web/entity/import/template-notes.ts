import type { Entity, Field } from '#shared/entity/declare.ts';
import type { CellRow, ChoiceNames } from '#shared/entity/read-cells.ts';
import { currentLang, text } from '#web/i18n/index.ts';
import { ownZone } from '#web/base/zone.ts';
import { requestedFields } from './import-model.ts';

const choicesIn = (field: Field & { kind: 'choice' }, names: ChoiceNames): string =>
  [...(names(field.dict) ?? [])]
    .map(([code, labels]) => labels[currentLang() === 'en' ? labels.length - 1 : 0] ?? code)
    .join(text('entity.listComma'));

/** What a value of a field must be. */
function ruleOf(entity: Entity, field: Field, names: ChoiceNames): string[] {
  switch (field.kind) {
    case 'text':
    case 'secret':
      return [
        text('entityImport.ruleText', { max: String(field.max) }),
        ...(field.kind === 'text' && field.upper === true ? [text('entityImport.ruleUpper')] : []),
        ...(field.kind === 'text' && field.unique === true ? [text('entityImport.ruleUnique')] : []),
      ];
    case 'integer':
      return [text('entityImport.ruleInteger', { min: String(field.min), max: String(field.max) })];
    case 'number':
      return [
        text('entityImport.ruleNumber', { min: String(field.min), max: String(field.max) }),
        text('entityImport.ruleDecimals', { count: String(field.decimals) }),
      ];
    case 'flag':
      return [text('entityImport.ruleFlag')];
    case 'choice': {
      const choices = choicesIn(field, names);
      return [
        ...(choices === '' ? [] : [text('entityImport.ruleChoice', { choices })]),
        ...(field.many === true ? [text('entityImport.ruleMany')] : []),
      ];
    }
    case 'reference':
      return [text('entityImport.ruleReference', { name: field.label[currentLang()] })];
    case 'day':
      return [text('entityImport.ruleDay')];
    case 'instant':
      return [text('entityImport.ruleInstant', { zone: ownZone() })];
  }
}

/** The default of a field as a cell would say it. */
function defaultOf(field: Field, names: ChoiceNames): string | undefined {
  if (!('default' in field) || field.default === undefined) return undefined;
  if (field.kind === 'flag') return text(field.default === 1 ? 'common.yes' : 'common.no');
  if (field.kind !== 'choice') return String(field.default);
  const labels = names(field.dict)?.get(String(field.default));
  return labels?.[currentLang() === 'en' ? labels.length - 1 : 0] ?? String(field.default);
}

/** What to write into each column of a file, row by row, under its headings, in the language of the reader. */
export function templateNotes(entity: Entity, names: ChoiceNames, given: CellRow = {}): string[][] {
  const lang = currentLang();
  const keys = new Set(entity.importBy);
  const headings = (['noteColumn', 'noteRequired', 'noteRule', 'noteExample', 'noteHelp'] as const).map((name) =>
    text(`entityImport.${name}`),
  );
  const rows = requestedFields(entity, given).map(([name, field]): string[] => {
    const standard = defaultOf(field, names);
    const rules = [
      ...(keys.has(name) ? [text('entityImport.ruleKey')] : []),
      ...ruleOf(entity, field, names),
      ...(standard === undefined ? [] : [text('entityImport.ruleDefault', { value: standard })]),
    ];
    return [
      field.label[lang],
      text(field.required === true && standard === undefined ? 'common.yes' : 'common.no'),
      rules.join(text('entityImport.ruleJoin')),
      field.example ?? '',
      field.help?.[lang] ?? '',
    ];
  });
  return [headings, ...rows];
}
