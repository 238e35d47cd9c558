import { useMemo } from 'react';
import type { AnalyticsFile } from '#contract/interfaces/analytics.ts';
import { useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';

const tones: Readonly<Record<AnalyticsFile['state'], Tone>> = {
  waiting: 'info',
  running: 'info',
  done: 'ok',
  failed: 'danger',
  cancelled: 'neutral',
};
const kilobyte = 1024;

type Named = readonly { value: string; label: string }[];

/** The name of a value among choices; the value itself when no choice has it. */
const nameIn = (choices: Named, wanted: string): string =>
  choices.find(({ value }) => value === wanted)?.label ?? wanted;

/** The columns of data files; names of data sets and tenants are given. */
export function useFileColumns(datasets: Named, tenants: Named): DataColumn<AnalyticsFile>[] {
  const t = useT();
  return useMemo(() => {
    const time = (key: 'orderedAt' | 'finishedAt' | 'keptUntil'): DataColumn<AnalyticsFile> => ({
      key,
      title: t(`analytics.file.${key}`),
      width: 176,
      text: (row) => timeAsText(row[key]),
      render: (row) => <TimeText instant={row[key]} />,
    });
    const done = (row: AnalyticsFile, text: string): string => (row.state === 'done' ? text : '');
    const stateOf = (row: AnalyticsFile) => t(`table.export.states.${row.state}`);
    return [
      { key: 'dataset', title: t('analytics.file.dataset'), width: 140, text: (row) => nameIn(datasets, row.dataset) },
      { key: 'tenantId', title: t('analytics.file.tenant'), width: 180, text: (row) => nameIn(tenants, row.tenantId) },
      {
        key: 'since',
        title: t('analytics.file.content'),
        width: 130,
        text: (row) => t(row.since === null ? 'analytics.file.all' : 'analytics.file.changed'),
      },
      {
        key: 'state',
        title: t('table.export.state'),
        width: 100,
        text: stateOf,
        render: (row) => (
          <span title={row.problem ?? ''}>
            <StatusTag tone={tones[row.state]}>{stateOf(row)}</StatusTag>
          </span>
        ),
      },
      { key: 'rows', title: t('table.export.rows'), width: 110, text: (row) => done(row, formatCount(row.rows)) },
      {
        key: 'sizeBytes',
        title: t('table.export.size'),
        width: 110,
        text: (row) => done(row, `${formatCount(Math.ceil(row.sizeBytes / kilobyte))} KB`),
      },
      time('orderedAt'),
      time('keptUntil'),
      { key: 'token', title: t('analytics.file.token'), width: 260, text: (row) => row.token ?? '' },
    ];
  }, [t, datasets, tenants]);
}
