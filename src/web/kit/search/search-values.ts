import { pastedNumbers } from '#shared/ids/pasted-numbers.ts';
import type { ReactNode } from 'react';
import type { AmountUnit } from '#shared/words/number-words.ts';
import type { WordSource } from '#shared/words/types.ts';
import type { Named } from './use-names.ts';

/** What a filter's own control gets. */
export type ControlProps = { value: string[]; onChange: (value: string[]) => void; label: string };

/** One filter of the form. */
export type FormField = SearchField & {
  label: string;
  /** Own control, for choices and suggestions. */
  control?: (props: ControlProps) => ReactNode;
  /** Name of one value for the tag of an active filter; the value itself when absent. */
  nameOf?: (value: string) => string;
  /** Its label in the other language, its choices and where its names are looked up: what sentences are read with. */
  also?: string;
  options?: readonly Named[];
  finds?: WordSource;
  /** Rows without a value can be requested. */
  empty?: boolean;
  /** Of amounts: what they are counted in, by its name and for sentences, and whether they are whole. */
  unitName?: string | undefined;
  unit?: AmountUnit | undefined;
  whole?: boolean;
};
/** Kinds of filters and how their values look: text, several choices, yes/no, a range of days, many pasted numbers, a number between bounds. */
export type SearchFieldKind = 'text' | 'choice' | 'flag' | 'days' | 'numbers' | 'amount';

/** One filter: `name` is its key in values and URL; a range of days has the keys `<name>From` and `<name>To`, bounds `<name>Min` and `<name>Max`. */
export type SearchField = { name: string; kind: SearchFieldKind };

/** Values by key: text, or several texts; an absent key filters nothing. */
export type SearchValues = Record<string, string | string[]>;

/** The value of a key if it is a single text; undefined if it is missing or a list. */
export function textIn(values: SearchValues, key: string): string | undefined {
  const value = values[key];
  return typeof value === 'string' ? value : undefined;
}

/** The search part of a URL as the router gives it. */
export type UrlSearch = Record<string, unknown>;

/** The keys a field uses. */
export function keysOf(field: SearchField): string[] {
  if (field.kind === 'days') return [`${field.name}From`, `${field.name}To`];
  return field.kind === 'amount' ? [`${field.name}Min`, `${field.name}Max`] : [field.name];
}

/** Fewer characters of a number than these ask for too much, or for nothing. */
export const LEAST_CHARACTERS = 3;

const isTooShort = (numbers: readonly string[]): boolean =>
  numbers.some((number) => [...number].length < LEAST_CHARACTERS);

/** Fields of numbers in which one is too short to be searched for. */
export const shortFields = <F extends SearchField>(fields: readonly F[], values: SearchValues): F[] =>
  fields.filter(({ name, kind }) => kind === 'numbers' && isTooShort([values[name] ?? []].flat()));

const isMany = (kind: SearchFieldKind): boolean => kind === 'choice' || kind === 'numbers';

function toText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function readKey(kind: SearchFieldKind, value: unknown): string | string[] | undefined {
  if (isMany(kind)) {
    const list = Array.isArray(value) ? value.map(toText) : toText(value).split(',');
    const clean =
      kind === 'numbers'
        ? pastedNumbers(list.join(','))
        : [...new Set(list.map((item) => item.trim()).filter(Boolean))];
    return clean.length > 0 ? clean : undefined;
  }
  const text = toText(Array.isArray(value) ? value[0] : value);
  if (text === '') return undefined;
  if (kind === 'amount') return /^-?\d{1,12}(?:\.\d{1,4})?$/.test(text) ? text : undefined;
  if (kind === 'flag') return text === '1' || text === '0' ? text : undefined;
  return text;
}

/** The filters that a URL asks for; what is unknown or empty is left out. */
export function searchFromUrl(fields: readonly SearchField[], search: UrlSearch): SearchValues {
  const values: SearchValues = {};
  for (const field of fields) {
    for (const key of keysOf(field)) {
      const value = readKey(field.kind, search[key]);
      if (value !== undefined) values[key] = value;
    }
  }
  return values;
}

/** The filters as parts of a URL: lists are joined by commas, empty values left out. */
export function searchToUrl(fields: readonly SearchField[], values: SearchValues): Record<string, string> {
  const search: Record<string, string> = {};
  for (const field of fields) {
    for (const key of keysOf(field)) {
      const value = readKey(field.kind, values[key]);
      if (value !== undefined) search[key] = Array.isArray(value) ? value.join(',') : value;
    }
  }
  return search;
}

/** The values without one filter. */
export function withoutField(field: SearchField, values: SearchValues): SearchValues {
  const keys = new Set(keysOf(field));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key)));
}

/** Fields that filter something, in the order of the form. */
export function activeFields<F extends SearchField>(fields: readonly F[], values: SearchValues): F[] {
  return fields.filter((field) => keysOf(field).some((key) => readKey(field.kind, values[key]) !== undefined));
}
