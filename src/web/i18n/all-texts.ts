import type { Text } from '#shared/i18n/text.ts';

/** The texts of one file, in groups of any depth: every text in both languages. */
export type TextTree = { readonly [key: string]: Text | TextTree };

/** All texts of the browser, by the first word of their keys. Every `*.texts.ts` adds its own, by its name in camel case. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- it is filled by declarations elsewhere
export interface AllTexts {}

/** Texts of one language: what the build makes of a tree of pairs. */
export type OneLanguage<T> = {
  readonly [K in keyof T]: T[K] extends Text ? string : OneLanguage<T[K]>;
};
