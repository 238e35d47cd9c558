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
    const isLiving = (row: KeyRow): boolean => row.revokedTime === null && !row.isExpired;
    const stateOf = (row: KeyRow) =>
      t(row.revokedTime !== null ? 'apiKeys.ended' : row.isExpired ? 'apiKeys.expired' : 'apiKeys.inUse');
    const rateOf = (row: KeyRow): string => {
      if (!isLiving(row)) return '';
      if (row.rateLimit === 0) return t('apiKeys.noLimit');
      const left = t('apiKeys.callsLeft', { left: row.rateRemaining, limit: row.rateLimit });
      return row.rateResetS === 0 ? left : `${left} · ${t('apiKeys.resets', { seconds: row.rateResetS })}`;
    };
    const todayOf = ({ callsToday: calls, refusedToday: refused }: KeyRow): string =>
      refused === 0 ? t('apiKeys.today', { calls }) : t('apiKeys.todayRefused', { calls, refused });
    return [
      plain('name', 220),
      plain('tenantName', 180),
      {
        key: 'state',
        title: t('apiKeys.column.state'),
        width: 104,
        text: stateOf,
        render: (row) => <StatusTag tone={isLiving(row) ? 'ok' : 'neutral'}>{stateOf(row)}</StatusTag>,
      },
      {
        key: 'scopes',
        title: t('apiKeys.column.scopes'),
        width: 160,
        text: (row) => row.scopes.map((scope) => t(`apiKeys.shortScope.${scope}`)).join(' · '),
      },
      plain('prefix', 140),
      time('lastUsedTime'),
      { key: 'rate', title: t('apiKeys.column.rate'), width: 190, text: rateOf },
      { key: 'today', title: t('apiKeys.column.today'), width: 150, text: todayOf },
      {
        key: 'expireTime',
        title: t('apiKeys.column.expireTime'),
        width: 176,
        text: (row) => (row.expireTime === null ? t('apiKeys.never') : timeAsText(row.expireTime)),
        render: (row) => (row.expireTime === null ? t('apiKeys.never') : <TimeText instant={row.expireTime} />),
      },
      time('createTime'),
      plain('creatorCode', 120),
      time('revokedTime'),
    ];
  }, [t]);
}
