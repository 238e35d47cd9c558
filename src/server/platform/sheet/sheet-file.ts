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

/** What begins like a formula; a number with its sign is none. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** A text that no spreadsheet program takes for a formula: one that looks like one gets a quote in front. */
export const harmless = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);
