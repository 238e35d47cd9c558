import type { Lang } from '#shared/i18n/text.ts';

type NamedPort = { portName: string; portNameCn?: string | null };

/** The name of a port in the language of the screen; the English one where it has no Chinese one. */
export const portNameIn = (lang: Lang, { portName, portNameCn }: NamedPort): string =>
  (lang === 'zh' ? portNameCn : null) ?? portName;
