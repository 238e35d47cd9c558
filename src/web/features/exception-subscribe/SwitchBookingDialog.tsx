import { Button, Input, Table } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { call, callFull } from '#web/app/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { useDict } from '#web/kit/search/use-names.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { numberOf, subscriptionId, type SubscriptionRow } from './row-rules.ts';

type Booking = CallData<'queryBkBySubscribe'>[number];
type Values = { blNo: string; ctnNo: string; carrierCode: string; vesselName: string; voyage: string };
type Props = { open: boolean; row: SubscriptionRow | undefined; onClose: () => void; onSaved: () => void };

const fields = ['blNo', 'ctnNo', 'carrierCode', 'vesselName', 'voyage'] as const satisfies readonly (keyof Values)[];

const valuesOf = (row: SubscriptionRow | undefined): Values => ({
  blNo: row?.obmTkSubscribe.blNo ?? '',
  ctnNo: row?.obmTkSubscribe.ctnNo ?? '',
  carrierCode: row?.obmTkSubscribe.carrierCode ?? '',
  vesselName: row?.obmTkSubscribe.vesselName ?? '',
  voyage: row?.obmTkSubscribe.voyage ?? '',
});

function useBookingColumns() {
  const t = useT();
  const sources = useDict('BIZ_SOURCE_TYPE');
  const time = (value: unknown, zone: unknown) =>
    typeof value === 'number' ? <TimeText instant={value} zone={typeof zone === 'string' ? zone : null} /> : '—';
  return [
    { key: 'id', title: t('exceptionSubscribe.switchBk.id'), dataIndex: 'obmBkId', width: 100 },
    {
      key: 'kind',
      title: t('exceptionSubscribe.switchBk.kind'),
      width: 120,
      render: (_: unknown, bk: Booking) =>
        bk.unionFlag === 1 ? t('exceptionSubscribe.switchBk.fused') : sources.nameOf(bk.bizSourceType),
    },
    { key: 'blNo', title: t('exceptionSubscribe.column.blNo'), dataIndex: 'blNo', width: 150 },
    {
      key: 'vessel',
      title: t('exceptionSubscribe.column.vesselName'),
      width: 170,
      render: (_: unknown, bk: Booking) => [bk.custVessel, bk.custVoyage].filter(Boolean).join(' / ') || '—',
    },
    {
      key: 'route',
      title: t('exceptionSubscribe.switchBk.route'),
      width: 150,
      render: (_: unknown, bk: Booking) => `${String(bk['polCode'] ?? '—')} → ${String(bk['podCode'] ?? '—')}`,
    },
    {
      key: 'departure',
      title: t('exceptionSubscribe.switchBk.departure'),
      width: 160,
      render: (_: unknown, bk: Booking) => time(bk['atd'] ?? bk['custEtd'], bk['polZone']),
    },
    {
      key: 'arrival',
      title: t('exceptionSubscribe.switchBk.arrival'),
      width: 160,
      render: (_: unknown, bk: Booking) => time(bk['ata'] ?? bk['custEta'], bk['podZone']),
    },
  ];
}

type Found = {
  row: SubscriptionRow | undefined;
  values: Values;
  bookings: Booking[] | undefined;
  chosen: string | undefined;
};

/** Links a subscription to another booking; of a container, vessel and voyage are required. */
export function SwitchBookingDialog({ open, row, onClose, onSaved }: Props) {
  const t = useT();
  const columns = useBookingColumns();
  const [state, setState] = useState<Found>();
  const [busy, setBusy] = useState(false);
  const fresh: Found = { row, values: valuesOf(row), bookings: undefined, chosen: undefined };
  if (open && state?.row !== row) setState(fresh);
  if (!open && state !== undefined) setState(undefined);
  const { values, bookings, chosen } = state ?? fresh;
  const bkId = row?.obmTkSubscribe.bkId;

  const search = async (): Promise<void> => {
    const missing =
      values.ctnNo.trim() === ''
        ? undefined
        : (['vesselName', 'voyage'] as const).find((name) => values[name].trim() === '');
    if (missing !== undefined) {
      toast.warn(t(`exceptionSubscribe.switchBk.${missing === 'vesselName' ? 'vesselRequired' : 'voyageRequired'}`));
      return;
    }
    setBusy(true);
    try {
      const found = await call('queryBkBySubscribe', { ...values, isBillNo: row?.obmTkSubscribe.isBillNo ?? 1 });
      setState((current) => current && { ...current, bookings: found, chosen: undefined });
    } catch (error) {
      toast.failure(error, t('exceptionSubscribe.failed'));
    } finally {
      setBusy(false);
    }
  };
  const save = async (): Promise<void> => {
    if (chosen === undefined || row === undefined) {
      toast.warn(t('exceptionSubscribe.switchBk.choose'));
      throw new Error(t('exceptionSubscribe.switchBk.choose'));
    }
    try {
      const { recordVersion } = row.obmTkSubscribe;
      const { msg } = await callFull('updateSubscribeInfo', {
        obmTkSubscribeId: subscriptionId(row),
        bkId: chosen,
        recordVersion,
      });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('exceptionSubscribe.failed'));
      throw error;
    }
    onSaved();
    onClose();
  };
  return (
    <AppDialog
      open={open}
      title={`${t('exceptionSubscribe.switchBk.title')} · ${row === undefined ? '' : numberOf(row)}`}
      width={1160}
      onOk={save}
      onCancel={onClose}
    >
      <p className="pt-muted">
        {bkId ? t('exceptionSubscribe.switchBk.now', { id: bkId }) : t('exceptionSubscribe.switchBk.nothing')}
      </p>
      <form
        className="pt-switch-form"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        {fields.map((name) => (
          <label key={name}>
            {t(`exceptionSubscribe.column.${name}`)}
            <Input
              size="small"
              value={values[name]}
              onChange={(event) => setState({ ...(state ?? fresh), values: { ...values, [name]: event.target.value } })}
              onBlur={() =>
                setState(
                  (current) =>
                    current && { ...current, values: { ...current.values, [name]: current.values[name].trim() } },
                )
              }
            />
          </label>
        ))}
        <Button size="small" type="primary" htmlType="submit" loading={busy}>
          {t('exceptionSubscribe.switchBk.search')}
        </Button>
      </form>
      {bookings !== undefined && (
        <Table<Booking>
          size="small"
          rowKey="obmBkId"
          columns={columns}
          dataSource={bookings}
          pagination={bookings.length > 8 ? { pageSize: 8, showSizeChanger: false } : false}
          scroll={{ x: 900 }}
          rowSelection={{
            type: 'radio',
            selectedRowKeys: chosen === undefined ? [] : [chosen],
            onChange: ([key]) => setState((current) => current && { ...current, chosen: String(key) }),
          }}
          locale={{ emptyText: <EmptyState text={t('exceptionSubscribe.switchBk.empty')} /> }}
        />
      )}
    </AppDialog>
  );
}
