import { formatCsv } from '#shared/text/csv.ts';
import { escapeFormula } from '#shared/text/escape-formula.ts';
import { type CsvState, type SheetFile, textOfCell } from './sheet-file.ts';

/** A table as CSV: UTF-8 with its mark, lines as the standard has them, as many rows as there are. */
export function csvFile(titles: readonly string[], from?: CsvState): SheetFile {
  let begun = from?.begun ?? false;
  const head = (): string => {
    if (begun) return '';
    begun = true;
    return formatCsv([titles], { bom: true });
  };
  return {
    add: async (rows) => [
      Buffer.from(
        head() +
          formatCsv(
            rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : textOfCell(cell)))),
          ),
      ),
    ],
    end: async () => [Buffer.from(head())],
    state: () => ({ kind: 'csv', begun }),
  };
}
