import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import type { SailingSubscription } from '#contract/sailing.ts';
import { callFull } from '#web/app/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { FormRow } from '#web/kit/dialog/FormRow.tsx';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { dayAfter, type Days } from './days.ts';

type Item = { carrierCode: string; vesselName: string; voyage: string; portCode: string };

const mostItems = 10;
const blank: Item = { carrierCode: '', vesselName: '', voyage: '', portCode: '' };
/** As long as a subscription may span. */
const usualDays = 14;

type DaysProps = { days: Days; onChange: (days: Days) => void };

function DayFields({ days, onChange }: DaysProps) {
  const t = useT();
  return (
    <div className="pt-sub-days">
      {(['effectiveDate', 'expiryDate'] as const).map((name) => (
        <FormRow key={name} label={t(`sailingSubscriptions.form.${name}`)} required>
          <Input
            aria-label={t(`sailingSubscriptions.form.${name}`)}
            placeholder="yyyy-MM-dd"
            value={days[name]}
            onChange={(event) => onChange({ ...days, [name]: event.target.value.trim() })}
          />
        </FormRow>
      ))}
    </div>
  );
}

type ItemProps = { item: Item; number: number; onChange: (item: Item) => void; onRemove: (() => void) | undefined };

function ItemFields({ item, number, onChange, onRemove }: ItemProps) {
  const t = useT();
  const carriers = useCarriers();
  const name = (field: keyof Item): string => `${t(`sailingSubscriptions.form.${field}`)} ${number}`;
  return (
    <div className="pt-sub-item">
      <Select
        aria-label={name('carrierCode')}
        placeholder={t('sailingSubscriptions.form.carrierCode')}
        value={item.carrierCode || null}
        options={carriers.options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(carrierCode: string) => onChange({ ...item, carrierCode })}
      />
      <span className="pt-sub-vessel">
        <RemoteText
          from="vessels"
          label={name('vesselName')}
          value={item.vesselName}
          onChange={(vesselName) => onChange({ ...item, vesselName })}
        />
      </span>
      <Input
        aria-label={name('voyage')}
        placeholder={t('sailingSubscriptions.form.voyage')}
        value={item.voyage}
        onChange={(event) => onChange({ ...item, voyage: event.target.value })}
      />
      <RemoteSelect
        from="ports"
        single
        framed
        label={name('portCode')}
        placeholder={t('sailingSubscriptions.form.portCode')}
        value={item.portCode === '' ? [] : [{ value: item.portCode, label: item.portCode }]}
        onChange={([chosen]) => onChange({ ...item, portCode: chosen?.value ?? '' })}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('sailingSubscriptions.form.remove', { number })}
        disabled={onRemove === undefined}
        onClick={onRemove}
      />
    </div>
  );
}

type Props = { open: boolean; today: string; onClose: () => void; onSaved: () => void };

/** Subscribes up to ten sailings at once; what the server refuses keeps the dialog open with all input. */
export function SubscribeDialog({ open, today, onClose, onSaved }: Props) {
  const t = useT();
  const [items, setItems] = useState<readonly Item[]>([blank]);
  const [days, setDays] = useState<Days>({ effectiveDate: '', expiryDate: '' });
  const shown: Days = {
    effectiveDate: days.effectiveDate || today,
    expiryDate: days.expiryDate || dayAfter(today, usualDays),
  };
  const save = async (): Promise<void> => {
    try {
      const { msg } = await callFull('sailingSubscriptionInsert', { items: [...items], ...shown });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('sailingSubscriptions.failed.subscribe'));
      throw error;
    }
    setItems([blank]);
    setDays({ effectiveDate: '', expiryDate: '' });
    onSaved();
  };
  return (
    <AppDialog
      title={t('sailingSubscriptions.add')}
      open={open}
      width="min(860px, 94vw)"
      dirty={JSON.stringify(items) !== JSON.stringify([blank])}
      onOk={save}
      onCancel={onClose}
    >
      <div className="pt-sub-item pt-muted" aria-hidden="true">
        {(['carrierCode', 'vesselName', 'voyage', 'portCode'] as const).map((field) => (
          <span key={field}>{t(`sailingSubscriptions.form.${field}`)}</span>
        ))}
      </div>
      {items.map((item, index) => (
        <ItemFields
          key={index}
          item={item}
          number={index + 1}
          onChange={(next) => setItems(items.map((one, place) => (place === index ? next : one)))}
          onRemove={items.length === 1 ? undefined : () => setItems(items.filter((_, place) => place !== index))}
        />
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={items.length >= mostItems}
        onClick={() => setItems([...items, { ...blank, carrierCode: items.at(-1)?.carrierCode ?? '' }])}
      >
        {t('sailingSubscriptions.form.more', { count: items.length })}
      </Button>
      <DayFields days={shown} onChange={setDays} />
    </AppDialog>
  );
}

type EditProps = { row: SailingSubscription | undefined; open: boolean; onClose: () => void; onSaved: () => void };

/** Changes how long a sailing is subscribed. */
export function EditDialog({ row, open, onClose, onSaved }: EditProps) {
  const t = useT();
  const [days, setDays] = useState<Days>();
  const shown = days ?? { effectiveDate: row?.effectiveDate ?? '', expiryDate: row?.expiryDate ?? '' };
  const close = (): void => {
    setDays(undefined);
    onClose();
  };
  const save = async (): Promise<void> => {
    if (row === undefined) return;
    try {
      const { sailingSubscriptionId, recordVersion } = row;
      const { msg } = await callFull('sailingSubscriptionUpdate', { sailingSubscriptionId, recordVersion, ...shown });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('sailingSubscriptions.failed.modify'));
      throw error;
    }
    setDays(undefined);
    onSaved();
  };
  return (
    <AppDialog
      title={t('sailingSubscriptions.editTitle', { name: `${row?.vesselName ?? ''} ${row?.voyage ?? ''}` })}
      open={open}
      width={520}
      dirty={days !== undefined}
      onOk={save}
      onCancel={close}
    >
      <DayFields days={shown} onChange={setDays} />
    </AppDialog>
  );
}
