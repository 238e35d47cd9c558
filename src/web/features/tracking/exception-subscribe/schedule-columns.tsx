import { Suspense } from 'react';
import type { CallData } from '#contract/index.ts';
import { whyTask } from '#domain/tracking/why/why.ts';
import { useT } from '#web/i18n/index.ts';
import { fetched } from '#web/kit/fetched.tsx';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { WhyLine } from '#web/why/WhyLine.tsx';
import { cronSpan } from './cron-span.ts';
import { JobLink } from './JobLink.tsx';

/** A schedule as the dialog shows it. */
export type Schedule = CallData<'subscriptionSchedules'>[number];

const tones: Readonly<Record<Schedule['scheduleStatus'], Tone>> = { Running: 'ok', Stopped: 'warn', Ended: 'neutral' };
const statusKeys = { Running: 'running', Stopped: 'stopped', Ended: 'ended' } as const;

// The words of any expression come when a process has one.
const CronText = fetched(async () => (await import('#web/kit/cron/CronText.tsx')).CronText);

/** How often a schedule runs, in words; its expression beside them for those who know such. */
function HowOften({ cron }: { cron: string }) {
  const t = useT();
  const span = cronSpan(cron);
  const code = <code className="pt-mono pt-muted">{cron}</code>;
  if (span === undefined)
    return (
      <>
        <Suspense fallback={null}>
          <CronText expression={cron} />
        </Suspense>
        <div>{code}</div>
      </>
    );
  return (
    <>
      <div>{t(`exceptionSubscribe.schedules.every.${span.unit}`, { count: span.count })}</div>
      {code}
    </>
  );
}

/** Why a schedule stands as it does. */
export const whyOf = (schedule: Schedule) =>
  whyTask({
    of: 'schedule',
    kind: schedule.kind,
    status: schedule.scheduleStatus,
    failures: schedule.failures,
    problem: schedule.problem,
    nextAt: schedule.executeTime,
    planned: schedule.nextWhy,
    lastAt: schedule.lastTime,
    pausedUntil: schedule.pausedUntil,
    now: schedule.now,
  });

/** Columns of the schedules of a subscription. */
export function useScheduleColumns(subscriptionId: string | undefined, onMended: () => void) {
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
    {
      key: 'info',
      title: t('exceptionSubscribe.schedules.info'),
      width: 330,
      render: (_: unknown, schedule: Schedule) => (
        <>
          <div>{schedule.scheduleInfo}</div>
          <WhyLine
            why={whyOf(schedule)}
            subscriptionId={subscriptionId}
            scheduleId={schedule.wlSchedulesId}
            onMended={onMended}
          />
        </>
      ),
    },
    { key: 'tenant', title: t('exceptionSubscribe.schedules.tenant'), dataIndex: 'tenantName', width: 130 },
    { key: 'package', title: t('exceptionSubscribe.schedules.package'), dataIndex: 'packageName', width: 170 },
    { key: 'detail', title: t('exceptionSubscribe.schedules.detail'), dataIndex: 'detailPackageName', width: 150 },
    { key: 'does', title: t('exceptionSubscribe.schedules.does'), dataIndex: 'detailPackageDesc', width: 150 },
    {
      key: 'job',
      title: t('exceptionSubscribe.schedules.task'),
      width: 100,
      render: (_: unknown, schedule: Schedule) => <JobLink jobId={schedule.jobId} kind={schedule.kind} />,
    },
  ];
}
