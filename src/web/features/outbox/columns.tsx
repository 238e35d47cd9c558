import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { useDict } from '#web/kit/search/use-names.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { sortableColumns } from './list-state.ts';

/** A row of the outbox. */
export type OutboxRow = CallData<'outboxQuery'>['records'][number];
type State = OutboxRow['state'];

/** How the state of a notification is shown. */
export const stateTones: Readonly<Record<State, Tone>> = {
  waiting: 'info',
  failed: 'warn',
  sent: 'ok',
  given_up: 'danger',
};

/** The columns of the outbox. */
export function useOutboxColumns(): DataColumn<OutboxRow>[] {
  const t = useT();
  const types = useDict('WL_FEEDBACK_TYPE');
  return useMemo(() => {
    const time = (key: 'createTime' | 'sentTime' | 'nextAttemptTime' | 'causeTime'): DataColumn<OutboxRow> => ({
      key,
      title: t(`outbox.column.${key}`),
      width: 196,
      text: (row) => timeAsText(row[key]),
      render: (row) => <TimeText instant={row[key]} />,
    });
    const plain = (
      key: 'tenantName' | 'feedbackName' | 'subject' | 'address' | 'causeStatusName' | 'reasonText',
      width: number,
    ): DataColumn<OutboxRow> => ({
      key,
      title: t(`outbox.column.${key}`),
      width,
      text: (row) => row[key] ?? '',
    });
    const columns: DataColumn<OutboxRow>[] = [
      time('createTime'),
      {
        key: 'state',
        title: t('outbox.column.state'),
        width: 104,
        text: (row) => t(`outbox.state.${row.state}`),
        render: (row) => <StatusTag tone={stateTones[row.state]}>{t(`outbox.state.${row.state}`)}</StatusTag>,
      },
      plain('subject', 260),
      plain('feedbackName', 160),
      {
        key: 'feedbackType',
        title: t('outbox.column.feedbackType'),
        width: 110,
        text: (row) => types.nameOf(row.feedbackType),
      },
      { ...plain('address', 220), copyable: true },
      plain('causeStatusName', 110),
      {
        key: 'attempts',
        title: t('outbox.column.attempts'),
        width: 96,
        align: 'end',
        text: (row) => String(row.attempts),
      },
      plain('reasonText', 200),
      time('nextAttemptTime'),
      time('sentTime'),
      plain('tenantName', 140),
      time('causeTime'),
    ];
    return columns.map((column) => (sortableColumns.has(column.key) ? { ...column, sortName: column.key } : column));
  }, [t, types]);
}
