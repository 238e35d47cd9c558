import { type DraftList, type DraftRow, listFields, newRow } from './draft.ts';

/** Puts cells of a spreadsheet into rows, from one cell to the right and down; rows that are missing are added. */
export function pasteCells(
  rows: readonly DraftRow[],
  list: DraftList,
  from: { key: string; name: string },
  cells: readonly (readonly string[])[],
  freshKey: () => string,
): DraftRow[] {
  const names: readonly string[] = listFields[list];
  const top = rows.findIndex(({ key }) => key === from.key);
  const left = names.indexOf(from.name);
  if (top < 0 || left < 0) return [...rows];
  const filled = [...rows];
  for (const [down, line] of cells.entries()) {
    const row = filled[top + down] ?? newRow(list, freshKey());
    // The number of a saved container stays what it is.
    const isFixed = (name: string): boolean => list === 'containers' && name === 'ctnNo' && row.id !== '';
    const values = line.flatMap((value, right) => {
      const name = names[left + right];
      return name === undefined || isFixed(name) ? [] : [[name, value] as const];
    });
    filled[top + down] = { ...row, cells: { ...row.cells, ...Object.fromEntries(values) } };
  }
  return filled;
}
