import type { Text } from '../i18n/text.ts';

/**
 * What a notification can name, as {{name}} in its subject and content. Of an exception `process` is its type, `jobId`
 * its number and `error` what was found; the last six are empty in notifications about jobs.
 */
export const notificationPlaceholders = [
  'process',
  'tenant',
  'status',
  'jobId',
  'time',
  'error',
  'link',
  'severity',
  'billNo',
  'containerNo',
  'carrier',
  'vessel',
  'voyage',
] as const;

/** Values of placeholders; one that is not given is left empty. */
export type PlaceholderValues = Readonly<Partial<Record<(typeof notificationPlaceholders)[number], string>>>;

const mark = /\{\{([^{}]*)\}\}/g;
const known = new Set<string>(notificationPlaceholders);

/** What is wrong with the placeholders of a text: a name that does not exist, or braces that do not close. */
export function checkPlaceholders(text: string): Text | undefined {
  const strange = [...text.matchAll(mark)].map(([, name = '']) => name.trim()).find((name) => !known.has(name));
  const names = notificationPlaceholders.map((name) => `{{${name}}}`).join(' ');
  if (strange !== undefined) {
    return {
      zh: `没有占位符“${strange}”，可用：${names}`,
      en: `There is no placeholder "${strange}"; there are ${names}`,
    };
  }
  return /\{\{|\}\}/.test(text.replaceAll(mark, ''))
    ? { zh: `占位符的括号不完整，应为 {{名称}}`, en: `A placeholder is not closed: write {{name}}` }
    : undefined;
}

/** Fills the placeholders of a text; one without a value is left empty. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  const given: Readonly<Record<string, string | undefined>> = values;
  return text.replaceAll(mark, (_, name: string) => given[name.trim()] ?? '');
}
