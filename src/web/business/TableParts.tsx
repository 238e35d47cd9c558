import { Button } from 'antd';
import { useT } from '#web/i18n/index.ts';
import type { EditableRow } from '#web/kit/table/EditableTable.tsx';
import type { DraftRow } from './draft.ts';

let lastKey = 0;
/** A key for a row that nobody has saved yet. */
export const freshKey = (): string => `new${(lastKey += 1)}`;

/** How a row stands out. */
export const editableRow = (row: DraftRow): EditableRow => ({
  key: row.key,
  cells: row.cells,
  ...(row.gone === true ? { state: 'gone' as const } : row.id === '' ? { state: 'new' as const } : {}),
});

/** Buttons over a table: add, delete, bring back. */
export function RowButtons({
  picked,
  rows,
  add,
  remove,
  restore,
}: {
  picked: ReadonlySet<string>;
  rows: readonly DraftRow[];
  add: () => void;
  remove: () => void;
  restore: () => void;
}) {
  const t = useT();
  const gone = rows.some(({ key, gone: isGone }) => picked.has(key) && isGone === true);
  return (
    <span className="pt-business-acts">
      <Button size="small" onClick={add}>
        {t('business.add')}
      </Button>
      <Button size="small" danger onClick={remove}>
        {t('business.delete')}
      </Button>
      {gone && (
        <Button size="small" onClick={restore}>
          {t('business.restore')}
        </Button>
      )}
    </span>
  );
}
