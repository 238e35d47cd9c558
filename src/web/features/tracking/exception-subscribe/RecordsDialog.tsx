import { Button, Table } from 'antd';
import type { CallData } from '#contract/index.ts';
import { useLive } from '#web/base/live.ts';
import { useCall } from '#web/base/use-call.ts';
import { whyTask } from '#domain/tracking/why/why.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { EmptyState, ErrorState } from '#web/kit/state/States.tsx';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { WhyLine } from '#web/why/WhyLine.tsx';

type PullRecord = CallData<'queryPullRecords'>[number];

const states = ['pending', 'pulled', 'cancelled'] as const;
const tones: Readonly<Record<(typeof states)[number], Tone>> = { pending: 'info', pulled: 'ok', cancelled: 'neutral' };
const REFRESH_MS = 3_000;

/** Pull records of the selected subscriptions; pending ones are watched until a worker has pulled them. */
export function RecordsDialog({ open, ids, onClose }: { open: boolean; ids: readonly string[]; onClose: () => void }) {
  const t = useT();
  const query = useCall('queryPullRecords', [...ids], {
    enabled: open && ids.length > 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((record) => record.dataType === 0) ? REFRESH_MS : false),
  });
  useLive('shipment', () => void (open && query.refetch()));
  const columns = [
    {
      key: 'number',
      title: t('exceptionSubscribe.records.number'),
      render: (_: unknown, row: PullRecord) => row.blNo ?? row.ctnNo,
    },
    { key: 'source', title: t('exceptionSubscribe.records.source'), dataIndex: 'sourceName' },
    {
      key: 'state',
      title: t('exceptionSubscribe.records.state'),
      render: (_: unknown, { dataType, lastError, handlerName, createTime, obmTkSubscribeId }: PullRecord) => {
        const state = states[dataType];
        return (
          <>
            <StatusTag tone={lastError === null ? tones[state] : 'warn'}>
              {t(`exceptionSubscribe.records.${state}`)}
            </StatusTag>
            <WhyLine
              why={whyTask({ of: 'record', state, error: lastError, who: handlerName, at: createTime })}
              subscriptionId={obmTkSubscribeId}
            />
          </>
        );
      },
    },
    {
      key: 'created',
      title: t('exceptionSubscribe.records.created'),
      render: (_: unknown, row: PullRecord) => <TimeText instant={row.createTime} />,
    },
    {
      key: 'regained',
      title: t('exceptionSubscribe.records.regained'),
      render: (_: unknown, row: PullRecord) => <TimeText instant={row.regainTime} />,
    },
    { key: 'handler', title: t('exceptionSubscribe.records.handler'), dataIndex: 'handlerName' },
  ];
  return (
    <AppDialog
      open={open}
      title={t('exceptionSubscribe.records.title')}
      width={920}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <Table<PullRecord>
          size="small"
          rowKey="pullRecordId"
          columns={columns}
          dataSource={query.data ?? []}
          loading={query.isPending && ids.length > 0}
          pagination={(query.data?.length ?? 0) > 10 ? { pageSize: 10, showSizeChanger: false } : false}
          // Not known yet is not nothing.
          locale={{
            emptyText:
              query.isPending && ids.length > 0 ? ' ' : <EmptyState text={t('exceptionSubscribe.records.empty')} />,
          }}
        />
      )}
    </AppDialog>
  );
}
