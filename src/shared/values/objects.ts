/** Whether a value is an object with named attributes; an array is not. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as an object with named attributes; anything else gives an empty object. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** Own keys, in their order, of an object that has only those that its type names. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] =>
  Object.keys(object) as (keyof T & string)[];

/** Own entries, in their order, of an object that has only those that its type names. */
export const entriesOf = <T extends object>(object: T): [keyof T & string, T[keyof T & string]][] =>
  Object.entries(object) as [keyof T & string, T[keyof T & string]][];

/** An object with one value for each of the keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;

/** Whether a text is one of a few known ones. */
export const isOneOf = <T extends string>(known: readonly T[], text: unknown): text is T =>
  known.some((one) => one === text);

/**
 * Refuses properties that a declared type does not name: TypeScript looks for them in plain arguments, not in those whose literal types
 * are inferred, so that a misspelt optional property would be ignored.
 */
export type OnlyKeysOf<Given, Declared> = { readonly [K in Exclude<keyof Given, keyof Declared>]: never };
