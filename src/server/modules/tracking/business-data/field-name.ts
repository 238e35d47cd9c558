import { knownText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';

/** The name of a field of a booking for people, by its path: its own name, or that of the part it belongs to. */
export function fieldName(path: string, lang: Lang): string {
  const own = knownText(`business.field.${path.replace(/^booking\./, '')}`, lang);
  return own ?? knownText(`business.part.${/^[a-z]+/.exec(path)?.[0] ?? ''}`, lang) ?? path;
}
