import { parseOutsideJson } from '#shared/text/json-limits.ts';
import { asObject, attribute, cleanText } from '../../untrusted.ts';
import { MAX_ROWS } from '../read-notice.ts';
import { oncePer } from '#shared/memory/once-per.ts';

const TEXT_CHARS = 400;
/** Steps of a path, and characters of one, that are looked at. */
const MAX_STEPS = 16;
const LIST = '[]';

/** A path taken apart: names, and `[]` for the items of a list. */
export function stepsOf(path: string): string[] {
  const steps: string[] = [];
  let name = '';
  const close = (): void => {
    if (name !== '') steps.push(name);
    name = '';
  };
  for (let at = 0; at < path.length; at += 1) {
    const sign = path.charAt(at);
    if (sign === '\\') name += path.charAt((at += 1));
    else if (sign === '.') close();
    else if (sign === '[' && path.charAt(at + 1) === ']') {
      close();
      steps.push(LIST);
      at += 1;
    } else name += sign;
  }
  close();
  return steps.slice(0, MAX_STEPS);
}

/** A name as it stands in a path. */
const nameInPath = (name: string): string => name.replaceAll(/[\\.[]/g, String.raw`\$&`);

/** The path of what is inside. */
export const inside = (path: string, name: string): string =>
  path === '' ? nameInPath(name) : `${path}.${nameInPath(name)}`;

/** Values that lie as JSON in a text are opened. */
const opened = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[[{]/.test(value.slice(0, 50)) ? (parseOutsideJson(value)?.value ?? value) : value;

function allOpened(value: unknown): unknown {
  const here = opened(value);
  if (Array.isArray(here)) return here.map(allOpened);
  const object = asObject(here);
  return object === undefined
    ? here
    : Object.fromEntries(Object.entries(object).map(([name, one]) => [name, allOpened(one)]));
}

const openedOnce = oncePer((json: object): unknown => allOpened(json));

/** The JSON of an answer with all that lies as JSON in its texts: opened once, as each row and column asks for it. */
export function unfolded(json: unknown): unknown {
  return typeof json === 'object' && json !== null ? openedOnce(json) : allOpened(json);
}

const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : asObject(value) === undefined ? [] : [value];

/** A value as one line; '' for none, a list or an object. */
function textOfValue(value: unknown): string {
  if (typeof value === 'string') return cleanText(value.slice(0, TEXT_CHARS));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A row with what it lies in: what is found at each step of its path, the answer itself first. */
export type JsonRow = readonly unknown[];

/** The rows at a path; undefined where there is no such list: another layout is not an empty list. */
export function jsonRows(json: unknown, path: string): JsonRow[] | undefined {
  const steps = stepsOf(path);
  const rows: JsonRow[] = [];
  let isThere = false;
  const walk = (value: unknown, chain: readonly unknown[]): void => {
    if (rows.length > MAX_ROWS) return;
    const step = steps[chain.length];
    if (step === undefined) {
      if (asObject(value) === undefined) return;
      isThere = true;
      rows.push([...chain, value]);
    } else if (step === LIST) {
      if (Array.isArray(value)) isThere = true;
      for (const item of asList(value).slice(0, MAX_ROWS + 1)) walk(item, [...chain, value]);
    } else {
      const object = asObject(value);
      const next = object === undefined ? undefined : attribute(object, step);
      if (next !== undefined) walk(next, [...chain, value]);
    }
  };
  walk(unfolded(json), []);
  return isThere ? rows : undefined;
}

/** Makes a reader of one column: it goes with the rows as far as the paths are one, and takes the first item of other lists. */
export function jsonColumn(rowsPath: string, column: string): (row: JsonRow) => string {
  const [rows, steps] = [stepsOf(rowsPath), stepsOf(column)];
  let shared = 0;
  while (shared < rows.length && shared < steps.length && rows[shared] === steps[shared]) shared += 1;
  return (row) => {
    let value = row[shared];
    for (const step of steps.slice(shared)) {
      const object = asObject(value);
      value = step === LIST ? asList(value)[0] : object === undefined ? undefined : attribute(object, step);
    }
    return textOfValue(value);
  };
}
