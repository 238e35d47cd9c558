import { asRecord } from '#shared/values/objects.ts';
import { clampWidth } from './column-width.ts';

/** What a person chose for one table: order and visibility of columns, and widths in pixels. */
export type ColumnScheme = { order: string[]; hidden: string[]; widths: Record<string, number> };

/** Storage of texts by key; the browser's own behind a guard. */
export type TextStorage = {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
};

export const emptyScheme: ColumnScheme = { order: [], hidden: [], widths: {} };

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** Reads a kept scheme; whatever is not understood counts as not chosen. */
export function parseScheme(text: string | null): ColumnScheme {
  if (text === null) return emptyScheme;
  try {
    const value = asRecord(JSON.parse(text));
    const widths: Record<string, number> = {};
    for (const [key, width] of Object.entries(asRecord(value['widths']))) {
      if (typeof width === 'number' && Number.isFinite(width)) widths[key] = clampWidth(width);
    }
    return { order: [...new Set(texts(value['order']))], hidden: texts(value['hidden']), widths };
  } catch {
    return emptyScheme;
  }
}

/** Where the time of the last change of a scheme is kept. */
export const changedAtKey = (key: string): string => `${key}@`;

/** The scheme kept under a key. */
export function readScheme(storage: TextStorage, key: string): ColumnScheme {
  return parseScheme(storage.get(key));
}

/** Keeps a scheme under a key; the standard one leaves nothing behind. */
export function writeScheme(storage: TextStorage, key: string, scheme: ColumnScheme): void {
  if (isStandard(scheme)) storage.remove(key);
  else storage.set(key, JSON.stringify(scheme));
}

/** Whether nothing was chosen. */
export function isStandard(scheme: ColumnScheme): boolean {
  return scheme.order.length === 0 && scheme.hidden.length === 0 && Object.keys(scheme.widths).length === 0;
}

/**
 * All columns in the chosen order. A column that came with a newer version of the product stands behind its neighbour
 * of the standard order instead of getting lost at the end; one that no longer exists is forgotten.
 */
export function orderColumns(keys: readonly string[], scheme: ColumnScheme): string[] {
  const known = new Set(keys);
  const result = scheme.order.filter((key) => known.has(key));
  if (result.length === 0) return [...keys];
  keys.forEach((key, index) => {
    if (result.includes(key)) return;
    const neighbour = index === 0 ? -1 : result.indexOf(keys[index - 1] ?? '');
    result.splice(neighbour + 1, 0, key);
  });
  return result;
}

/** The columns to show, in order. */
export function visibleColumns(keys: readonly string[], scheme: ColumnScheme): string[] {
  const hidden = new Set(scheme.hidden);
  return orderColumns(keys, scheme).filter((key) => !hidden.has(key));
}

/** The keys with one of them moved to the place of another. */
export function moveKey(keys: readonly string[], from: number, to: number): string[] {
  const result = [...keys];
  const [moved] = result.splice(from, 1);
  if (moved === undefined) return [...keys];
  result.splice(Math.max(0, Math.min(result.length, to)), 0, moved);
  return result;
}
