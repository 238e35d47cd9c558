import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';

/** An answer of the list. */
export type AnswerRow = CallData<'rpaAnswerQuery'>['records'][number];

/** How the state of an answer is shown. */
export const stateTones: Readonly<Record<AnswerRow['state'], Tone>> = {
  parsed: 'ok',
  partly: 'warn',
  unknown: 'neutral',
  refused: 'danger',
};

/** Why an answer or a part of it was not taken, in a few words. */
export const reasonsOf = (row: Pick<AnswerRow, 'reasons'>): string => row.reasons.map(({ text }) => text).join(' · ');

/** The version that read an answer. */
export const readerOf = ({ parserId, parserVersion }: AnswerRow): string =>
  parserId === null ? '' : `${parserId} v${parserVersion}`;

/** The columns of the answers. */
export function useAnswerColumns(): DataColumn<AnswerRow>[] {
  const t = useT();
  return useMemo(() => {
    const time = (key: 'collectTime' | 'receiveTime'): DataColumn<AnswerRow> => ({
      key,
      title: t(`robotAnswers.column.${key}`),
      width: 196,
      text: (row) => timeAsText(row[key]),
      render: (row) => <TimeText instant={row[key]} />,
    });
    const count = (key: 'events' | 'refusedEvents' | 'sizeBytes'): DataColumn<AnswerRow> => ({
      key,
      title: t(`robotAnswers.column.${key}`),
      width: 96,
      align: 'end',
      text: (row) => String(row[key]),
    });
    const stateOf = (row: AnswerRow): string => t(`robotAnswers.state.${row.state}`);
    return [
      time('receiveTime'),
      {
        key: 'state',
        title: t('robotAnswers.column.state'),
        width: 112,
        text: stateOf,
        render: (row) => <StatusTag tone={stateTones[row.state]}>{stateOf(row)}</StatusTag>,
      },
      {
        key: 'carrierCode',
        title: t('robotAnswers.column.carrierCode'),
        width: 150,
        text: (row) => row.carrierName ?? row.carrierCode,
      },
      {
        key: 'subjectNo',
        title: t('robotAnswers.column.subjectNo'),
        width: 170,
        copyable: true,
        text: (row) => row.subjectNo,
      },
      { key: 'parserId', title: t('robotAnswers.column.parserId'), width: 170, text: readerOf },
      { key: 'reasons', title: t('robotAnswers.column.reasons'), width: 280, text: reasonsOf },
      count('events'),
      count('refusedEvents'),
      time('collectTime'),
      { key: 'robotId', title: t('robotAnswers.column.robotId'), width: 110, text: (row) => row.robotId },
      { key: 'jobId', title: t('robotAnswers.column.jobId'), width: 190, copyable: true, text: (row) => row.jobId },
      count('sizeBytes'),
    ];
  }, [t]);
}
