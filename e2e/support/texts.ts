import type { Lang } from '#shared/i18n/text.ts';
import { interpolate } from '#shared/i18n/interpolate.ts';
import { findNavEntry } from '#web/app/navigation.ts';
import { en, zh } from '#testing/texts.ts';

/** All texts of the web application in one language. */
export const textsOf = (lang: Lang): typeof en => (lang === 'zh' ? zh : en);

const loosely = (text: string): string =>
  [...text].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s*');

/** The name of a button that has an icon, which is named first. */
export const ending = (text: string): RegExp => new RegExp(`${loosely(text)}\\s*$`);

/** A button's name: two Chinese characters may be drawn with a space between them. */
export const spaced = (text: string): RegExp => new RegExp(`^\\s*${loosely(text)}\\s*$`);

/** A text with its parameters put in, as the screen does it. */
export const filled = interpolate;

/** What a page is called. */
export const pageTitle = (lang: Lang, route: string): string => findNavEntry(route)?.title[lang] ?? route;
