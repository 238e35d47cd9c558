import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select } from 'antd';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';

import { FormRow } from '#web/kit/dialog/FormRow.tsx';
import { DraftFrame } from '#web/kit/draft/DraftFrame.tsx';
import { type DraftHandle, useDraft } from '#web/kit/draft/use-draft.ts';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import type { BookingForm } from './form.ts';

type Draft = DraftHandle<BookingForm, BookingForm>;
const types = ['20GP', '40GP', '40HQ', '45HQ', '20RF', '40RH'].map((value) => ({ value, label: value }));

/** Types of containers and how many of each. */
function EquipmentRows({ draft }: { draft: Draft }) {
  const t = useT();
  const { equipmentList } = draft.mine;
  const setRows = (rows: BookingForm['equipmentList']): void =>
    draft.set((latest) => ({ ...latest, equipmentList: rows }));
  return (
    <div>
      {equipmentList.map((row, index) => {
        const change = (next: Partial<typeof row>): void =>
          setRows(equipmentList.map((one, place) => (place === index ? { ...one, ...next } : one)));
        const number = index + 1;
        return (
          <div key={index} className="pt-booking-equipment">
            <Select
              aria-label={`${t('bookingRecords.form.containerType')} ${number}`}
              value={row.containerType}
              options={types}
              onChange={(containerType: string) => change({ containerType })}
            />
            <InputNumber
              aria-label={`${t('bookingRecords.form.units')} ${number}`}
              min={1}
              max={999}
              precision={0}
              value={row.units}
              onChange={(units) => change({ units: units ?? 1 })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('bookingRecords.form.remove', { number })}
              disabled={equipmentList.length === 1}
              onClick={() => setRows(equipmentList.filter((_, place) => place !== index))}
            />
          </div>
        );
      })}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={equipmentList.length >= 20}
        onClick={() => setRows([...equipmentList, { containerType: '20GP', units: 1 }])}
      >
        {t('bookingRecords.form.more')}
      </Button>
    </div>
  );
}

type PortFieldProps = { name: 'polCode' | 'podCode'; code: string; onChange: (code: string) => void };

function PortField({ name, code, onChange }: PortFieldProps) {
  const t = useT();
  return (
    <FormRow label={t(`bookingRecords.form.${name}`)} required>
      <RemoteSelect
        from="ports"
        single
        framed
        label={t(`bookingRecords.form.${name}`)}
        placeholder=""
        value={code === '' ? [] : [{ value: code, label: code }]}
        onChange={([chosen]) => onChange(chosen?.value ?? '')}
      />
    </FormRow>
  );
}

function Fields({ draft, confirmed }: { draft: Draft; confirmed: boolean }) {
  const t = useT();
  const carriers = useCarriers();
  const { mine } = draft;
  // Nothing is shown in another zone until the one of the port is known.
  const pol = usePorts([mine.polCode]).get(mine.polCode);
  const put = (values: Partial<BookingForm>): void => draft.set((latest) => ({ ...latest, ...values }));
  return (
    <div className="pt-booking-fields">
      <FormRow label={t('bookingRecords.form.carrierCode')} required>
        <Select
          aria-label={t('bookingRecords.form.carrierCode')}
          disabled={confirmed}
          value={mine.carrierCode || null}
          options={carriers.options}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(carrierCode: string) => put({ carrierCode })}
        />
      </FormRow>
      <PortField name="polCode" code={mine.polCode} onChange={(polCode) => put({ polCode })} />
      <PortField name="podCode" code={mine.podCode} onChange={(podCode) => put({ podCode })} />
      <FormRow label={t('bookingRecords.form.vesselName')}>
        <span className="pt-booking-vessel">
          {confirmed ? (
            <Input aria-label={t('bookingRecords.form.vesselName')} disabled value={mine.vesselName} />
          ) : (
            <RemoteText
              from="vessels"
              label={t('bookingRecords.form.vesselName')}
              value={mine.vesselName}
              onChange={(vesselName) => put({ vesselName })}
            />
          )}
        </span>
      </FormRow>
      <FormRow label={t('bookingRecords.form.voyage')}>
        <Input
          aria-label={t('bookingRecords.form.voyage')}
          disabled={confirmed}
          value={mine.voyage}
          onChange={(event) => put({ voyage: event.target.value })}
        />
      </FormRow>
      {mine.departureTime !== null && (
        <FormRow label={t('bookingRecords.form.departure')}>
          {pol !== undefined && <TimeText instant={mine.departureTime} zone={pol.portTimeZone} />}
        </FormRow>
      )}
      <FormRow label={t('bookingRecords.form.equipment')} required>
        <EquipmentRows draft={draft} />
      </FormRow>
      <FormRow label={t('bookingRecords.form.customer')}>
        <Input
          aria-label={t('bookingRecords.form.customer')}
          value={mine.customer}
          onChange={(event) => put({ customer: event.target.value })}
        />
      </FormRow>
      <FormRow label={t('bookingRecords.form.remark')}>
        <Input.TextArea
          aria-label={t('bookingRecords.form.remark')}
          rows={2}
          value={mine.remark}
          onChange={(event) => put({ remark: event.target.value })}
        />
      </FormRow>
    </div>
  );
}

type Props = {
  open: boolean;
  /** What is edited; absent for a new booking. */
  booking?: { bookingRecordId: string; recordVersion: number; confirmed: boolean } | undefined;
  begin: BookingForm;
  onClose: () => void;
  /** With the booking that was saved; without it where it could not be. */
  onSaved: (id?: string) => void;
};

/** Enters a booking, or changes one. */
export function BookingDialog({ open, booking, begin, onClose, onSaved }: Props) {
  const t = useT();
  const draft = useDraft({ base: begin, begin: (base) => base, name: `booking/${booking?.bookingRecordId ?? 'new'}` });
  const save = async (): Promise<void> => {
    try {
      const { confirmed: _confirmed, ...known } = booking ?? { confirmed: false };
      const { msg, data } = await callFull('bookingRecordSave', { ...draft.mine, ...known });
      toast.success(msg);
      draft.done();
      onClose();
      onSaved(data.bookingRecordId);
    } catch (error) {
      toast.failure(error, t('bookingRecords.failed'));
      onSaved();
      throw error;
    }
  };
  const isNew = booking === undefined;
  return (
    <AppDialog
      title={isNew ? t('bookingRecords.add') : booking.confirmed ? t('bookingRecords.amend') : t('bookingRecords.edit')}
      open={open}
      width="min(720px, 94vw)"
      dirty={draft.dirty}
      okText={booking?.confirmed === true ? t('bookingRecords.sendAmendment') : t('bookingRecords.save')}
      okDisabled={draft.earlier !== undefined}
      onOk={save}
      onCancel={() => {
        draft.done();
        onClose();
      }}
    >
      <DraftFrame draft={draft}>
        <Fields draft={draft} confirmed={booking?.confirmed === true} />
        {booking?.confirmed === true && <p className="pt-muted">{t('bookingRecords.amendNote')}</p>}
      </DraftFrame>
    </AppDialog>
  );
}
