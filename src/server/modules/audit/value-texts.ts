import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Lang } from '#server/platform/context.ts';
import { SECRET_MASK, type Field } from '#shared/entity/declare.ts';
import { readingOf, type FieldReading } from './known-names.ts';

/** What values are told by, in one language. */
export type Wording = {
  lang: Lang;
  reference: ReferenceSnapshot;
  tenants: ReadonlyMap<number, string>;
  measures: ReadonlyMap<string, string>;
};

const comma = (lang: Lang): string => (lang === 'zh' ? '，' : ', ');
const yesNo = (value: unknown, lang: Lang): string => {
  const yes = value === true || value === 1 || value === '1';
  return lang === 'zh' ? (yes ? '是' : '否') : yes ? 'Yes' : 'No';
};

/** The name of a dictionary value; the code itself when nobody named it. */
function dictName({ reference, lang }: Wording, codeType: string, value: string): string {
  const entry = reference.dictionary.find((item) => item.codeType === codeType && item.codeValue === value);
  return (lang === 'zh' ? entry?.displayCn : entry?.displayEn) ?? entry?.displayCn ?? value;
}

/** A value of a declared field as people read it; null when there is none. */
export function fieldText(
  field: Field,
  name: string,
  wire: Readonly<Record<string, unknown>>,
  words: Wording,
): string | null {
  const value = wire[name];
  if (field.kind === 'secret')
    return value === true ? (words.lang === 'zh' ? '已设置' : 'Set') : words.lang === 'zh' ? '未设置' : 'Not set';
  if (value === null || value === undefined || value === '') return null;
  switch (field.kind) {
    case 'flag':
      return yesNo(value, words.lang);
    case 'choice':
      return String(value)
        .split(',')
        .map((code) => dictName(words, field.dict, code))
        .join(comma(words.lang));
    case 'reference':
      return String(wire[field.show] ?? value);
    default:
      return String(value);
  }
}

type Cause = { type?: unknown; remark?: unknown; statuses?: unknown };

function causesText(value: unknown, words: Wording): string {
  const list = Array.isArray(value) ? (value as Cause[]) : [];
  return list
    .map(({ type, remark, statuses }) => {
      const known = words.reference.exceptionTypes.get(String(type));
      const name = (words.lang === 'zh' ? known?.nameCn : known?.nameEn) ?? String(type ?? '');
      const done = (Array.isArray(statuses) ? statuses : []).map(
        (code) => words.measures.get(String(code)) ?? String(code),
      );
      return [name, remark, done.join(comma(words.lang))]
        .filter((part) => typeof part === 'string' && part !== '')
        .join(' · ');
    })
    .join('\n');
}

/** Does a reading show instants? */
export const isInstant = (name: string): boolean => readingOf(name).kind === 'instant';

function readingText(reading: FieldReading, value: unknown, words: Wording): string {
  const named = reading.names?.[String(value)];
  if (named !== undefined) return named[words.lang];
  if (reading.dict !== undefined) return dictName(words, reading.dict, String(value));
  switch (reading.kind) {
    case 'flag':
      return yesNo(value, words.lang);
    case 'causes':
      return causesText(value, words);
    case 'tenants':
      return (Array.isArray(value) ? value : [])
        .map((id) => words.tenants.get(Number(id)) ?? (words.lang === 'zh' ? '其他租户' : 'another tenant'))
        .join(comma(words.lang));
    case 'instant':
      return String(typeof value === 'string' ? Date.parse(value) : value);
    default:
      if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

/** A value outside of the declarations as people read it; what was hidden when it was written stays hidden. */
export function plainText(name: string, value: unknown, words: Wording): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (value === '***') return SECRET_MASK;
  return readingText(readingOf(name), value, words) || null;
}
