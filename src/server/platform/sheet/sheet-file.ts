/** What a cell holds: a text, a number, or nothing. */
export type SheetCell = string | number | null;

/** A table that is written while its rows are read; every step gives the bytes that are ready by then. */
export type SheetFile = {
  contentType: string;
  /** More rows, in their order. */
  add: (rows: readonly (readonly SheetCell[])[]) => Promise<Buffer[]>;
  /** No more rows. */
  end: () => Promise<Buffer[]>;
};
