import { dictName, listComma, yesNo, type Words } from '#server/modules/administration/masterdata/index.ts';
import { SECRET_MASK } from '#shared/entity/declare.ts';
import { readingOf, type FieldReading } from './known-names.ts';

/** What values are reported by, in one language. */
export type Wording = Words & {
  tenants: ReadonlyMap<number, string>;
  measures: ReadonlyMap<string, string>;
};

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
      return [name, remark, done.join(listComma(words.lang))]
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
        .join(listComma(words.lang));
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
