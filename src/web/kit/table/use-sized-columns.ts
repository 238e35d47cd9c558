import { useMemo, useState } from 'react';
import type { SizedColumn } from './column-model.ts';
import { seated } from './column-width.ts';
import { fitColumns } from './fit-columns.ts';

/** The columns as wide as they need to be, with what is left of the room shared out. */
export function useSizedColumns<Row>(
  chosen: readonly SizedColumn<Row>[],
  rows: readonly Row[],
  room: number,
): SizedColumn<Row>[] {
  const [known] = useState(() => new Map<string, number>());
  const matching = useMemo(() => fitColumns(chosen, rows, known), [chosen, rows, known]);
  const wide = seated(matching, room, chosen);
  return chosen.map((column, index) => ({ ...column, width: wide[index] ?? column.width }));
}
