import { parseEventKey } from '#domain/fusion/paths.ts';
import { isServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import type { Desk } from './desk.ts';
import { joined } from './lines.ts';

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
