import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CallData } from '#contract/index.ts';
import { isConfirmed } from '#domain/commerce/booking/booking-state.ts';
import { bookingRecordsList } from '#lists/booking-records.ts';
import { bookingProblem } from '#shared/reference/booking-problems.ts';
import { callFull } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { cutoffLabel } from '#web/kit/value/attribute-label.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { PlanTime, shortPlanText } from '#web/kit/value/PlanTime.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { portText } from '#web/list/port-filter.tsx';
import { type RowOf, useList } from '#web/list/use-list.tsx';
import { BookingDialog } from './BookingDialog.tsx';
import { BookingDrawer } from './BookingDrawer.tsx';
import { CutOffLeft, leftText } from './CutOffLeft.tsx';
import { type BookingForm, blankForm, formOfLink } from './form.ts';
import './booking.css';

type Row = RowOf<typeof bookingRecordsList>;
type Booking = CallData<'bookingRecordGet'>;
type Editing = { booking?: { bookingRecordId: string; recordVersion: number; confirmed: boolean }; begin: BookingForm };

const ofOurs = new Set(['changeTime', 'createTime', 'creatorName', 'tenantCode', 'rolls']);

function useCells() {
  const t = useT();
  const lang = useLang();
  const { nameOf } = useCarriers();
  return useMemo(() => {
    const estimate = (of: (row: Row) => [at: number | null, zone: string | null]) => ({
      text: (row: Row) => timeAsText(...of(row)),
      drawnText: (row: Row) => shortPlanText(...of(row)),
      render: (row: Row, sourceText?: string) => {
        const [at, zone] = of(row);
        return <PlanTime kind="estimated" instant={at} zone={zone} wordless short source={sourceText} />;
      },
    });
    return {
      billNo: {
        text: (row: Row) => row.billNo ?? '',
        render: (row: Row) =>
          row.obmBkId === null ? (
            row.billNo
          ) : (
            <GoLink className="pt-link" href={makeHref('/trace-detail', { obmBkId: row.obmBkId })}>
              {row.billNo}
            </GoLink>
          ),
      },
      carrierCode: { text: (row: Row) => nameOf(row.carrierCode), lines: 2 as const },
      vesselName: {
        text: (row: Row) => [row.vesselName, row.voyage].filter(Boolean).join(' / '),
        lines: 2 as const,
      },
      polCode: { text: (row: Row) => portText(row.polCode, row.polName, row.polNameCn, lang), lines: 2 as const },
      podCode: { text: (row: Row) => portText(row.podCode, row.podName, row.podNameCn, lang), lines: 2 as const },
      problem: {
        lines: 2 as const,
        text: (row: Row) => (row.problem === null ? '' : bookingProblem(row.problem, row.state, lang)),
      },
      departureTime: estimate((row) => [row.departureTime, row.polZone]),
      arrivalTime: estimate((row) => [row.arrivalTime, row.podZone]),
      nextCutOff: {
        text: (row: Row) =>
          row.cutOffTime === null
            ? ''
            : `${cutoffLabel(t, row.cutOffCode ?? '')} ${timeAsText(row.cutOffTime, row.polZone)}`.trim(),
        drawnText: (row: Row) =>
          row.cutOffTime === null
            ? ''
            : `${cutoffLabel(t, row.cutOffCode ?? '')} ${leftText(t, row.cutOffTime, row.now)}`,
        render: (row: Row) =>
          row.cutOffTime !== null && (
            <span title={timeAsText(row.cutOffTime, row.polZone)}>
              {cutoffLabel(t, row.cutOffCode ?? '')} <CutOffLeft time={row.cutOffTime} now={row.now} />
            </span>
          ),
      },
    };
  }, [t, lang, nameOf]);
}

/** What the carrier has answered is the carrier's word; before that, and what only we know, it is what was requested. */
function useValueSource() {
  const { nameOf } = useCarriers();
  return useCallback(
    (row: Row, column: string) => {
      if (ofOurs.has(column)) return undefined;
      const source = row.bookingNo === null || column === 'customer' ? row.creatorName : nameOf(row.carrierCode);
      return { source, time: row.changeTime };
    },
    [nameOf],
  );
}

const toForm = (booking: Booking): BookingForm => ({
  carrierCode: booking.carrierCode,
  polCode: booking.polCode,
  podCode: booking.podCode,
  vesselName: booking.vesselName ?? '',
  voyage: booking.voyage ?? '',
  departureTime: booking.departureTime,
  arrivalTime: booking.arrivalTime,
  equipmentList: booking.equipmentList,
  customer: booking.customer ?? '',
  remark: booking.remark ?? '',
});

/** Bookings of space with carriers: entering, submitting, amending and cancelling them, and what the carriers say. */
export function BookingPage() {
  const t = useT();
  const client = useQueryClient();
  const { search, setSearch } = usePageSearch(bookingRecordsList.route);
  const list = useList(bookingRecordsList, {
    cells: useCells(),
    valueSourceOf: useValueSource(),
  });
  const viewed = useShown<string>();
  const [editing, setEditing] = useState<Editing>();
  const linked = useMemo(() => formOfLink(search), [search]);
  useLiveRefetch('booking', 'bookingRecord.list');
  useLiveRefetch('booking', 'bookingRecordGet');
  const refresh = (): void => {
    for (const name of ['bookingRecord.list', 'bookingRecordGet']) void client.invalidateQueries({ queryKey: [name] });
  };
  const closeDialog = (): void => {
    setEditing(undefined);
    if (linked !== undefined) setSearch({});
  };
  const send = async (call: 'bookingRecordSubmit' | 'bookingRecordCancel', booking: Booking): Promise<void> => {
    const { bookingRecordId, recordVersion } = booking;
    if (
      call === 'bookingRecordCancel' &&
      !(await confirm({
        title: t('bookingRecords.cancelTitle', { no: booking.bookingNo ?? booking.requestRef ?? '' }),
      }))
    )
      return;
    try {
      toast.success((await callFull(call, { bookingRecordId, recordVersion })).msg);
    } catch (error) {
      toast.failure(error, t('bookingRecords.failed'));
    }
    refresh();
  };
  const act = (which: Booking['acts'][number], booking: Booking): void => {
    if (which === 'edit') {
      const { bookingRecordId, recordVersion, state } = booking;
      setEditing({
        booking: { bookingRecordId, recordVersion, confirmed: isConfirmed(state) },
        begin: toForm(booking),
      });
    } else void send(which === 'submit' ? 'bookingRecordSubmit' : 'bookingRecordCancel', booking);
  };
  const view = (row: Row): void => viewed.show(row.bookingRecordId);
  const shown = editing ?? (linked === undefined ? undefined : { begin: linked });
  return (
    <div className="pt-list">
      <ListView
        use={list}
        actions={[viewAction(t('bookingRecords.view'), view)]}
        onOpen={view}
        toolbar={
          <Button type="primary" size="small" icon={<PlusOutlined />} onClick={() => setEditing({ begin: blankForm })}>
            {t('bookingRecords.add')}
          </Button>
        }
      />
      <BookingDrawer
        key={`shown ${viewed.item}`}
        id={viewed.item}
        open={viewed.open}
        onClose={viewed.hide}
        onAct={act}
      />
      {shown !== undefined && (
        <BookingDialog
          key={shown.booking?.bookingRecordId ?? 'new'}
          open
          booking={shown.booking}
          begin={shown.begin}
          onClose={closeDialog}
          onSaved={(id) => {
            refresh();
            if (id !== undefined) viewed.show(id);
          }}
        />
      )}
    </div>
  );
}
