import type { Locale as AntdLocale } from 'antd/es/locale/index.js';
import { useSyncExternalStore } from 'react';
import { localStore } from '#web/app/storage.ts';
import { interpolate, type TextParams } from './interpolate.ts';
import { documentTag, localeKey, parseLang, type Lang } from './languages.ts';
import { flatten, type KeysOf, type MessageTree, type ParamsOf } from './messages.ts';
import type { zh } from './zh/index.ts';

export type { Lang } from './languages.ts';
type Texts = typeof zh;
/** Dotted path of a text. */
export type TextKey = KeysOf<Texts>;
/** Path of a text without {{marks}}, for keys kept in data. */
export type PlainKey = { [K in TextKey]: ParamsOf<Texts, K> extends [] ? K : never }[TextKey];
/** Gives a text by its key; a text with {{marks}} takes their values. */
export type Translate = <K extends TextKey>(key: K, ...params: ParamsOf<Texts, K>) => string;
/** How much of a language is loaded: what sign-in needs, or everything. */
type Depth = 'first' | 'full';

const bundles: Record<Lang, Record<Depth, () => Promise<{ texts: MessageTree; antd?: unknown }>>> = {
  zh: {
    first: async () => ({ texts: (await import('./zh/first.ts')).first }),
    full: async () => (await import('./zh/full.ts')).full,
  },
  en: {
    first: async () => ({ texts: (await import('./en/first.ts')).first }),
    full: async () => (await import('./en/full.ts')).full,
  },
};

const texts: Record<Lang, Map<string, string>> = { zh: new Map(), en: new Map() };
const antdLocales = new Map<Lang, AntdLocale>();
const loaded = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
let depth: Depth = 'first';
let current: Lang = 'zh';

/** The template of a text: Chinese stands in for a missing one, and never a raw key for both. */
function templateOf(key: string): string {
  const known = texts[current].get(key) ?? texts.zh.get(key);
  if (known !== undefined) return known;
  if (!loaded.has('zh/full')) load('zh', 'full').catch((error: unknown) => console.warn('texts are not there', error));
  return '';
}

function makeTranslate(): Translate {
  return (key, ...params) => interpolate(templateOf(key), (params[0] ?? {}) as TextParams);
}
let translate = makeTranslate();

function changed(): void {
  translate = makeTranslate();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Both module systems hand a default export over differently. */
const unwrap = (module: unknown): AntdLocale =>
  module !== null && typeof module === 'object' && 'default' in module
    ? (module.default as AntdLocale)
    : (module as AntdLocale);

async function loadBundle(lang: Lang, wanted: Depth): Promise<void> {
  const bundle = await bundles[lang][wanted]();
  for (const [key, value] of flatten(bundle.texts)) texts[lang].set(key, value);
  if (bundle.antd !== undefined) antdLocales.set(lang, unwrap(bundle.antd));
  changed();
}

function load(lang: Lang, wanted: Depth): Promise<void> {
  const key = `${lang}/${wanted}`;
  const known = loaded.get(key);
  if (known) return known;
  const started = loadBundle(lang, wanted).catch((error: unknown) => {
    loaded.delete(key);
    throw error;
  });
  loaded.set(key, started);
  return started;
}

/** Prepares the wanted or stored language for the sign-in page; call once before rendering. */
export async function initTexts(wanted?: Lang): Promise<void> {
  current = wanted ?? parseLang(localStore.get(localeKey));
  document.documentElement.lang = documentTag(current);
  await load(current, 'first');
}

/** Loads everything of the current language; the shell renders after it. */
export async function loadAllTexts(): Promise<void> {
  depth = 'full';
  await load(currentLang(), 'full');
}

/** The language of the interface now. */
export const currentLang = (): Lang => current;

/** Switches at once, without touching any input; the choice is kept in local storage. */
export async function setLang(lang: Lang): Promise<void> {
  await load(lang, depth);
  localStore.set(localeKey, lang);
  current = lang;
  document.documentElement.lang = documentTag(lang);
  changed();
}

/** A text outside components; inside them useT follows the language. */
export const text: Translate = (key, ...params) => translate(key, ...params);

/** The text function of the current language; changes identity with the language. */
export const useT = (): Translate => useSyncExternalStore(subscribe, () => translate);

/** The language of the interface. */
export const useLang = (): Lang => useSyncExternalStore(subscribe, currentLang);

/** The texts of antd's own parts, once loaded. */
export const useAntdLocale = (): AntdLocale | undefined =>
  useSyncExternalStore(subscribe, () => antdLocales.get(currentLang()));
