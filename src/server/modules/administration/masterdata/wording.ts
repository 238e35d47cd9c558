import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Field } from '#shared/entity/declare.ts';
import { type Lang, type Text, both, withMark } from '#shared/i18n/text.ts';
import { operatorIn } from './operators.ts';
import type { ReferenceSnapshot } from './reference-snapshot.ts';

/** What values are reported by, in one language. */
export type Words = { lang: Lang; reference: ReferenceSnapshot };

/** Joins names of a list. */
export const listComma = (lang: Lang): string => (lang === 'zh' ? '，' : ', ');

/** Name of a tenant in the caller's language. */
export function tenantName(id: number, lang: Lang, { tenants }: Pick<ReferenceSnapshot, 'tenants'>): string {
  const tenant = tenants.get(id);
  return (lang === 'en' ? tenant?.nameEn : undefined) ?? tenant?.name ?? '';
}

/** A flag in words. */
export function yesNo(value: unknown, lang: Lang): string {
  const yes = value === true || value === 1 || value === '1';
  return (yes ? both('是', 'Yes') : both('否', 'No'))[lang];
}

/** The title of a column of a file; one of times tells the zone they are written in. */
export function columnTitle({ title, isTime }: { title: Text; isTime?: true }, lang: Lang, zone: string): string {
  return isTime === true ? withMark(title[lang], zone, lang) : title[lang];
}

/** The name of a dictionary value; the code itself when nobody named it. */
export function dictName({ reference, lang }: Words, codeType: string, value: string): string {
  const entry = reference.dictionary.find((item) => item.codeType === codeType && item.codeValue === value);
  return (lang === 'zh' ? entry?.displayCn : entry?.displayEn) ?? entry?.displayCn ?? value;
}

/** The name of a source; what experts enter has none of its own, and a source that nobody named is its code. */
export function sourceName({ reference, lang }: Words, code: string): string {
  if (code.startsWith('expert:')) return serverText('source.expert', {}, lang);
  const source = reference.sources.get(code);
  return (lang === 'zh' ? source?.nameCn : source?.nameEn) ?? code;
}

/** A carrier by name and code; the code alone when nobody named it. */
export function carrierText({ reference, lang }: Words, code: string | null): string {
  const carrier = operatorIn(reference, code);
  const name = lang === 'zh' ? (carrier?.nameCn ?? carrier?.nameEn) : carrier?.nameEn;
  return name === undefined ? (code ?? '') : `${name} (${code})`;
}

/** A value of a declared field as people read it; null when there is none. */
export function fieldText(
  field: Field,
  name: string,
  wire: Readonly<Record<string, unknown>>,
  words: Words,
): string | null {
  const { lang, reference } = words;
  const value = wire[name];
  if (field.kind === 'secret') return (value === true ? both('已设置', 'Set') : both('未设置', 'Not set'))[lang];
  if (value === null || value === undefined || value === '') return null;
  switch (field.kind) {
    case 'flag':
      return yesNo(value, lang);
    case 'choice':
      return String(value)
        .split(',')
        .map((code) => dictName(words, field.dict, code))
        .join(listComma(lang));
    case 'reference': {
      // Of a tenant the reader's own language has a name; other rows have one name only.
      const named = field.entity === 'tenant' && lang === 'en' ? reference.tenants.get(Number(value))?.nameEn : null;
      return named ?? String(wire[field.show] ?? value);
    }
    case 'text':
      return String((field.show === undefined ? undefined : wire[field.show]) ?? value);
    default:
      return String(value);
  }
}

/** The name of an exception type, or its code if it has no name. */
export function exceptionTypeName(code: string, lang: Lang, reference: ReferenceSnapshot): string {
  const type = reference.exceptionTypes.get(code);
  return (lang === 'zh' ? type?.nameCn : type?.nameEn) ?? code;
}
