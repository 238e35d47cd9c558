import { traceIndexList } from '#lists/trace-index.ts';
import { useLiveRefetch } from '#web/app/live.ts';
import { goTo } from '#web/app/navigate.ts';
import { ListView } from '#web/list/ListView.tsx';
import { useList } from '#web/list/use-list.tsx';
import { traceCells, traceHref, type TraceRow } from './cells.tsx';
import './trace-index.css';

/** Everything a tenant follows at sea, how far it is and what is wrong with it. */
export function TraceIndexPage() {
  const list = useList(traceIndexList, { cells: traceCells });
  useLiveRefetch('shipment', 'traceIndex.list');
  useLiveRefetch('exception', 'traceIndex.list');
  const open = (row: TraceRow): void => {
    const href = traceHref(row);
    if (href !== undefined) goTo(href);
  };
  return (
    <div className="pt-list">
      <ListView use={list} onOpen={open} />
    </div>
  );
}
