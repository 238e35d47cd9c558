/** One cell: text, or a head cell in bold. */
export type SheetCell = string | { value: string; fontWeight: 'bold' } | null;

const MAX_CELL = 32_767;
const MAX_WIDTH = 60;

/** Width of a text in characters; Chinese characters take two. */
function textWidth(text: string): number {
  let width = 0;
  for (const char of text.slice(0, MAX_WIDTH)) width += char.charCodeAt(0) > 0x2e80 ? 2 : 1;
  return Math.min(MAX_WIDTH, width);
}

/** Rows of a CSV as cells of a sheet, the first row bold, with column widths in characters. All cells stay text: numbers of bills and containers must keep their zeros. */
export function sheetRows(rows: readonly string[][]): { data: SheetCell[][]; widths: number[] } {
  const widths: number[] = [];
  const data = rows.map((row, index) =>
    row.map((text, column): SheetCell => {
      // The first hundred rows tell enough about the width of a column.
      if (index < 100) widths[column] = Math.max(widths[column] ?? 8, textWidth(text) + 2);
      if (index === 0) return { value: text, fontWeight: 'bold' };
      return text === '' ? null : text.slice(0, MAX_CELL);
    }),
  );
  return { data, widths };
}
