import { Button, Table } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import type { ExportStatus } from '#contract/export.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '../dialog/AppDialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '../state/States.tsx';
import { toast } from '../toast/toast.ts';
import { formatCount } from '../value/format-value.ts';
import { StatusTag, type Tone } from '../value/StatusTag.tsx';
import { TimeText } from '../value/TimeText.tsx';
import { cancelExport, saveExport } from './export-runs.ts';

const tones: Readonly<Record<ExportStatus['state'], Tone>> = {
  waiting: 'info',
  running: 'info',
  done: 'ok',
  failed: 'danger',
  cancelled: 'neutral',
};
const isOpen = ({ state }: ExportStatus): boolean => state === 'waiting' || state === 'running';

function useColumns(refresh: () => void) {
  const t = useT();
  const act = (row: ExportStatus) => {
    if (isOpen(row))
      return (
        <Button size="small" onClick={() => void cancelExport(row).then(refresh)}>
          {t('common.cancel')}
        </Button>
      );
    if (row.state !== 'done') return null;
    return (
      <Button
        size="small"
        onClick={() => void saveExport(row).catch((error: unknown) => toast.failure(error, t('table.export.failed')))}
      >
        {t('table.export.download')}
      </Button>
    );
  };
  const rows = ({ done, total }: ExportStatus): string =>
    total === null ? '' : done === total ? formatCount(done) : `${formatCount(done)} / ${formatCount(total)}`;
  return [
    { key: 'title', title: t('table.export.list'), render: (_: unknown, row: ExportStatus) => row.title },
    {
      key: 'kind',
      title: t('table.export.kind'),
      render: (_: unknown, row: ExportStatus) => t(`table.export.${row.kind}`),
    },
    {
      key: 'state',
      title: t('table.export.state'),
      render: (_: unknown, row: ExportStatus) => (
        <span title={row.problem ?? ''}>
          <StatusTag tone={tones[row.state]}>{t(`table.export.states.${row.state}`)}</StatusTag>
        </span>
      ),
    },
    {
      key: 'rows',
      title: t('table.export.rows'),
      align: 'end' as const,
      render: (_: unknown, row: ExportStatus) => rows(row),
    },
    {
      key: 'size',
      title: t('table.export.size'),
      align: 'end' as const,
      render: (_: unknown, row: ExportStatus) =>
        row.state === 'done' ? `${formatCount(Math.ceil(row.sizeBytes / 1024))} KB` : '',
    },
    {
      key: 'orderedAt',
      title: t('table.export.orderedAt'),
      render: (_: unknown, row: ExportStatus) => <TimeText instant={row.orderedAt} />,
    },
    {
      key: 'keptUntil',
      title: t('table.export.keptUntil'),
      render: (_: unknown, row: ExportStatus) => (row.state === 'done' ? <TimeText instant={row.keptUntil} /> : null),
    },
    { key: 'act', title: t('table.export.act'), render: (_: unknown, row: ExportStatus) => act(row) },
  ];
}

/** What the person at the screen exported in the last days: states, files, and a way to stop what is under way. */
export function ExportsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const refresh = (): void => void client.invalidateQueries({ queryKey: ['exportList'] });
  const query = useCall('exportList', undefined, {
    enabled: open,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) === true ? 1000 : false),
  });
  const columns = useColumns(refresh);
  return (
    <AppDialog title={t('table.export.mine')} open={open} onCancel={onClose} footer={null} width="70%">
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <LoadingState />
      ) : (
        <Table<ExportStatus>
          size="small"
          rowKey="exportId"
          columns={columns}
          dataSource={query.data}
          pagination={false}
          scroll={{ x: 'max-content', y: 420 }}
          locale={{ emptyText: <EmptyState text={t('table.export.none')} /> }}
        />
      )}
    </AppDialog>
  );
}
