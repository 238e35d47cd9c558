import { files, type TextFile } from 'virtual:texts';
import type { Lang } from '#shared/i18n/text.ts';

/** What sign-in needs (`app/first.texts.ts`); what shell and kit need besides (`app/base.texts.ts`); or the texts of a feature. */
export type Part = 'first' | 'base' | (string & {});

const isPart = (name: string): boolean => Object.hasOwn(files, name);

/** The part a text is in, by the first word of its key. */
export function partOf(key: string): Part {
  const name = key.slice(0, key.indexOf('.'));
  return isPart(name) ? name : 'base';
}

/** The features that have texts of their own. */
export const featureParts = (names: readonly string[]): string[] => names.filter(isPart);

/** Fetches a part in one language, its texts by name; a part without a file is a mistake of ours. */
export async function fetchPart(lang: Lang, part: Part): Promise<TextFile> {
  const file = files[part];
  if (file === undefined) throw new Error(`there are no texts ${part}`);
  return file[lang]();
}
