import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';

/** What accounts the installation has and whether it can have some. */
export type Access = CallData<'analyticsRoleQuery'>;
/** An account as the list shows it. */
export type AccountRow = Access['roles'][number];

/** The columns of accounts for analysts. */
export function useAccountColumns(): DataColumn<AccountRow>[] {
  const t = useT();
  return useMemo(() => {
    const time = (key: 'createTime' | 'rotatedTime' | 'suspendedTime'): DataColumn<AccountRow> => ({
      key,
      title: t(`analytics.column.${key}`),
      width: 176,
      text: (row) => timeAsText(row[key]),
      render: (row) => <TimeText instant={row[key]} />,
    });
    const plain = (key: 'name' | 'tenantName' | 'roleName' | 'creatorCode', width: number): DataColumn<AccountRow> => ({
      key,
      title: t(`analytics.column.${key}`),
      width,
      text: (row) => row[key],
    });
    const stateOf = ({ suspendedWhy }: AccountRow) =>
      suspendedWhy === null ? t('analytics.inUse') : t(`analytics.suspended.${suspendedWhy}`);
    return [
      plain('name', 200),
      plain('tenantName', 180),
      plain('roleName', 280),
      {
        key: 'state',
        title: t('analytics.column.state'),
        width: 240,
        text: stateOf,
        render: (row) => <StatusTag tone={row.suspendedWhy === null ? 'ok' : 'danger'}>{stateOf(row)}</StatusTag>,
      },
      time('createTime'),
      plain('creatorCode', 120),
      time('rotatedTime'),
      time('suspendedTime'),
    ];
  }, [t]);
}
