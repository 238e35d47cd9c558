import { trimEndOf } from '#shared/text/normalize.ts';

/** Cells copied from a spreadsheet: lines of cells with tabs between; undefined for plain text, which is pasted as it is. */
export function cellsOfClipboard(text: string): string[][] | undefined {
  const lines = trimEndOf(text.replaceAll('\r\n', '\n'), '\n').split('\n');
  if (lines.length === 1 && !text.includes('\t')) return undefined;
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()));
}
