import { nobody, type Why } from '#domain/why/why.ts';
import { whySentences as en } from '#shared/i18n/why/en.ts';
import { whySentences as zh } from '#shared/i18n/why/zh.ts';
import { interpolate } from '#shared/i18n/interpolate.ts';
import type { Desk } from './desk.ts';

/** The sentence that says why something is as it is, as screens have it; words of others are quoted. */
export function whyText(desk: Desk, { kind, params }: Why): string {
  const shown = Object.entries(params).map(([name, value]): [string, string | number] => {
    if (name.endsWith('At') && typeof value === 'number') return [name, desk.time(value).local];
    if (name === 'who' && value === nobody) return [name, desk.text('assistant.somebody')];
    return [name, name === 'text' || name === 'error' ? desk.quote(String(value)) : value];
  });
  return interpolate((desk.lang === 'zh' ? zh : en)[kind], Object.fromEntries(shown));
}
