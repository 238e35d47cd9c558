import { parseCsvRecords } from '../text/csv.ts';
import { isOneOf } from '../values/objects.ts';

/** One line of a reference table with typed access by column name; errors name the table, line and column. */
export type ReferenceLine = {
  text(column: string): string;
  optional(column: string): string | undefined;
  oneOf<T extends string>(column: string, known: readonly T[]): T;
  optionalOneOf<T extends string>(column: string, known: readonly T[]): T | undefined;
  number(column: string): number;
  flag(column: string): boolean;
  list(column: string): string[];
};

/** Reads a reference table (CSV with a header line); throws Error naming table, line and column where a value is missing or wrong. */
export function readRows<T>(table: string, csvText: string, toRow: (line: ReferenceLine) => T): T[] {
  return parseCsvRecords(csvText).map((record, index) => {
    const fail = (column: string, what: string): never => {
      throw new Error(`${table} line ${index + 2}, column ${column}: ${what}`);
    };
    const optional = (column: string): string | undefined => {
      const value = record[column];
      if (value === undefined) return fail(column, 'no such column');
      return value.trim() === '' ? undefined : value.trim();
    };
    const text = (column: string): string => optional(column) ?? fail(column, 'empty');
    const oneOf = <V extends string>(column: string, known: readonly V[]): V => {
      const value = text(column);
      return isOneOf(known, value) ? value : fail(column, `none of ${known.join(', ')}`);
    };
    return toRow({
      text,
      optional,
      oneOf,
      optionalOneOf: (column, known) => (optional(column) === undefined ? undefined : oneOf(column, known)),
      number: (column) => {
        const value = Number(text(column));
        return Number.isFinite(value) ? value : fail(column, 'not a number');
      },
      flag: (column) => {
        const value = optional(column) ?? '0';
        return value === '1' || (value === '0' ? false : fail(column, 'neither 0 nor 1'));
      },
      list: (column) => (optional(column) ?? '').split(' ').filter((item) => item !== ''),
    });
  });
}
