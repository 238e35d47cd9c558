import { Select, Radio, Table } from 'antd';
import type { CallData } from '#contract/index.ts';
import { subscriptionsList } from '#lists/subscriptions.ts';
import { useT } from '#web/i18n/index.ts';
import { useDict } from '#web/kit/search/use-names.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { expectedKind } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';

/** A booking that a subscription may be linked to. */
export type Booking = CallData<'queryBkBySubscribe'>[number];

type KindProps = { codeType: string; label: string; value: string[]; onChange: (value: string[]) => void };

/** Of which kinds bookings are wanted: any, when nothing is chosen. */
export function KindSelect({ codeType, label, value, onChange }: KindProps) {
  const t = useT();
  return (
    <label>
      {label}
      <Select<string[]>
        mode="multiple"
        size="small"
        allowClear
        maxTagCount="responsive"
        aria-label={label}
        placeholder={t('search.all')}
        options={useDict(codeType).options}
        value={value}
        onChange={onChange}
      />
    </label>
  );
}

function useBookingColumns() {
  const t = useT();
  const { label } = useListLabels(subscriptionsList);
  const sources = useDict('BIZ_SOURCE_TYPE');
  const time = (
    bk: Booking,
    expectedName: 'custEtd' | 'custEta',
    actualName: 'atd' | 'ata',
    zoneName: 'polZone' | 'podZone',
  ) => {
    const [expected, actual] = [bk[expectedName], bk[actualName]];
    const times = { [expectedKind(bk[`${expectedName}Planned`])]: expected, actual };
    return expected === null && actual === null ? '—' : <BestTime times={times} zone={bk[zoneName]} />;
  };
  return [
    { key: 'id', title: t('exceptionSubscribe.switchBk.id'), dataIndex: 'obmBkId', width: 100 },
    {
      key: 'kind',
      title: t('exceptionSubscribe.switchBk.kind'),
      width: 120,
      render: (_: unknown, bk: Booking) =>
        bk.unionFlag === 1 ? t('exceptionSubscribe.switchBk.fused') : sources.nameOf(bk.bizSourceType),
    },
    { key: 'blNo', title: label('blNo'), dataIndex: 'blNo', width: 150 },
    {
      key: 'vessel',
      title: label('vesselName'),
      width: 170,
      render: (_: unknown, bk: Booking) => [bk.custVessel, bk.custVoyage].filter(Boolean).join(' / ') || '—',
    },
    {
      key: 'route',
      title: t('exceptionSubscribe.switchBk.route'),
      width: 150,
      render: (_: unknown, bk: Booking) => `${bk.polCode ?? '—'} → ${bk.podCode ?? '—'}`,
    },
    {
      key: 'departure',
      title: t('exceptionSubscribe.switchBk.departure'),
      width: 220,
      render: (_: unknown, bk: Booking) => time(bk, 'custEtd', 'atd', 'polZone'),
    },
    {
      key: 'arrival',
      title: t('exceptionSubscribe.switchBk.arrival'),
      width: 220,
      render: (_: unknown, bk: Booking) => time(bk, 'custEta', 'ata', 'podZone'),
    },
  ];
}

type TableProps = { bookings: Booking[]; chosen: string | undefined; onChoose: (id: string) => void };

/** What was found; one of them is chosen. */
export function BookingTable({ bookings, chosen, onChoose }: TableProps) {
  const t = useT();
  const columns = useBookingColumns();
  return (
    <Table<Booking>
      size="small"
      rowKey="obmBkId"
      columns={columns}
      dataSource={bookings}
      pagination={bookings.length > 8 ? { pageSize: 8, showSizeChanger: false } : false}
      scroll={{ x: 1020 }}
      rowSelection={{
        selectedRowKeys: chosen === undefined ? [] : [chosen],
        hideSelectAll: true,
        renderCell: (checked, booking) => (
          <Radio
            checked={checked}
            aria-label={booking.blNo ?? booking.ctnNo ?? booking.obmBkId}
            onChange={() => onChoose(booking.obmBkId)}
          />
        ),
      }}
      locale={{ emptyText: <EmptyState text={t('exceptionSubscribe.switchBk.empty')} /> }}
    />
  );
}
