import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';

/** A key as the list shows it. */
export type KeyRow = CallData<'apiKeyQuery'>[number];

/** The columns of the keys. */
export function useKeyColumns(): DataColumn<KeyRow>[] {
  const t = useT();
  return useMemo(() => {
    const time = (key: 'createTime' | 'lastUsedTime' | 'revokedTime'): DataColumn<KeyRow> => ({
      key,
      title: t(`apiKeys.column.${key}`),
      width: 176,
      text: (row) => timeAsText(row[key]),
      render: (row) => <TimeText instant={row[key]} />,
    });
    const plain = (key: 'name' | 'tenantName' | 'prefix' | 'creatorCode', width: number): DataColumn<KeyRow> => ({
      key,
      title: t(`apiKeys.column.${key}`),
      width,
      text: (row) => row[key],
    });
    const stateOf = (row: KeyRow) => t(row.revokedTime === null ? 'apiKeys.inUse' : 'apiKeys.ended');
    return [
      plain('name', 220),
      plain('tenantName', 180),
      {
        key: 'state',
        title: t('apiKeys.column.state'),
        width: 104,
        text: stateOf,
        render: (row) => <StatusTag tone={row.revokedTime === null ? 'ok' : 'neutral'}>{stateOf(row)}</StatusTag>,
      },
      {
        key: 'scopes',
        title: t('apiKeys.column.scopes'),
        width: 160,
        text: (row) => row.scopes.map((scope) => t(`apiKeys.shortScope.${scope}`)).join(' · '),
      },
      plain('prefix', 140),
      time('lastUsedTime'),
      time('createTime'),
      plain('creatorCode', 120),
      time('revokedTime'),
    ];
  }, [t]);
}
