import type { Lang } from '../text.ts';
import { knownText } from './index.ts';

/** Why asking a source failed, kept as `reason: detail`, in words; a reason without a text stays as it is. */
export function failureText<E extends string | null>(error: E, lang: Lang): string | E {
  if (error === null) return error;
  return knownText(`refusal.${error.split(':')[0]}`, lang) ?? error;
}
