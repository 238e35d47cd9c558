import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { CallInput } from '#contract/index.ts';
import { call } from '#web/app/client.ts';
import { useT } from '#web/i18n/index.ts';
import { ExportButton } from '#web/kit/export/ExportButton.tsx';
import type { Selection } from '#web/kit/table/selection.ts';
import { SelectionBar } from '#web/kit/table/SelectionBar.tsx';
import type { SortRule } from '#web/kit/table/sort-rules.ts';
import { SavedViews } from '#web/kit/views/SavedViews.tsx';
import { exceptionId, type ExceptionRow } from './row-rules.ts';
import { SourceHealth } from './SourceHealth.tsx';
import type { News } from './use-new-rows.ts';

type Props = {
  filters: CallInput<'queryExceptions'>;
  sortRules: readonly SortRule[];
  /** Columns to export, in order. */
  columns: readonly string[];
  total: number;
  news: News;
  onRefresh: () => void;
  selection: Selection<ExceptionRow>;
  onSelection: (selection: Selection<ExceptionRow>) => void;
  onBatch: (kind: 'assign' | 'batch') => void;
  /** Where views of the list are kept. */
  views: { route: string; table: string };
  onColumns: () => void;
};

/** Line above the table: batch actions, selection, news, sources, export, columns. */
export function ExceptionToolbar({
  filters,
  sortRules,
  columns,
  total,
  news,
  onRefresh,
  selection,
  onSelection,
  onBatch,
  views,
  onColumns,
}: Props) {
  const t = useT();
  const batchType = selection.ids.length > 0 ? 'primary' : 'default';
  return (
    <div className="pt-toolbar">
      <Button size="small" type={batchType} onClick={() => onBatch('assign')}>
        {t('exceptionManage.batchAssign')}
      </Button>
      <Button size="small" type={batchType} onClick={() => onBatch('batch')}>
        {t('exceptionManage.batchUpdate')}
      </Button>
      <SelectionBar
        selection={selection}
        onSelection={onSelection}
        total={total}
        loadIds={async (currentPage, pageSize, signal) => {
          const page = await call(
            'queryExceptions',
            { ...filters, currentPage, pageSize } as CallInput<'queryExceptions'>,
            { signal },
          );
          return { ids: page.records.map(exceptionId), total: page.totalRecord };
        }}
      />
      <span className="pt-toolbar-gap" />
      {news.changed && (
        <button type="button" className="pt-news" onClick={onRefresh}>
          {news.added > 0 ? t('exceptionManage.newRows', { count: news.added }) : t('exceptionManage.changedRows')}
        </button>
      )}
      <SourceHealth />
      <SavedViews {...views} />
      <ExportButton list="exceptions" total={total} query={{ ...filters, sortRules }} columns={columns} />
      <Button size="small" icon={<SettingOutlined />} onClick={onColumns}>
        {t('table.columns.button')}
      </Button>
    </div>
  );
}
