import { useMemo } from 'react';
import type { ReportRow } from '#contract/exceptions/report.ts';
import { useT } from '#web/i18n/index.ts';
import { CronText } from '#web/kit/cron/CronText.tsx';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';

/** Tones of where a run stands. */
export const runTones: Readonly<Record<NonNullable<ReportRow['lastState']>, Tone>> = {
  running: 'info',
  done: 'ok',
  failed: 'danger',
  skipped: 'warn',
};

/** Gives whether a report is sent, in words. */
function useActiveText(): (row: ReportRow) => string {
  const t = useT();
  return ({ active, pausedBecause }) =>
    t(active ? 'reports.active' : pausedBecause === 'rightLost' ? 'reports.rightLost' : 'reports.paused');
}

/** Whether a report is sent, and why not. */
export function ActiveTag({ row }: { row: ReportRow }) {
  const activeText = useActiveText();
  return (
    <StatusTag tone={row.active ? 'ok' : row.pausedBecause === 'rightLost' ? 'danger' : 'neutral'}>
      {activeText(row)}
    </StatusTag>
  );
}

/** The columns of the list of reports. */
export function useReportColumns(): DataColumn<ReportRow>[] {
  const t = useT();
  const activeText = useActiveText();
  return useMemo(
    () => [
      { key: 'name', title: t('reports.column.name'), width: 220, text: (row) => row.reportName },
      { key: 'kind', title: t('reports.column.kind'), width: 110, text: (row) => t(`reports.kind.${row.reportKind}`) },
      {
        key: 'state',
        title: t('reports.column.state'),
        width: 120,
        text: activeText,
        render: (row) => <ActiveTag row={row} />,
      },
      {
        key: 'times',
        title: t('reports.column.times'),
        width: 210,
        text: (row) => row.cron,
        render: (row) => <CronText expression={row.cron} zone={row.zone} />,
      },
      {
        key: 'next',
        title: t('reports.column.next'),
        width: 170,
        text: (row) => timeAsText(row.nextTime, row.zone),
        render: (row) => <TimeText instant={row.nextTime} zone={row.zone} />,
      },
      {
        key: 'last',
        title: t('reports.column.last'),
        width: 230,
        text: (row) =>
          row.lastState === null ? '' : `${timeAsText(row.lastTime, row.zone)} ${t(`reports.state.${row.lastState}`)}`,
        render: (row) =>
          row.lastState === null ? null : (
            <span className="pt-reports-last">
              <TimeText instant={row.lastTime} zone={row.zone} />
              <StatusTag tone={runTones[row.lastState]}>{t(`reports.state.${row.lastState}`)}</StatusTag>
            </span>
          ),
      },
      {
        key: 'recipients',
        title: t('reports.column.recipients'),
        width: 200,
        text: (row) => row.recipients.map(({ name }) => name).join(', '),
      },
      {
        key: 'formats',
        title: t('reports.column.formats'),
        width: 100,
        text: (row) => row.formats.map((format) => format.toUpperCase()).join(', '),
      },
      { key: 'owner', title: t('reports.column.owner'), width: 100, text: (row) => row.ownerName },
      { key: 'tenant', title: t('reports.column.tenant'), width: 150, text: (row) => row.tenantName },
    ],
    [t, activeText],
  );
}
