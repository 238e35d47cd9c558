import { Button, Table } from 'antd';
import type { CallInput } from '#contract/index.ts';
import type { OverrideChange } from '#contract/tracking/override.ts';
import { parsePath } from '#domain/intake/fusion/paths.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { EmptyState, ErrorState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { rowOfPath } from './expert-fields.ts';
import { useFieldName, useValueText } from './use-value-text.ts';

type Props = { about: CallInput<'overrideHistory'>; enabled: boolean; onUndone: () => void };

/** What was done with the expert values of a shipment; the last change of each field can be taken back. */
export function ExpertHistory({ about, enabled, onUndone }: Props) {
  const t = useT();
  const nameOf = useFieldName();
  const valueText = useValueText();
  const query = useCall('overrideHistory', about, { enabled, staleTime: 0 });
  const undo = async (changeId: string): Promise<void> => {
    try {
      toast.success((await callFull('undoOverride', { changeId })).msg);
    } catch (error) {
      toast.failure(error, t('common.failed'));
    }
    void query.refetch();
    onUndone();
  };
  const state = (entry: OverrideChange['before'], zone: string | null): string => {
    if (entry === null) return t('expert.none');
    const value = valueText(entry.value, zone);
    return entry.active ? value : t('expert.off', { value });
  };
  if (query.isError) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  return (
    <Table<OverrideChange>
      size="small"
      rowKey="changeId"
      dataSource={query.data ?? []}
      loading={query.isLoading}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      // Not known yet is not nothing.
      locale={{ emptyText: query.isLoading ? ' ' : <EmptyState text={t('expert.historyEmpty')} /> }}
      columns={[
        { key: 'time', width: 170, render: (_, change) => <TimeText instant={change.time} /> },
        {
          key: 'field',
          title: t('expert.field'),
          render: (_, { path }) => {
            const row = rowOfPath(path);
            return row && nameOf(row, parsePath(path)?.attribute ?? '');
          },
        },
        { key: 'kind', width: 130, render: (_, { kind }) => t(`expert.kind.${kind}`) },
        {
          key: 'change',
          render: (_, { before, after, zone }) => `${state(before, zone)} → ${state(after, zone)}`,
        },
        { key: 'by', title: t('expert.by'), width: 110, dataIndex: 'actorName' },
        {
          key: 'undo',
          width: 80,
          render: (_, { changeId, undoable }) =>
            undoable === 1 && (
              <Button size="small" type="link" onClick={() => void undo(changeId)}>
                {t('expert.undo')}
              </Button>
            ),
        },
      ]}
    />
  );
}
