import { nobody, type Why } from '#domain/tracking/why/why.ts';
import { whySentences as en } from '#shared/i18n/why/en.ts';
import { whySentences as zh } from '#shared/i18n/why/zh.ts';
import { interpolate } from '#shared/i18n/interpolate.ts';
import { parseEventKey } from '#domain/intake/fusion/paths.ts';
import { isServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import type { Desk } from './desk.ts';
import { joined } from './shapes.ts';

/** What a path ends with: the attribute. */
export const attributeOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The name of what a path stands for, in words. */
export function labelOf(desk: Desk, path: string): string {
  const [, kind = '', key = ''] = /^(\w+)(?:\[([^\]]*)\])?/.exec(path) ?? [];
  const code = `business.field.${attributeOf(path)}`;
  const field = isServerMessageCode(code) ? desk.text(code) : desk.number(attributeOf(path));
  if (kind === 'leg') return joined(desk.text('assistant.leg', { n: key }), field);
  if (kind !== 'event') return joined(key === '' ? null : desk.number(key), field);
  const { containerNo, statusCode, portCode } = parseEventKey(key);
  return joined(
    containerNo === null ? null : desk.number(containerNo),
    desk.status(statusCode),
    desk.port(portCode),
    field,
  );
}

/** The sentence that says why something is as it is, as screens have it; words of others are quoted. */
export function whyText(desk: Desk, { kind, params }: Why): string {
  const shown = Object.entries(params).map(([name, value]): [string, string | number] => {
    if (name.endsWith('At') && typeof value === 'number') return [name, desk.time(value).local];
    if (name === 'who' && value === nobody) return [name, desk.text('assistant.somebody')];
    return [name, name === 'text' || name === 'error' ? desk.quote(String(value)) : value];
  });
  return interpolate((desk.lang === 'zh' ? zh : en)[kind], Object.fromEntries(shown));
}
