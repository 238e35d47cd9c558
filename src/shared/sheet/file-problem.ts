import type { FileCell } from '#shared/entity/read-cells.ts';
import type { UnreadCell } from '#shared/entity/unread-cell.ts';

/** Bytes of a file at most. */
export const maxFileBytes = 20_000_000;

/** Why a file cannot be imported; the code is a text of entityImport.error. */
export type FileProblem =
  | 'type'
  | 'oldExcel'
  | 'encrypted'
  | 'tooLarge'
  | 'inflated'
  | 'spread'
  | 'encoding'
  | 'unreadable'
  | 'empty'
  | 'tooMany'
  | 'merged'
  | 'slow';

/** A file that cannot be imported. */
export class FileError extends Error {
  readonly problem: FileProblem;
  readonly count: number;
  constructor(problem: FileProblem, count = 0) {
    super(problem);
    this.problem = problem;
    this.count = count;
  }
}

/** Of a cell: the value behind what it shows, or why that is not known. */
export type CellNote = { readonly value: string } | { readonly unread: UnreadCell['unread'] };

/**
 * The rows of a file as text, each with the number of its line; the first are the headings. `notes` has, by row and column, what the
 * text alone does not say. In a file with `decimalComma` 1,5 is one and a half; in one that is `merged` cells span several places.
 */
export type FileTable = {
  headings: string[];
  rows: string[][];
  lines: number[];
  notes: ReadonlyMap<number, ReadonlyMap<number, CellNote>>;
  decimalComma: boolean;
  merged: boolean;
};

/** One cell of the rows of a file; both places from 0. */
export function cellAt({ rows, notes }: Pick<FileTable, 'rows' | 'notes'>, row: number, column: number): FileCell {
  const text = rows[row]?.[column] ?? '';
  const note = notes.get(row)?.get(column);
  return note === undefined ? { text } : { text, ...note };
}
