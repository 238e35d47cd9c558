import { isServerMessageCode, serverText } from './index.ts';

/** Why asking a source failed, kept as `reason: detail`, in words; a reason without a text stays as it is. */
export function failureText<E extends string | null>(error: E, lang: 'zh' | 'en'): string | E {
  if (error === null) return error;
  const code = `refusal.${error.split(':')[0]}`;
  return isServerMessageCode(code) ? serverText(code, {}, lang) : error;
}
