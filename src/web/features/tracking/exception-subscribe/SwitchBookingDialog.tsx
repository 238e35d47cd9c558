import { Button, Input } from 'antd';
import { useState } from 'react';
import { subscriptionsList } from '#lists/subscriptions.ts';
import { keysOf } from '#shared/values/objects.ts';
import { call, callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { type Stale, staleOf, versionOf } from '#web/entity/entity-calls.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { FormError } from '#web/kit/dialog/FormRow.tsx';
import { NewerNote } from '#web/kit/dialog/NewerNote.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { type Booking, BookingTable, KindSelect } from './SwitchBookingParts.tsx';
import { numberOf, subscriptionId, type SubscriptionRow } from './row-rules.ts';

type Values = { blNo: string; ctnNo: string; carrierCode: string; vesselName: string; voyage: string };
type Kinds = { bizSourceType: string[]; processType: string[] };
type Props = { open: boolean; row: SubscriptionRow | undefined; onClose: () => void; onSaved: () => void };

const codeTypes = { bizSourceType: 'BIZ_SOURCE_TYPE', processType: 'OCEAN_PROCESS_TYPE' } as const satisfies Record<
  keyof Kinds,
  string
>;
const fields = ['blNo', 'ctnNo', 'carrierCode', 'vesselName', 'voyage'] as const satisfies readonly (keyof Values)[];

const valuesOf = (row: SubscriptionRow | undefined): Values => ({
  blNo: row?.obmTkSubscribe.blNo ?? '',
  ctnNo: row?.obmTkSubscribe.ctnNo ?? '',
  carrierCode: row?.obmTkSubscribe.carrierCode ?? '',
  vesselName: row?.obmTkSubscribe.vesselName ?? '',
  voyage: row?.obmTkSubscribe.voyage ?? '',
});

type Found = {
  row: SubscriptionRow | undefined;
  values: Values;
  /** Of which sources and channels bookings are wanted; empty means all. */
  kinds: Kinds;
  bookings: Booking[] | undefined;
  chosen: string | undefined;
  newer?: Stale | undefined;
  /** What is missing. */
  wrong?: keyof typeof problems | undefined;
};

/** What is missing, in words. */
const problems = {
  vesselName: 'exceptionSubscribe.switchBk.vesselRequired',
  voyage: 'exceptionSubscribe.switchBk.voyageRequired',
  chosen: 'exceptionSubscribe.switchBk.choose',
} as const;

/** Links a subscription to another booking; of a container, vessel and voyage are required. */
export function SwitchBookingDialog({ open, row, onClose, onSaved }: Props) {
  const t = useT();
  const { label } = useListLabels(subscriptionsList);
  const [state, setState] = useState<Found>();
  const [busy, setBusy] = useState(false);
  const fresh: Found = {
    row,
    values: valuesOf(row),
    kinds: { bizSourceType: [], processType: [] },
    bookings: undefined,
    chosen: undefined,
  };
  if (open && state?.row !== row) setState(fresh);
  if (!open && state !== undefined) setState(undefined);
  const { values, kinds, bookings, chosen, newer, wrong } = state ?? fresh;
  // What was asked about one row is no answer for another one that the dialog shows by then.
  const change = (part: Partial<Found>): void =>
    setState((current) => (current === undefined || current.row !== row ? current : { ...current, ...part }));
  const bkId = row?.obmTkSubscribe.bkId;

  const search = async (): Promise<void> => {
    const missing =
      values.ctnNo.trim() === ''
        ? undefined
        : (['vesselName', 'voyage'] as const).find((name) => values[name].trim() === '');
    change({ wrong: missing });
    if (missing !== undefined) return;
    setBusy(true);
    try {
      const isBillNo = row?.obmTkSubscribe.isBillNo ?? 1;
      const found = await call('queryBkBySubscribe', { ...values, ...kinds, isBillNo });
      change({ bookings: found, chosen: undefined });
    } catch (error) {
      toast.failure(error, t('exceptionSubscribe.failed'));
    } finally {
      setBusy(false);
    }
  };
  const save = async (): Promise<void> => {
    if (chosen === undefined || row === undefined) {
      change({ wrong: 'chosen' });
      throw new Error(t('exceptionSubscribe.switchBk.choose'));
    }
    try {
      const recordVersion = versionOf(newer) ?? row.obmTkSubscribe.recordVersion;
      const { msg } = await callFull('updateSubscribeInfo', {
        obmTkSubscribeId: subscriptionId(row),
        bkId: chosen,
        recordVersion,
      });
      toast.success(msg);
    } catch (error) {
      const seen = staleOf(error);
      if (seen === undefined) toast.failure(error, t('exceptionSubscribe.failed'));
      else change({ newer: seen });
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
      dirty={chosen !== undefined}
      onOk={save}
      onCancel={onClose}
    >
      <p className="pt-muted">
        {bkId ? t('exceptionSubscribe.switchBk.now', { id: bkId }) : t('exceptionSubscribe.switchBk.nothing')}
      </p>
      <NewerNote
        newer={newer}
        what={t('exceptionSubscribe.switchBk.now', { id: String(newer?.current['bkId'] ?? '') })}
      />
      <form
        className="pt-switch-form"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        {fields.map((name) => (
          <label key={name}>
            {label(name)}
            <Input
              size="small"
              value={values[name]}
              status={wrong === name ? 'error' : ''}
              aria-invalid={wrong === name}
              onChange={({ target }) => change({ values: { ...values, [name]: target.value }, wrong: undefined })}
              onBlur={() => change({ values: { ...values, [name]: values[name].trim() } })}
            />
          </label>
        ))}
        {keysOf(codeTypes).map((name) => (
          <KindSelect
            key={name}
            codeType={codeTypes[name]}
            label={label(name)}
            value={kinds[name]}
            onChange={(value) => change({ kinds: { ...kinds, [name]: value } })}
          />
        ))}
        <Button size="small" type="primary" htmlType="submit" loading={busy}>
          {t('exceptionSubscribe.switchBk.search')}
        </Button>
      </form>
      <FormError text={wrong === undefined ? undefined : t(problems[wrong])} />
      {bookings !== undefined && (
        <BookingTable bookings={bookings} chosen={chosen} onChoose={(id) => change({ chosen: id, wrong: undefined })} />
      )}
    </AppDialog>
  );
}
