import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';

/** A message of the list. */
export type EdiRow = CallData<'ediQuery'>['records'][number];

/** How the state of a message is shown. */
export const stateTones: Readonly<Record<EdiRow['state'], Tone>> = {
  received: 'info',
  parsed: 'ok',
  partly: 'warn',
  refused: 'danger',
  duplicate: 'neutral',
  held: 'warn',
  sent: 'ok',
};

/** Why a message is as it is, in a few words. */
export const reasonsOf = (row: EdiRow): string => row.reasons.map(({ text }) => text).join(' · ');

/** The columns of the list. */
export function useEdiColumns(): DataColumn<EdiRow>[] {
  const t = useT();
  return useMemo(() => {
    type Plain =
      | 'messageType'
      | 'sender'
      | 'receiver'
      | 'partnerName'
      | 'controlRef'
      | 'messageRef'
      | 'documentNo'
      | 'fileName'
      | 'tenantName';
    const plain = (key: Plain, width: number, more: Partial<DataColumn<EdiRow>> = {}): DataColumn<EdiRow> => ({
      key,
      title: t(`edi.column.${key}`),
      width,
      text: (row) => row[key] ?? '',
      ...more,
    });
    const count = (key: 'events' | 'applied' | 'waiting' | 'refusedEvents'): DataColumn<EdiRow> => ({
      key,
      title: t(`edi.column.${key}`),
      width: 92,
      align: 'end',
      text: (row) => String(row[key]),
    });
    const columns: DataColumn<EdiRow>[] = [
      {
        key: 'receivedTime',
        title: t('edi.column.receivedTime'),
        width: 190,
        text: (row) => timeAsText(row.receivedTime),
        render: (row) => <TimeText instant={row.receivedTime} />,
      },
      {
        key: 'state',
        title: t('edi.column.state'),
        width: 104,
        text: (row) => t(`edi.state.${row.state}`),
        render: (row) => <StatusTag tone={stateTones[row.state]}>{t(`edi.state.${row.state}`)}</StatusTag>,
      },
      plain('messageType', 104),
      { key: 'reasons', title: t('edi.column.reasons'), width: 300, text: reasonsOf },
      { ...plain('partnerName', 168), text: (row) => row.partnerName ?? row.sender ?? '' },
      plain('documentNo', 190, { copyable: true }),
      count('events'),
      count('applied'),
      count('waiting'),
      count('refusedEvents'),
      plain('controlRef', 140, { copyable: true }),
      plain('messageRef', 110),
      plain('sender', 130),
      plain('receiver', 130),
      {
        key: 'direction',
        title: t('edi.column.direction'),
        width: 84,
        text: (row) => t(`edi.direction.${row.direction}`),
      },
      { key: 'way', title: t('edi.column.way'), width: 90, text: (row) => t(`edi.way.${row.way}`) },
      plain('fileName', 220),
      plain('tenantName', 140),
    ];
    return columns;
  }, [t]);
}
