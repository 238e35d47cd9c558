import { interpolate, type TextParams } from './interpolate.ts';

/** The languages of the product; Chinese is the default. */
export type Lang = 'zh' | 'en';

/** Both of them. */
export const langs = ['zh', 'en'] as const satisfies readonly Lang[];

/** Reads a stored or foreign language tag; anything unknown is Chinese. */
export const parseLang = (tag: string | null | undefined): Lang => (tag?.toLowerCase().startsWith('en') ? 'en' : 'zh');

/** A text in both languages; `{{name}}` marks a parameter and occurs in both. */
export type Text = { readonly zh: string; readonly en: string };

/** A text of its two languages, Chinese first. */
export const both = (zh: string, en: string): Text => ({ zh, en });

/** A text in one language, with its parameters put in. */
export const textIn = (text: Text, lang: Lang, params: TextParams = {}): string => interpolate(text[lang], params);

/** Names within a sentence: `甲、乙`, or `A, B`. */
export const listIn = (items: readonly string[], lang: Lang): string => items.join(lang === 'zh' ? '、' : ', ');

/** A label with what it is measured in behind it, such as the unit of a column. */
export const withMark = (label: string, mark: string, lang: Lang): string =>
  lang === 'zh' ? `${label}（${mark}）` : `${label} (${mark})`;
