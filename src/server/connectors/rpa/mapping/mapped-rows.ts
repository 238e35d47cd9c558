import { legTimes, type MappingRole, type PageMapping } from '#contract/intake/page-mapping.ts';
import type { OpenedAnswer } from '../types.ts';
import { jsonColumn, jsonRows } from './json-rows.ts';
import { type Table, type TableRow, labelsOf, linesIn, placeOfLabel, tablesIn } from './tables.ts';

/** A row of an answer: its texts by column, and the container named above it. */
export type MappedRow = { get: (column: string) => string; container: string };
/** The rows a mapping finds, and its columns that are not there any more; of another layout there are none at all. */
export type MappedRows = { rows: readonly MappedRow[]; missing: readonly string[] };

/** Without these a table is another one. */
const needed: readonly MappingRole[] = ['move', 'time', ...legTimes];

const same = (label: string): string => label.toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** Where each column of a mapping is in a row of titles; undefined where the row is not the one that was pointed at. */
function placesIn(
  titles: readonly string[],
  { columns }: PageMapping,
): ReadonlyMap<string, number | undefined> | undefined {
  const known = new Map(labelsOf(titles).map((label, at) => [same(label), at]));
  const isThere = ({ column, role }: PageMapping['columns'][number]): boolean =>
    !needed.includes(role) || placeOfLabel(column) !== undefined || known.has(same(column));
  if (!columns.every(isThere)) return undefined;
  return new Map(columns.map(({ column }) => [column, placeOfLabel(column) ?? known.get(same(column))]));
}

/** Rows below the titles that a mapping names; without titles, rows that are long enough. */
function rowsOfTable({ rows }: Table, mapping: PageMapping): { rows: MappedRow[]; missing: string[] } | undefined {
  const hasTitles = mapping.columns.some(
    ({ column, role }) => needed.includes(role) && placeOfLabel(column) === undefined,
  );
  let places = hasTitles ? undefined : placesIn([], mapping);
  const least = Math.max(...mapping.columns.map(({ column }) => placeOfLabel(column) ?? 0));
  const found: MappedRow[] = [];
  const missing = new Set<string>();
  const make = ({ cells, container }: TableRow, by: NonNullable<typeof places>): MappedRow => ({
    get: (column) => cells[by.get(column) ?? -1] ?? '',
    container,
  });
  let isThere = false;
  for (const row of rows) {
    const titles = hasTitles ? placesIn(row.cells, mapping) : undefined;
    if (titles !== undefined) {
      places = titles;
      isThere = true;
      for (const [column, at] of titles) if (at === undefined) missing.add(column);
    } else if (places !== undefined && !row.isHead && row.cells.length > least) {
      isThere = true;
      found.push(make(row, places));
    }
  }
  return isThere ? { rows: found, missing: [...missing] } : undefined;
}

/** The rows of an answer that a mapping points at; undefined for an answer of another layout. */
export function mappedRows(answer: OpenedAnswer, mapping: PageMapping): MappedRows | undefined {
  if (mapping.source === 'json') {
    const rows = answer.contentType === 'json' ? jsonRows(answer.json, mapping.rows) : undefined;
    if (rows === undefined) return undefined;
    const columns = new Map(mapping.columns.map(({ column }) => [column, jsonColumn(mapping.rows, column)]));
    return {
      rows: rows.map((row) => ({ get: (column) => columns.get(column)?.(row) ?? '', container: '' })),
      missing: [],
    };
  }
  const tables = mapping.source === 'table' ? tablesIn(answer) : linesIn(answer);
  const found = tables.map((table) => rowsOfTable(table, mapping)).filter((one) => one !== undefined);
  if (found.length === 0) return undefined;
  return {
    rows: found.flatMap(({ rows }) => rows),
    missing: [...new Set(found.flatMap(({ missing }) => missing))],
  };
}
