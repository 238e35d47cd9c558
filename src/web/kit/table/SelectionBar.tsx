import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { isAborted } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '../value/format-value.ts';
import { collectIds, emptySelection, MAX_SELECTED, type Selection } from './selection.ts';

type Props<Row> = {
  selection: Selection<Row>;
  onSelection: (selection: Selection<Row>) => void;
  /** Rows that pass the filters, on all pages. */
  total: number;
  /** One page of ids of the filtered rows. */
  loadIds: (currentPage: number, pageSize: number, signal: AbortSignal) => Promise<{ ids: string[]; total: number }>;
};

/** How many rows are selected over all pages, with "clear" and "select all filtered". */
export function SelectionBar<Row>({ selection, onSelection, total, loadIds }: Props<Row>) {
  const t = useT();
  const [known, setKnown] = useState<number>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const count = selection.ids.length;
  if (count === 0) return null;

  const all = Math.min(total, MAX_SELECTED);
  const selectAll = async (): Promise<void> => {
    const { signal } = (control.current = new AbortController());
    setKnown(0);
    try {
      const ids = await collectIds((page, size) => loadIds(page, size, signal), { signal, onProgress: setKnown });
      onSelection({ ids, rows: selection.rows });
      if (total > MAX_SELECTED) toast.info(t('table.selectionLimit', { max: formatCount(MAX_SELECTED) }));
    } catch (error) {
      if (!isAborted(error) && !signal.aborted) toast.failure(error, t('common.loadFailed'));
    } finally {
      setKnown(undefined);
    }
  };

  return (
    <span className="pt-selection" role="status">
      <b>{t('table.selected', { count: formatCount(count) })}</b>
      {known !== undefined ? (
        <>
          {t('table.selecting', { known: formatCount(known), all: formatCount(all) })}
          <Button size="small" type="link" onClick={() => control.current?.abort()}>
            {t('common.cancel')}
          </Button>
        </>
      ) : (
        <>
          {count < all && (
            <Button size="small" type="link" onClick={() => void selectAll()}>
              {t('table.selectAll', { count: formatCount(all) })}
            </Button>
          )}
          <Button size="small" type="link" onClick={() => onSelection(emptySelection)}>
            {t('table.clearSelection')}
          </Button>
        </>
      )}
    </span>
  );
}
