import { Button, Popover, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import type { Why } from '#domain/tracking/why/why.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { ErrorState } from '#web/kit/state/States.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useWhyText } from '#web/why/WhyLine.tsx';
import { JobLink } from './JobLink.tsx';
import type { Schedule } from './schedule-columns.tsx';

type Plan = CallData<'schedulePlans'>['records'][number];

const PAGE_SIZE = 10;

const time = (value: number | null) => (value === null ? '—' : <TimeText instant={value} />);

/** Columns of the runs; `why` explains the state of a schedule that asks a source. */
function usePlanColumns(kind: Schedule['kind'], why: Why): TableColumnType<Plan>[] {
  const t = useT();
  const whyText = useWhyText();
  return [
    {
      key: 'finished',
      title: t('exceptionSubscribe.schedules.finished'),
      width: 100,
      render: (_, plan) => (
        <StatusTag tone={plan.finishFlag === 1 ? 'ok' : 'info'}>
          {t(plan.finishFlag === 1 ? 'exceptionSubscribe.schedules.done' : 'exceptionSubscribe.schedules.notDone')}
        </StatusTag>
      ),
    },
    {
      key: 'time',
      title: t('exceptionSubscribe.schedules.planTime'),
      width: 170,
      render: (_, plan) => time(plan.planTime),
    },
    { key: 'info', title: t('exceptionSubscribe.schedules.planInfo'), dataIndex: 'planInfo' },
    {
      key: 'task',
      title: t('exceptionSubscribe.schedules.task'),
      width: 110,
      render: (_, plan) =>
        plan.targetJobId !== null && kind === 'source' ? (
          <Popover content={whyText(why)} trigger={['click', 'hover']}>
            <Button type="link" size="small" aria-label={t('exceptionSubscribe.schedules.jobStatus')}>
              {plan.targetJobId}
            </Button>
          </Popover>
        ) : (
          <JobLink jobId={plan.targetJobId} kind={kind} />
        ),
    },
    {
      key: 'remote',
      title: t('exceptionSubscribe.schedules.remote'),
      width: 130,
      render: (_, plan) => plan.remoteJobId ?? '—',
    },
    {
      key: 'created',
      title: t('exceptionSubscribe.schedules.created'),
      width: 170,
      render: (_, plan) => time(plan.createTime),
    },
    {
      key: 'modified',
      title: t('exceptionSubscribe.schedules.modified'),
      width: 170,
      render: (_, plan) => time(plan.lastModifyTime),
    },
  ];
}

/** Planned and past runs of one schedule; `at` = when the schedules were read, so that both tell the same. */
export function PlansTable({ schedule, why, at }: { schedule: Schedule; why: Why; at: number }) {
  const t = useT();
  const columns = usePlanColumns(schedule.kind, why);
  const { wlSchedulesId: scheduleId, jobName: name } = schedule;
  const [place, setPlace] = useState({ scheduleId, page: 1 });
  const page = place.scheduleId === scheduleId ? place.page : 1;
  const input = { scheduleId, currentPage: page, pageSize: PAGE_SIZE };
  const query = useCall('schedulePlans', input, { keep: true, staleTime: Math.max(0, Date.now() - at) });
  if (query.isError) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  return (
    <Section title={t('exceptionSubscribe.schedules.plans', { name })}>
      <Table<Plan>
        size="small"
        rowKey="planId"
        dataSource={query.data?.records ?? []}
        loading={query.isFetching}
        pagination={{
          current: page,
          pageSize: PAGE_SIZE,
          total: query.data?.totalRecord ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: (next) => setPlace({ scheduleId, page: next }),
        }}
        columns={columns}
      />
    </Section>
  );
}
