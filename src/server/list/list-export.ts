import type { ParsedBody } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import {
  chosenColumns,
  foundRows,
  type IdStatement,
  type ListExport,
  type PreparedExport,
  readAsCall,
  type SheetCell,
  textOfCell,
} from '#server/platform/sheet/index.ts';
import { type Lang, withMark } from '#shared/i18n/text.ts';
import { type List, type ListColumn, type ListNames, valueIn } from '#shared/list/declare.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { placeTimeStr } from '#shared/time/place-time.ts';
import { listRowsById } from './query-list.ts';
import type { ListInput, ListSource, WireRow } from './source.ts';
import { countList, listIds, listPage, questionOf } from './statements.ts';

/** The words that stand for codes, for one caller. */
export type ListWords = {
  lang: Lang;
  /** In which times are written. */
  zone: string;
  dictName: (dict: string, value: string) => string;
  nameOf: (of: ListNames, code: string) => string;
  yesNo: (value: unknown) => string;
};

function cellOf(column: ListColumn, value: unknown, words: ListWords): SheetCell {
  if (value === null || value === undefined) return column.missing?.[words.lang] ?? '';
  switch (column.kind) {
    case 'code':
      return column.values[String(value)]?.[words.lang] ?? String(value);
    case 'dict':
      return words.dictName(column.dict, String(value));
    case 'reference':
      return words.nameOf(column.of, String(value));
    case 'instant':
      return { moment: placeTimeStr(Number(value), words.zone) };
    case 'number':
      return Number(value);
    case 'flag':
      return words.yesNo(value);
    default:
      return String(value);
  }
}

/** A time says its zone, a number its unit. */
function titleOf(column: ListColumn, { lang, zone }: ListWords): string {
  const label = column.label[lang];
  const mark = column.kind === 'instant' ? zone : column.kind === 'number' ? column.unit?.[lang] : undefined;
  if (mark === undefined) return label;
  return withMark(label, mark, lang);
}

/** A declared list as a file writes it. */
type Written<L extends List, Row extends WireRow> = {
  readonly list: L;
  /** The columns that are written, where they are not those that are chosen, or all. */
  readonly fileColumns?: (chosen: readonly string[] | undefined) => readonly string[] | undefined;
  /** Cells where they are not the value of the column. */
  readonly cells?: Readonly<Record<string, (row: Row, ctx: Ctx) => SheetCell>>;
};

/** The rows of a declared list whose statements are written by hand, for its export. */
export type ListRows<C extends CallName, Row extends WireRow = WireRow> = Written<List & { readonly call: C }, Row> & {
  /** Ids of all rows that fit, in the order wanted; refuses what the list refuses. */
  readonly ids: (ctx: Ctx, input: ParsedBody<C>) => IdStatement;
  /** Rows by id as they travel, in the order of the ids; one that is gone is left out. */
  readonly rows: (ctx: Ctx, ids: readonly number[]) => Promise<readonly Row[]>;
};

/** The rows of a declared list that are in no table, for its export. */
type FoundRows<C extends CallName, Row extends WireRow> = Written<List & { readonly call: C }, Row> & {
  /** All rows that fit, in the order of the list; works them out when the file is written. */
  readonly find: (ctx: Ctx, input: ParsedBody<C>) => Promise<readonly Row[]>;
};

/** The columns of a declared list that are written into files, by name: all that are not hidden or drawn by the page alone. */
const exportedColumns = (list: List): Map<string, readonly [name: string, column: ListColumn]> =>
  new Map(
    Object.entries(list.columns).flatMap(([name, column]): [string, readonly [string, ListColumn]][] =>
      column.hidden === true || (column.kind === 'drawn' && column.exported !== true) ? [] : [[name, [name, column]]],
    ),
  );

/**
 * The titles of the chosen columns of a list, or of all, and the cells of a row, in the names and times of the caller. Refuses a
 * column that the list does not have.
 */
