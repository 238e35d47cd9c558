import { Table } from 'antd';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';

export type ArrivalRow = CallData<'copyArrival'>['rows'][number];

/** What was done with a booking: updated, refused for a reason, or not come to. */
export type ArrivalResult = { kind: 'done' | 'notReached' } | { kind: 'refused'; why: string };

const tones: Record<ArrivalResult['kind'] | ArrivalRow['state'], Tone> = {
  changing: 'info',
  same: 'neutral',
  withSubscription: 'neutral',
  done: 'ok',
  refused: 'danger',
  notReached: 'warn',
};

type Props = {
  rows: readonly ArrivalRow[];
  /** By the ids of the bookings; a booking without one was not to be changed. */
  results: ReadonlyMap<string, ArrivalResult>;
};

/** A row for every booking of the voyage: its arrival before and after, and what will be or was done, or why nothing is. */
export function ArrivalRows({ rows, results }: Props) {
  const t = useT();
  const sourceText = (row: ArrivalRow) => {
    const result = results.get(row.obmBkId);
    const kind = result?.kind ?? row.state;
    const why =
      result?.kind === 'refused'
        ? result.why
        : kind === 'same' || kind === 'withSubscription'
          ? t(`businessInfo.arrival.why.${kind}`)
          : undefined;
    return (
      <>
        <StatusTag tone={tones[kind]}>{t(`businessInfo.arrival.state.${kind}`)}</StatusTag>
        {why !== undefined && <span className="pt-info-why">{why}</span>}
      </>
    );
  };
  return (
    <Table<ArrivalRow>
      size="small"
      rowKey="obmBkId"
      dataSource={rows}
      pagination={rows.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
      locale={{ emptyText: <EmptyState title={t('businessInfo.arrival.none')} /> }}
      columns={[
        {
          key: 'number',
          title: t('businessInfo.arrival.number'),
          render: (_, row) => [row.blNo, row.ctnNo].filter(Boolean).join(' / '),
        },
        { key: 'obmBkId', title: t('businessInfo.field.obmBkId'), dataIndex: 'obmBkId' },
        {
          key: 'before',
          title: t('businessInfo.arrival.before'),
          render: (_, row) => <PlanTime kind="actual" instant={row.before} zone={row.zone} />,
        },
        {
          key: 'after',
          title: t('businessInfo.arrival.after'),
          render: (_, row) => <PlanTime kind="actual" instant={row.after} zone={row.zone} />,
        },
        { key: 'state', title: t('businessInfo.arrival.result'), render: (_, row) => sourceText(row) },
      ]}
    />
  );
}
