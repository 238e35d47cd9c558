import type { Text } from '#shared/i18n/text.ts';

/** Dotted paths of all texts of a tree. */
export type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends Text ? K : `${K}.${KeysOf<T[K]>}`;
}[keyof T & string];

type At<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : P extends keyof T
    ? T[P]
    : never;

/** The Chinese text: the English one has the same marks, which a test compares. */
type Chinese<T> = T extends Text ? T['zh'] : never;

type Trim<S extends string> = S extends ` ${infer R}` ? Trim<R> : S extends `${infer L} ` ? Trim<L> : S;
type NameOf<S extends string> = S extends `${infer Name},${string}` ? Trim<Name> : Trim<S>;
type NamesIn<S> = S extends `${string}{{${infer Mark}}}${infer Rest}` ? NameOf<Mark> | NamesIn<Rest> : never;

/** What a text's {{marks}} ask for; a text without marks takes nothing. */
export type ParamsOf<T, P extends string> = [NamesIn<Chinese<At<T, P>>>] extends [never]
  ? []
  : [params: { readonly [N in NamesIn<Chinese<At<T, P>>>]: string | number }];

/** A tree of texts at run time. */
export type MessageTree = { readonly [key: string]: string | MessageTree };

/** Every text by its dotted path. */
export function flatten(tree: MessageTree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [path, text] of flatten(value, `${prefix}${key}.`)) flat.set(path, text);
  }
  return flat;
}

/** The names of the {{marks}} of a text, sorted, each once. */
export function marksOf(text: string): string[] {
  const names = [...text.matchAll(/\{\{\s*(\w+)\b[^{}]*\}\}/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].toSorted();
}
