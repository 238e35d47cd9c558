import type { Lang, Text } from '#shared/i18n/text.ts';
import { cutoffNames } from '#shared/reference/cutoff-names.ts';

const names: Readonly<Record<string, Text>> = cutoffNames;

/** The name of a kind of cut-off; the code of one that nobody named. */
export const cutoffName = (code: string, lang: Lang): string => names[code]?.[lang] ?? code;
