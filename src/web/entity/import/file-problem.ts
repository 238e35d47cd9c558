/** Bytes of a file at most. */
export const maxFileBytes = 20_000_000;

/** Why a file cannot be imported; the code is a text of entityImport.error. */
export type FileProblem =
  | 'type'
  | 'oldExcel'
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

/** The rows of a file as text, each with the number of its line; the first are the headings. */
export type FileTable = { headings: string[]; rows: string[][]; lines: number[] };