export function listLines<Row extends WireRow>(
  { list, cells = {}, fileColumns = (chosen) => chosen }: Written<List, Row>,
  ctx: Ctx,
  words: ListWords,
  names: readonly string[] | undefined,
): { titles: string[]; lineOf: (row: Row) => SheetCell[] } {
  const wanted = chosenColumns(exportedColumns(list), fileColumns(names));
  return {
    titles: wanted.map(([, column]) => titleOf(column, words)),
    lineOf: (row) =>
      wanted.map(([name, column]) => cells[name]?.(row, ctx) ?? cellOf(column, valueIn(row, name, column), words)),
  };
}

/** A declared list as a file; `found` says which rows, and gives their cells by `lineOf`. */
function exportOf<C extends CallName, Row extends WireRow>(
  written: Written<List & { readonly call: C }, Row>,
  wordsFor: (ctx: Ctx) => ListWords,
  found: (ctx: Ctx, input: ParsedBody<C>, lineOf: (row: Row) => SheetCell[]) => Pick<PreparedExport, 'ids' | 'cells'>,
): ListExport {
  const { list } = written;
  return {
    title: list.label,
    ...(list.file === undefined ? {} : { file: list.file }),
    call: list.call,
    prepare: (ctx, query, names) => {
      const { titles, lineOf } = listLines(written, ctx, wordsFor(ctx), names);
      return { titles, ...found(ctx, readAsCall(list.call, query), lineOf) };
    },
  };
}

/** Rows of a declared list as a file: the columns of the screen, in names and times of the caller. */
export const rowsExport = <C extends CallName, Row extends WireRow>(
  rows: ListRows<C, Row>,
  wordsFor: (ctx: Ctx) => ListWords,
): ListExport =>
  exportOf(rows, wordsFor, (ctx, input, lineOf) => ({
    ids: rows.ids(ctx, input),
    cells: async (ids) => (await rows.rows(ctx, ids)).map(lineOf),
  }));

/** A declared list as a file whose rows are in no table: they are worked out when it is written. */
export const foundExport = <C extends CallName, Row extends WireRow>(
  rows: FoundRows<C, Row>,
  wordsFor: (ctx: Ctx) => ListWords,
): ListExport => exportOf(rows, wordsFor, (ctx, input, lineOf) => foundRows(() => rows.find(ctx, input), lineOf));

/** A declared list with a source as a file. */
export const listExport = (source: ListSource, wordsFor: (ctx: Ctx) => ListWords): ListExport =>
  rowsExport<CallName, WireRow>(
    {
      list: { ...source.list, call: source.list.call as CallName },
      ids: (ctx, input) => listIds(source, ctx, input as unknown as ListInput),
      rows: (ctx, ids) => listRowsById(source, ctx, ids),
      ...(source.cells === undefined ? {} : { cells: source.cells }),
      ...(source.fileColumns === undefined ? {} : { fileColumns: source.fileColumns }),
    },
    wordsFor,
  );

const maxStreamed = 1_000_000;
const streamedAtOnce = 1000;

/** A spreadsheet must not take data for a formula. */
const plainCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** The rows of a list that fit as CSV lines, read page by page while they are sent; refuses more than a million. */
export async function streamList(
  source: ListSource,
  ctx: Ctx,
  input: ListInput,
  { words, columns }: { words: ListWords; columns: readonly string[] | undefined },
): Promise<AsyncIterable<string>> {
  const question = questionOf(source, ctx, input);
  const { titles, lineOf } = listLines(source, ctx, words, columns);
  const total = await countList(source, ctx, question);
  if (total > maxStreamed) throw refused('exception.exportTooLarge', { max: maxStreamed });
  return (async function* lines() {
    yield formatCsv([titles], { bom: true });
    for (let offset = 0; offset < total; offset += streamedAtOnce) {
      const found = await listPage(source, ctx, question, { limit: streamedAtOnce, offset });
      const rows = await listRowsById(
        source,
        ctx,
        found.map(({ id }) => Number(id)),
      );
      yield formatCsv(rows.map((row) => lineOf(row).map((cell) => plainCell(textOfCell(cell)))));
      if (found.length < streamedAtOnce) return;
    }
  })();
}
