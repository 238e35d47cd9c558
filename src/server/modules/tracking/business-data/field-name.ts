import type { Lang } from '#server/platform/context.ts';
import { isServerMessageCode, serverText } from '#shared/i18n/server-messages/index.ts';

/** The name of a field of a booking for people, by its path: its own name, or that of the part it belongs to. */
export function fieldName(path: string, lang: Lang): string {
  const own = `business.field.${path.replace(/^booking\./, '')}`;
  if (isServerMessageCode(own)) return serverText(own, {}, lang);
  const part = `business.part.${/^[a-z]+/.exec(path)?.[0] ?? ''}`;
  return isServerMessageCode(part) ? serverText(part, {}, lang) : path;
}
