import type { ParsedBody } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import type { Ctx } from '../context.ts';
import { refused } from '../errors/app-error.ts';
import { shapeOfCall } from '../http/call-shapes.ts';
import { InvalidInput } from '../http/invalid-input.ts';
import type { SheetCell } from './sheet-file.ts';

/** A statement that gives the ids of rows in their order, bound to the tenants of anyone who asks. */
export type IdStatement = { sql: string; parameters: readonly unknown[] };

/** An export that is known to be possible: its headings, which rows, and their cells. */
export type PreparedExport = {
  titles: readonly string[];
  /** The statement itself, or what finds out what it has to be once the file is written. */
  ids: IdStatement | (() => Promise<IdStatement>);
  /** Cells of rows by id, in the order of the ids; a row that is gone by now is left out. */
  cells: (ids: readonly number[]) => Promise<SheetCell[][]>;
};

/** A list that can be exported whole. */
export type ListExport = {
  /** Name of the sheet, and of the file where that has none of its own. */
  title: { readonly zh: string; readonly en: string };
  file?: { readonly zh: string; readonly en: string };
  /** The call that shows the list: who may make it may export it, and its body tells what is wanted. */
  call: CallName;
  /** Reads what is wanted as the list itself does, with the columns by the names the screen has; refuses what the list refuses. */
  prepare: (ctx: Ctx, query: unknown, columns: readonly string[] | undefined) => PreparedExport;
};

/** What a list is asked with, read by the contract of its call; throws InvalidInput. */
export function readAsCall<N extends CallName>(name: N, query: unknown): ParsedBody<N> {
  const { body } = shapeOfCall(name);
  if (body === undefined) throw new Error(`the call ${name} is asked without a body`);
  const result = body.safeParse(query);
  if (!result.success) throw new InvalidInput(result.error, query, body);
  return result.data as ParsedBody<N>;
}

/** The columns requested, in their order, or all; refuses one that the list does not have. */
export function chosenColumns<C>(known: ReadonlyMap<string, C>, names: readonly string[] | undefined): C[] {
  if (names === undefined || names.length === 0) return [...known.values()];
  return names.map((name) => {
    const column = known.get(name);
    if (column === undefined) throw refused('error.unknownColumn', { name: name.slice(0, 60) });
    return column;
  });
}

/**
 * Rows that are worked out when the file is written, and are in no table: their places in the answer, from 1, stand for ids.
 * `find` works them out once, `cellsOf` gives the cells of one.
 */
export function foundRows<Row>(
  find: () => Promise<readonly Row[]>,
  cellsOf: (row: Row) => SheetCell[],
): Pick<PreparedExport, 'ids' | 'cells'> {
  let rows: readonly Row[] = [];
  return {
    ids: async () => {
      rows = await find();
      return { sql: 'select place::bigint as id from generate_series(1, $1::int) place', parameters: [rows.length] };
    },
    cells: (ids) => Promise.resolve(ids.flatMap((place) => rows.slice(place - 1, place)).map(cellsOf)),
  };
}
