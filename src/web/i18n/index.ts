import type { Locale as AntdLocale } from 'antd/es/locale/index.js';
import { useSyncExternalStore } from 'react';
import { lineLost, onLineBack } from '#web/base/line.ts';
import { localStore } from '#web/base/storage.ts';
import { interpolate, type TextParams } from '#shared/i18n/interpolate.ts';
import { documentTag, localeKey, parseLang, type Lang } from './languages.ts';
import { flatten, type KeysOf, type ParamsOf } from './messages.ts';
import { featureParts, fetchPart, partOf, type Part } from './text-files.ts';
import type { zh } from './zh/index.ts';

export type { Lang } from './languages.ts';
type Texts = typeof zh;
/** Dotted path of a text. */
export type TextKey = KeysOf<Texts>;
/** Path of a text without {{marks}}, for keys kept in data. */
export type PlainKey = { [K in TextKey]: ParamsOf<Texts, K> extends [] ? K : never }[TextKey];
/** Gives a text by its key; a text with {{marks}} takes their values. */
export type Translate = <K extends TextKey>(key: K, ...params: ParamsOf<Texts, K>) => string;
/** Texts of one feature, as zh/index.ts names them. */
export type TextsName = keyof Texts;

const texts: Record<Lang, Map<string, string>> = { zh: new Map(), en: new Map() };
const antdLocales = new Map<Lang, AntdLocale>();
const loaded = new Map<string, Promise<void>>();
/** What some page has requested: it comes along when the language changes. */
const wanted = new Set<Part>(['first']);
const listeners = new Set<() => void>();
let current: Lang = 'zh';
/** Something on screen waits for its text. */
let missed = false;

/** The template of a text: Chinese stands in for a missing one, and never a raw key for both. */
function templateOf(key: string): string {
  const known = texts[current].get(key) ?? texts.zh.get(key);
  if (known !== undefined) return known;
  missed = true;
  // A page names its texts and has them by now; what it forgot is fetched when it is first missed.
  loadOrStandIn(partOf(key)).catch((error: unknown) => console.warn('texts are not there', error));
  return '';
}

function makeTranslate(): Translate {
  return (key, ...[params = {}]) => interpolate(templateOf(key), params);
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

async function fetchAndKeep(lang: Lang, part: Part): Promise<void> {
  const file = await fetchPart(lang, part);
  for (const [key, value] of flatten(file.texts)) texts[lang].set(key, value);
  if (file.antd !== undefined) antdLocales.set(lang, file.antd);
  // What nobody waited for need not draw the whole screen again.
  if (!missed && file.antd === undefined) return;
  missed = false;
  changed();
}

function load(lang: Lang, part: Part): Promise<void> {
  const key = `${lang}/${part}`;
  const known = loaded.get(key);
  if (known) return known;
  const started = fetchAndKeep(lang, part).catch((error: unknown) => {
    loaded.delete(key);
    throw error;
  });
  loaded.set(key, started);
  return started;
}

let waiting = false;

async function loadAgain(): Promise<void> {
  try {
    await setLang(current);
  } catch (error) {
    console.warn('texts are not there', error);
  }
}

/** Chinese stands in for texts that could not be fetched, until the server is back. */
function standsIn(error: unknown): void {
  console.warn('texts are not there', error);
  lineLost();
  if (waiting) return;
  waiting = true;
  const stop = onLineBack(() => {
    stop();
    waiting = false;
    void loadAgain();
  });
}

/** Loads a part of the current language; when it cannot be had, the Chinese one stands in. */
async function loadOrStandIn(part: Part): Promise<void> {
  wanted.add(part);
  await load(current, part).catch((error: unknown) => {
    if (current === 'zh') throw error;
    standsIn(error);
    return load('zh', part);
  });
}

/** Prepares the wanted or stored language for the sign-in page; call once before rendering. */
export async function initTexts(wish?: Lang): Promise<void> {
  current = wish ?? parseLang(localStore.get(localeKey));
  document.documentElement.lang = documentTag(current);
  await load(current, 'first');
}

/** Loads what shell and kit need; the shell renders after it. */
export const loadShellTexts = (): Promise<void> => loadOrStandIn('base');

/** Loads the texts of a page in the current language; a page renders after it. */
export async function loadTexts(names: readonly TextsName[]): Promise<void> {
  await Promise.all(featureParts(names).map(loadOrStandIn));
}

/** The language of the interface now. */
export const currentLang = (): Lang => current;

/** Switches with the texts of all open pages, without touching any input; the choice is kept in local storage. */
export async function setLang(lang: Lang): Promise<void> {
  // Texts of a page that cannot be had do not keep the rest from switching: Chinese stands in for them.
  const parts = [...wanted].map(async (part) => {
    if (part === 'first' || part === 'base') await load(lang, part);
    else await load(lang, part).catch(standsIn);
  });
  await Promise.all(parts);
  localStore.set(localeKey, lang);
  current = lang;
  document.documentElement.lang = documentTag(lang);
  changed();
}

/** A text outside components; inside them useT follows the language. */
export const text: Translate = (key, ...params) => translate(key, ...params);

/**
 * A text whose key ends with a code that came as data: the compiler cannot check that it exists. Components call useT beside it, so
 * that it follows the language.
 */
export const textOfKey = (key: string, params: TextParams = {}): string => interpolate(templateOf(key), params);

/** The text function of the current language; changes identity with the language. */
export const useT = (): Translate => useSyncExternalStore(subscribe, () => translate);

/** The language of the interface. */
export const useLang = (): Lang => useSyncExternalStore(subscribe, currentLang);

/** The texts of antd's own parts, once loaded. */
export const useAntdLocale = (): AntdLocale | undefined =>
  useSyncExternalStore(subscribe, () => antdLocales.get(currentLang()));
