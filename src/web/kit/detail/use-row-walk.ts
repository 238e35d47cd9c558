import { useEffect, useEffectEvent, useState } from 'react';
import type { Shown } from '#web/kit/list/use-shown.ts';
import { leadCursor } from '#web/kit/table/use-table-keyboard.ts';
import type { DrawerWalk } from './DrawerParts.tsx';

type Walked<Row> = {
  /** The rows of the page, in order. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What the drawer shows. */
  shown: Shown<Row>;
  page: number;
  pageSize: number;
  total: number;
  /** Nothing is being asked: the rows are those of the page. */
  settled: boolean;
  onPage: (page: number) => void;
};

/** Steps through a list in a drawer, over the ends of its pages too. */
export function useRowWalk<Row>({
  rows,
  rowKey,
  shown,
  page,
  pageSize,
  total,
  settled,
  onPage,
}: Walked<Row>): DrawerWalk {
  const key = shown.item === undefined ? undefined : rowKey(shown.item);
  const index = rows.findIndex((row) => rowKey(row) === key);
  // Where it was last: what is handled may drop out of the list, and its neighbours move up.
  const [last, setLast] = useState(0);
  if (index >= 0 && index !== last) setLast(index);
  const walked = shown.open && index >= 0 ? key : undefined;
  useEffect(() => {
    if (walked !== undefined) leadCursor(walked);
  }, [walked]);
  const [coming, setComing] = useState<{ page: number; end: 'first' | 'last' }>();
  const arrive = useEffectEvent((end: 'first' | 'last') => {
    const row = end === 'first' ? rows[0] : rows.at(-1);
    setComing(undefined);
    if (row !== undefined && shown.open) shown.show(row);
  });
  const arrived = coming !== undefined && settled && coming.page === page;
  useEffect(() => {
    if (arrived) arrive(coming.end);
  }, [arrived, coming]);

  const turn = (by: 1 | -1) => () => {
    setComing({ page: page + by, end: by === 1 ? 'first' : 'last' });
    onPage(page + by);
  };
  const show = (row: Row | undefined): (() => void) | undefined => row && (() => shown.show(row));
  const gone = index < 0;
  return {
    place: gone ? undefined : (page - 1) * pageSize + index + 1,
    total,
    previous: show(rows[(gone ? last : index) - 1]) ?? (page > 1 && !gone ? turn(-1) : undefined),
    next: show(rows[gone ? last : index + 1]) ?? ((page - 1) * pageSize + rows.length < total ? turn(1) : undefined),
  };
}
