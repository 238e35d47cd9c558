import type { Lang } from '#shared/i18n/text.ts';
import type { FastifyRequest } from 'fastify';

/** The language of an `Accept-Language` value: the best-weighed one of ours, Chinese when it names none. */
export function languageOf(header: string | undefined): Lang {
  if (header === undefined) return 'zh';
  let best: { lang: Lang; weight: number } | undefined;
  for (const part of header.slice(0, 200).split(',')) {
    const [tag = '', ...options] = part.trim().toLowerCase().split(';');
    const lang = tag.startsWith('zh') ? 'zh' : tag.startsWith('en') ? 'en' : undefined;
    if (lang === undefined) continue;
    const quality = options
      .map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1])
      .find((value) => value !== undefined);
    const weight = quality === undefined ? 1 : Number(quality);
    if (weight > 0 && (best === undefined || weight > best.weight)) best = { lang, weight };
  }
  return best?.lang ?? 'zh';
}

/** The language a request wants: `x-lang` (the browser's choice) before `Accept-Language`. */
export function requestLanguage(request: FastifyRequest): Lang {
  const chosen = request.headers['x-lang'];
  if (chosen === 'zh' || chosen === 'en') return chosen;
  return languageOf(request.headers['accept-language']);
}
