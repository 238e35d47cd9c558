import type { PageMapping } from '#contract/intake/page-mapping.ts';
import { asObject } from '../../untrusted.ts';
import type { OpenedAnswer } from '../types.ts';
import { inside, jsonColumn, jsonRows, type JsonRow, stepsOf, unfolded } from './json-rows.ts';
import { type Table, labelsOf, linesIn, tablesIn } from './tables.ts';

/** A column that could be pointed at. */
export type FoundColumn = { column: string; title: string; isOwn: boolean };
/** Rows that could be pointed at: texts of the first ones in the order of the columns, and the container named above each. */
export type FoundRows = Pick<PageMapping, 'source' | 'rows'> & {
  columns: readonly FoundColumn[];
  cells: readonly (readonly string[])[];
  containers: readonly string[];
  /** All there are. */
  count: number;
};

const MAX_COLUMNS = 150;
const ROWS_SHOWN = 200;
const MAX_LISTS = 40;
const MAX_VALUES = 20_000;
const MAX_DEPTH = 14;
/** How deep values of a row are looked for. */
const LEAF_DEPTH = 4;

/** Paths of the lists of objects in JSON, outermost first. */
function listsOf(json: unknown): string[] {
  const found = new Set<string>();
  let left = MAX_VALUES;
  const walk = (value: unknown, path: string, depth: number): void => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH || found.size >= MAX_LISTS) return;
    if (Array.isArray(value)) {
      if (value.some((item) => asObject(item) !== undefined)) found.add(`${path}[]`);
      for (const item of value.slice(0, 200)) walk(item, `${path}[]`, depth + 1);
    } else for (const [name, one] of Object.entries(asObject(value) ?? {})) walk(one, inside(path, name), depth + 1);
  };
  walk(unfolded(json), '', 0);
  return [...found];
}

/** Paths of the texts inside a value, those of lists left out. */
function leavesOf(
  value: unknown,
  path: string,
  found: Set<string>,
  { without, depth }: { without?: string; depth: number },
): void {
  for (const [name, one] of Object.entries(asObject(value) ?? {})) {
    if (found.size >= MAX_COLUMNS) return;
    const at = inside(path, name);
    if (at === without) continue;
    // Also one without a value yet: a time of arrival comes later.
    if (one === null || typeof one !== 'object') found.add(at);
    else if (depth > 1) leavesOf(one, at, found, { depth: depth - 1 });
  }
}

/** The path of the first steps of another. */
const pathOf = (steps: readonly string[]): string =>
  steps.reduce((path, step) => (step === '[]' ? `${path}[]` : inside(path, step)), '');

/** The words of a path that describe its value: the last name, and the name of the object that holds it. */
function titleOf(column: string, rows: string): string {
  const own = isOwn(column, rows) && rows !== '' ? column.slice(rows.length + 1) : column;
  const [before = '[]', last = ''] = stepsOf(`x[].${own}`).slice(-2);
  return before === '[]' ? last : `${before} ${last}`;
}

/** Whether a column is of the rows themselves, not of what they lie in. */
const isOwn = (column: string, rows: string): boolean => rows === '' || column.startsWith(`${rows}.`);

function columnsOfJson(rows: readonly JsonRow[], path: string): string[] {
  const steps = stepsOf(path);
  const found = new Set<string>();
  for (const row of rows.slice(0, ROWS_SHOWN)) leavesOf(row.at(-1), path, found, { depth: LEAF_DEPTH });
  // Fields beside the list belong to each of its rows.
  for (let depth = steps.length - 1; depth >= 0; depth -= 1)
    for (const row of rows.slice(0, 20))
      leavesOf(row[depth], pathOf(steps.slice(0, depth)), found, {
        without: pathOf(steps.slice(0, depth + 1)),
        depth: 2,
      });
  return [...found];
}

function ofJson(json: unknown): FoundRows[] {
  return ['', ...listsOf(json)].flatMap((path): FoundRows[] => {
    const rows = jsonRows(json, path) ?? [];
    const columns = columnsOfJson(rows, path);
    if (rows.length === 0 || columns.length < 2) return [];
    const readers = columns.map((column) => jsonColumn(path, column));
    const cells = rows.slice(0, ROWS_SHOWN).map((row) => readers.map((read) => read(row)));
    return [
      {
        source: 'json',
        rows: path,
        columns: columns.map((column) => ({ column, title: titleOf(column, path), isOwn: isOwn(column, path) })),
        cells,
        containers: cells.map(() => ''),
        count: rows.length,
      },
    ];
  });
}

/** Where the titles of a table are: a row of head cells, or a first row of words; -1 for none. */
function headOf({ rows }: Table, isTitle: (text: string) => boolean): number {
  const written = rows.findIndex(({ isHead, cells }) => isHead && cells.filter((cell) => cell !== '').length > 1);
  if (written >= 0) return written;
  return rows
    .slice(0, 10)
    .findIndex(({ cells }) => cells.filter((cell) => cell.length < 40 && isTitle(cell)).length > 1);
}

/** What several tables with the same titles say together. */
function ofTables(tables: readonly Table[], source: 'table' | 'text', isTitle: (text: string) => boolean): FoundRows[] {
  const found = new Map<string, FoundRows & { cells: string[][]; containers: string[] }>();
  for (const table of tables) {
    const head = headOf(table, isTitle);
    const below = table.rows
      .slice(head + 1)
      .filter(({ isHead, cells }) => !isHead && cells.some((cell) => cell !== ''));
    const width = Math.max(0, ...below.slice(0, ROWS_SHOWN).map(({ cells }) => cells.length));
    const titles = head < 0 ? Array.from({ length: width }, () => '') : (table.rows[head]?.cells ?? []);
    const labels = labelsOf(titles).slice(0, MAX_COLUMNS);
    if (labels.length < 2) continue;
    const key = head < 0 ? `#${width}` : labels.join('\n').toLowerCase();
    const known = found.get(key);
    const cells = below.slice(0, ROWS_SHOWN).map((row) => labels.map((_, at) => row.cells[at] ?? ''));
    const containers = below.slice(0, ROWS_SHOWN).map(({ container }) => container);
    if (known === undefined)
      found.set(key, {
        source,
        rows: '',
        columns: labels.map((column, at) => ({ column, title: titles[at] ?? '', isOwn: true })),
        cells,
        containers,
        count: below.length,
      });
    else {
      known.cells.push(...cells);
      known.containers.push(...containers);
      known.count += below.length;
    }
  }
  return [...found.values()].slice(0, MAX_LISTS);
}

/** All rows of an answer that could be pointed at: its tables, its lists, or its lines. `isTitle` knows titles of columns. */
export function findRows(answer: OpenedAnswer, isTitle: (text: string) => boolean): FoundRows[] {
  const tables = ofTables(tablesIn(answer), 'table', isTitle);
  const lines = ofTables(linesIn(answer), 'text', isTitle);
  return [...tables, ...lines, ...(answer.contentType === 'json' ? ofJson(answer.json) : [])];
}
