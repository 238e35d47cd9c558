import { parseOutsideJson } from '#shared/text/json-limits.ts';
import { tidyText } from '#shared/text/normalize.ts';
import { asObject, attribute, cleanText } from '../untrusted.ts';
import { MAX_ROWS } from './read-notice.ts';
import type { OpenedAnswer } from './types.ts';
import { oncePer } from '#shared/memory/once-per.ts';

/** An object of an answer. */
export type Fields = Record<string, unknown>;

const CHARS = 400;

/** Text of an attribute on one line, in half-width characters and with single blanks; '' for none. Numbers and yes or no are written out. */
export function textIn(fields: Fields | undefined, ...names: readonly string[]): string {
  for (const name of names) {
    const value = fields === undefined ? undefined : attribute(fields, name);
    const text =
      typeof value === 'string'
        ? tidyText(cleanText(value.slice(0, CHARS)))
        : typeof value === 'number' || typeof value === 'boolean'
          ? String(value)
          : '';
    if (text !== '') return text;
  }
  return '';
}

/** Texts of a nested list, each in its place; '' where an item is not a text. */
export function textsIn(fields: Fields | undefined, name: string): string[] {
  const value = fields === undefined ? undefined : attribute(fields, name);
  return (Array.isArray(value) ? value : [])
    .slice(0, MAX_ROWS)
    .map((one: unknown) => (typeof one === 'string' ? tidyText(cleanText(one.slice(0, CHARS))) : ''));
}

/** What all of some objects say; '' where they say different things, or there are none. */
export function valueOfAll<One>(list: readonly One[], pick: (one: One) => string): string {
  const wording = new Set(list.map(pick));
  return wording.size === 1 ? ([...wording][0] ?? '') : '';
}

/** A nested object. */
export const partIn = (fields: Fields | undefined, name: string): Fields | undefined =>
  fields === undefined ? undefined : asObject(attribute(fields, name));

/** Objects of a nested list; an object alone counts as a list of one. */
export function listIn(fields: Fields | undefined, name: string): Fields[] {
  const value = fields === undefined ? undefined : attribute(fields, name);
  return objectsOf(value);
}

/** Objects of a list; of anything else none. */
export function objectsOf(value: unknown): Fields[] {
  if (Array.isArray(value))
    return value
      .slice(0, MAX_ROWS + 1)
      .map((one: unknown) => asObject(one))
      .filter((one) => one !== undefined);
  const one = asObject(value);
  return one === undefined ? [] : [one];
}

/** A body as the site sent it: JSON is read, a page stays text. */
function opened(body: unknown): unknown {
  if (Array.isArray(body)) return body.slice(0, MAX_ROWS).map(opened);
  return typeof body === 'string' && /^\s*[[{]/.test(body) ? (parseOutsideJson(body)?.value ?? body) : body;
}

const allOpened = oncePer((answers: Fields): Fields =>
  Object.fromEntries(Object.entries(answers).map(([name, body]) => [name, opened(body)])),
);

/** The answers of several calls that a robot brought as one, by their names; undefined where it is one bare answer. */
export function answersIn({ json }: Pick<OpenedAnswer, 'json'>): Fields | undefined {
  const reported = partIn(asObject(json), 'answers');
  return reported === undefined ? undefined : allOpened(reported);
}

/** Answers of one name: one, or one for each container. */
export function answersNamed(answers: Fields | undefined, name: string): unknown[] {
  const value = answers === undefined ? undefined : attribute(answers, name);
  if (value === undefined) return [];
  return Array.isArray(value) ? value.slice(0, MAX_ROWS) : [value];
}
