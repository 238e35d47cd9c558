import { Button, Table } from 'antd';
import { useState } from 'react';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { EmptyState, ErrorState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { AddSchedule } from './AddSchedule.tsx';
import { PlansTable } from './PlansTable.tsx';
import { numberOf, subscriptionId, type SubscriptionRow } from './row-rules.ts';
import { type Schedule, useScheduleColumns, whyOf } from './schedule-columns.tsx';

type Props = { open: boolean; row: SubscriptionRow | undefined; onClose: () => void };

/** Schedules of a subscription, of its sources and of processes: start, stop, add, and what is planned and was done. */
export function SchedulesDialog({ open, row, onClose }: Props) {
  const t = useT();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<Schedule>();
  const input = row === undefined ? {} : { subscribeId: subscriptionId(row) };
  const query = useCall('subscriptionSchedules', input, { enabled: open && row !== undefined, staleTime: 0 });
  const reload = (): void => void query.refetch();
  const columns = useScheduleColumns(row === undefined ? undefined : subscriptionId(row), reload);
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
    reload();
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
        {row !== undefined && <AddSchedule row={row} onAdded={reload} />}
      </div>
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={reload} />
      ) : (
        <Table<Schedule>
          size="small"
          rowKey="wlSchedulesId"
          columns={columns}
          dataSource={rows}
          loading={query.isPending}
          pagination={false}
          scroll={{ x: 1690 }}
          rowSelection={{ selectedRowKeys: [...marked], onChange: (keys) => setTicked(keys.map(String)) }}
          onRow={(schedule) => ({ onClick: () => setChosen(schedule) })}
          rowClassName={(schedule) =>
            schedule.wlSchedulesId === shown?.wlSchedulesId ? 'pt-schedule-chosen' : 'pt-row-click'
          }
          // Not known yet is not nothing.
          locale={{ emptyText: query.isPending ? ' ' : <EmptyState text={t('exceptionSubscribe.schedules.empty')} /> }}
        />
      )}
      {shown === undefined ? (
        rows.length > 0 && <p className="pt-muted">{t('exceptionSubscribe.schedules.choose')}</p>
      ) : (
        <PlansTable schedule={shown} why={whyOf(shown)} at={query.dataUpdatedAt} />
      )}
    </AppDialog>
  );
}
