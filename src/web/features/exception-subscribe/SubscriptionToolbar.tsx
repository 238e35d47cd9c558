import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { CallInput } from '#contract/index.ts';
import { call } from '#web/app/client.ts';
import { useT } from '#web/i18n/index.ts';
import { ExportButton } from '#web/kit/export/ExportButton.tsx';
import type { Selection } from '#web/kit/table/selection.ts';
import { SelectionBar } from '#web/kit/table/SelectionBar.tsx';
import type { SortRule } from '#web/kit/table/sort-rules.ts';
import { subscriptionId, type SubscriptionRow } from './row-rules.ts';
import type { Actions } from './use-actions.tsx';

type Props = {
  filters: CallInput<'querySubscriptions'>;
  sortRules: readonly SortRule[];
  /** Columns to export, in order. */
  columns: readonly string[];
  total: number;
  isStale: boolean;
  onRefresh: () => void;
  selection: Selection<SubscriptionRow>;
  onSelection: (selection: Selection<SubscriptionRow>) => void;
  onBatch: Actions['batch'];
  onColumns: () => void;
};

/** Line above the table: import, batch actions, selection, news, export, columns. */
export function SubscriptionToolbar(props: Props) {
  const { filters, sortRules, columns, total, isStale, onRefresh, selection, onSelection, onBatch, onColumns } = props;
  const t = useT();
  const batchType = selection.ids.length > 0 ? 'primary' : 'default';
  return (
    <div className="pt-toolbar">
      <Button size="small" onClick={() => onBatch('import')}>
        {t('exceptionSubscribe.batch.import')}
      </Button>
      {(['activate', 'cancel', 'query'] as const).map((kind) => (
        <Button key={kind} size="small" type={batchType} onClick={() => onBatch(kind)}>
          {t(`exceptionSubscribe.batch.${kind}`)}
        </Button>
      ))}
      <Button size="small" onClick={() => onBatch('replay')}>
        {t('exceptionSubscribe.batch.replay')}
      </Button>
      <SelectionBar
        selection={selection}
        onSelection={onSelection}
        total={total}
        loadIds={async (currentPage, pageSize, signal) => {
          const page = await call(
            'querySubscriptions',
            { ...filters, currentPage, pageSize } as CallInput<'querySubscriptions'>,
            { signal },
          );
          return { ids: page.records.map(subscriptionId), total: page.totalRecord };
        }}
      />
      <span className="pt-toolbar-gap" />
      {isStale && (
        <button type="button" className="pt-news" onClick={onRefresh}>
          {t('exceptionSubscribe.changed')}
        </button>
      )}
      <ExportButton list="subscriptions" total={total} query={{ ...filters, sortRules }} columns={columns} />
      <Button size="small" icon={<SettingOutlined />} onClick={onColumns}>
        {t('table.columns.button')}
      </Button>
    </div>
  );
}
