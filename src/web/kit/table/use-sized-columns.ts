import { useMemo, useState } from 'react';
import type { SizedColumn } from './column-model.ts';
import { stretched } from './column-width.ts';
import { fitColumns } from './fit-columns.ts';

/** The columns as wide as they need to be, with what is left of the room shared out. */
export function useSizedColumns<Row>(
  chosen: readonly SizedColumn<Row>[],
  rows: readonly Row[],
  room: number,
): SizedColumn<Row>[] {
  const [known] = useState(() => new Map<string, number>());
  const fitting = useMemo(() => fitColumns(chosen, rows, known), [chosen, rows, known]);
  const grows = chosen.map((column) => column.grow === true && !column.chosen);
  // A width somebody chose stays while another column can take what is left.
  const taking = grows.includes(true) ? grows : chosen.map((column) => !column.chosen);
  const wide = stretched(fitting, room, taking);
  return chosen.map((column, index) => ({ ...column, width: wide[index] ?? column.width }));
}
