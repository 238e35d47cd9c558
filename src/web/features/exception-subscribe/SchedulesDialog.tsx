import { Button, Table } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/app/client.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { EmptyState, ErrorState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { cronSpan } from './cron-span.ts';
import { numberOf, subscriptionId, type SubscriptionRow } from './row-rules.ts';
import { PlansTable } from './PlansTable.tsx';

type Schedule = CallData<'subscriptionSchedules'>[number];
type Props = { open: boolean; row: SubscriptionRow | undefined; onClose: () => void };

const tones: Readonly<Record<Schedule['scheduleStatus'], Tone>> = { Running: 'ok', Stopped: 'warn', Ended: 'neutral' };
const statusKeys = { Running: 'running', Stopped: 'stopped', Ended: 'ended' } as const;

/** How often a schedule runs, in words; its expression beside them for those who know such. */
function HowOften({ cron }: { cron: string }) {
  const t = useT();
  const span = cronSpan(cron);
  const code = <code className="pt-mono pt-muted">{cron}</code>;
  if (span === undefined) return code;
  return (
    <>
      <div>{t(`exceptionSubscribe.schedules.every.${span.unit}`, { count: span.count })}</div>
      {code}
    </>
  );
}

function useScheduleColumns() {
  const t = useT();
  return [
    { key: 'id', title: t('exceptionSubscribe.schedules.id'), dataIndex: 'wlSchedulesId', width: 80 },
    { key: 'name', title: t('exceptionSubscribe.schedules.name'), dataIndex: 'jobName', width: 190 },
    {
      key: 'status',
      title: t('exceptionSubscribe.schedules.status'),
      width: 120,
      render: (_: unknown, { scheduleStatus }: Schedule) => (
        <StatusTag tone={tones[scheduleStatus]}>
          {t(`exceptionSubscribe.schedules.${statusKeys[scheduleStatus]}`)}
        </StatusTag>
      ),
    },
    {
      key: 'next',
      title: t('exceptionSubscribe.schedules.next'),
      width: 170,
      render: (_: unknown, { executeTime }: Schedule) =>
        executeTime === null ? '—' : <TimeText instant={executeTime} />,
    },
    {
      key: 'cron',
      title: t('exceptionSubscribe.schedules.cron'),
      width: 140,
      render: (_: unknown, { cronExpression }: Schedule) => <HowOften cron={cronExpression} />,
    },
    { key: 'info', title: t('exceptionSubscribe.schedules.info'), dataIndex: 'scheduleInfo', width: 260 },
    { key: 'tenant', title: t('exceptionSubscribe.schedules.tenant'), dataIndex: 'tenantName', width: 130 },
    { key: 'package', title: t('exceptionSubscribe.schedules.package'), dataIndex: 'packageName', width: 170 },
    { key: 'detail', title: t('exceptionSubscribe.schedules.detail'), dataIndex: 'detailPackageName', width: 150 },
    { key: 'does', title: t('exceptionSubscribe.schedules.does'), dataIndex: 'detailPackageDesc', width: 150 },
    {
      key: 'job',
      title: t('exceptionSubscribe.schedules.task'),
      width: 100,
      render: (_: unknown, { jobId }: Schedule) => jobId ?? '—',
    },
  ];
}

/** Schedules of a subscription, one for each source: start, stop, and what is planned and was done. */
export function SchedulesDialog({ open, row, onClose }: Props) {
  const t = useT();
  const columns = useScheduleColumns();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<Schedule>();
  const input = row === undefined ? {} : { subscribeId: subscriptionId(row) };
  const query = useCall('subscriptionSchedules', input, { enabled: open && row !== undefined, staleTime: 0 });
  const rows = query.data ?? [];
  const marked = ticked.filter((id) => rows.some((schedule) => schedule.wlSchedulesId === id));
  const act = async (name: 'startSchedules' | 'stopSchedules'): Promise<void> => {
    if (marked.length === 0) {
      const problem = name === 'startSchedules' ? 'nothingToStart' : 'nothingToStop';
      toast.warn(t(`exceptionSubscribe.problem.${problem}`));
      return;
    }
    try {
      toast.success((await callFull(name, [...marked])).msg);
    } catch (error) {
      toast.failure(error, t('exceptionSubscribe.failed'));
    }
    void query.refetch();
  };
  const shown = rows.find((schedule) => schedule.wlSchedulesId === chosen?.wlSchedulesId);
  return (
    <AppDialog
      open={open}
      title={`${t('exceptionSubscribe.schedules.title')} · ${row === undefined ? '' : numberOf(row)}`}
      width={1180}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <div className="pt-import-bar">
        <Button size="small" type="primary" onClick={() => void act('startSchedules')}>
          {t('exceptionSubscribe.schedules.start')}
        </Button>
        <Button size="small" onClick={() => void act('stopSchedules')}>
          {t('exceptionSubscribe.schedules.stop')}
        </Button>
      </div>
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <Table<Schedule>
          size="small"
          rowKey="wlSchedulesId"
          columns={columns}
          dataSource={rows}
          loading={query.isPending}
          pagination={false}
          scroll={{ x: 1620 }}
          rowSelection={{ selectedRowKeys: [...marked], onChange: (keys) => setTicked(keys.map(String)) }}
          onRow={(schedule) => ({ onClick: () => setChosen(schedule) })}
          rowClassName={(schedule) =>
            schedule.wlSchedulesId === shown?.wlSchedulesId ? 'pt-row-chosen' : 'pt-row-click'
          }
          // Not known yet is not nothing.
          locale={{ emptyText: query.isPending ? ' ' : <EmptyState text={t('exceptionSubscribe.schedules.empty')} /> }}
        />
      )}
      {shown === undefined ? (
        rows.length > 0 && <p className="pt-muted">{t('exceptionSubscribe.schedules.choose')}</p>
      ) : (
        <PlansTable scheduleId={shown.wlSchedulesId} name={shown.jobName} at={query.dataUpdatedAt} />
      )}
    </AppDialog>
  );
}
