import { HistoryOutlined, PauseCircleOutlined, PlayCircleOutlined, StopOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { schedule } from '#entities/schedule.ts';
import { call } from '#web/base/client.ts';
import { makeHref } from '#web/base/href.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useGo } from '#web/base/page-hooks.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import type { Opening } from '#web/entity/list-props.ts';
import { useMayWrite } from '#web/entity/use-may-write.ts';
import { useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { type Pause, PauseDialog } from './PauseDialog.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';

const firstColumns = [
  'scheduleName',
  'scheduleStatus',
  'problem',
  'processesId',
  'effectiveCron',
  'nextRunTime',
  'pausedUntil',
  'tenantId',
];

/** Starts, stops, pauses and resumes schedules, and shows the list as it is then. */
function useActs() {
  const t = useT();
  const client = useQueryClient();
  return async (row: Row, act: 'start' | 'stop' | 'pause' | 'resume', pause?: Pause): Promise<void> => {
    try {
      await call('scheduleAct', { ids: [idOf(schedule, row)], act, ...pause });
      toast.success(t(`schedules.done.${act}`, { name: String(row['scheduleName']) }));
      await client.invalidateQueries({ queryKey: ['schedule.query'] });
    } catch (error) {
      toast.failure(error, t('schedules.actFailed'));
    }
  };
}

/** Schedules of processes: when they run, and what is done to them. */
export function SchedulePage() {
  const t = useT();
  const go = useGo();
  const actOn = useActs();
  const mayWrite = useMayWrite(schedule);
  const pausing = useShown<Row>();
  useLiveRefetch('job', 'schedule.query');
  const actions = useMemo<RowAction<Row>[]>(() => {
    const runs: RowAction<Row> = {
      key: 'runs',
      label: t('schedules.runs'),
      icon: <HistoryOutlined />,
      column: true,
      run: (row) => go(makeHref('/occurrence', { wlSchedulesId: idOf(schedule, row) })),
    };
    if (!mayWrite) return [runs];
    return [
      runs,
      {
        key: 'start',
        label: t('schedules.start'),
        icon: <PlayCircleOutlined />,
        // A schedule that is paused goes on; one that was stopped starts over.
        run: (row) => void actOn(row, row['scheduleStatus'] === 'Stopped' ? 'start' : 'resume'),
      },
      { key: 'pause', label: t('schedules.pause'), icon: <PauseCircleOutlined />, run: pausing.show },
      { key: 'end', label: t('schedules.stop'), icon: <StopOutlined />, run: (row) => void actOn(row, 'stop') },
    ];
    // oxlint-disable-next-line react/exhaustive-deps -- what acts is made again with every drawing and does the same
  }, [t, mayWrite]);
  const dialog = useMemo(
    () =>
      ({ count }: Opening): DialogExtras => ({
        width: '80%',
        below: (form, row) => <PreviewPanel key={count} draft={form.draft} row={row} />,
      }),
    [],
  );
  return (
    <>
      <EntityListPage
        entity={schedule}
        route="/schedule"
        actions={actions}
        dialog={dialog}
        firstColumns={firstColumns}
        canCopy={false}
      />
      <PauseDialog
        key={pausing.item === undefined ? '' : idOf(schedule, pausing.item)}
        row={pausing.item}
        open={pausing.open}
        onClose={pausing.hide}
        onPause={(row, pause) => actOn(row, 'pause', pause)}
      />
    </>
  );
}
