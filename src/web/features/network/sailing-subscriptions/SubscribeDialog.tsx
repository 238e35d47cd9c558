import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { DAY_MS } from '#shared/time/instant.ts';
import { keysOf, recordOf } from '#shared/values/objects.ts';
import { textOfKey, useLang, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { FormRow } from '#web/kit/dialog/FormRow.tsx';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { portNameIn } from '#web/kit/value/port-name.ts';

/** First and last day of a subscription as yyyy-MM-dd. */
export type Days = { effectiveDate: string; expiryDate: string };

/** The day so many days after another one. */
const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

const maxItems = 10;
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

/** How a field of a line is entered: as text, or by the name of what its code or text stands for. */
type Entry = 'text' | 'date' | 'carriers' | 'vessels' | 'ports' | 'airports' | 'airlines';

type EntryProps = { entry: Entry; title: string; label: string; value: string; onChange: (value: string) => void };

function CarrierEntry({ title, label, value, onChange }: EntryProps) {
  const { options } = useCarriers();
  return (
    <Select
      aria-label={label}
      placeholder={title}
      value={value || null}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  );
}

function EntryField(props: EntryProps) {
  const { entry, title, label, value, onChange } = props;
  const lang = useLang();
  const port = usePorts(entry === 'ports' ? [value] : []).get(value);
  switch (entry) {
    case 'text':
    case 'date':
      return (
        <Input
          aria-label={label}
          placeholder={entry === 'date' ? 'yyyy-MM-dd' : title}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'carriers':
      return <CarrierEntry {...props} />;
    case 'vessels':
      return (
        <span className="pt-sub-vessel">
          <RemoteText from="vessels" label={label} placeholder={title} value={value} onChange={onChange} />
        </span>
      );
    case 'ports':
    case 'airports':
    case 'airlines': {
      const name = port === undefined ? '' : portNameIn(lang, port);
      return (
        <RemoteSelect
          from={entry}
          single
          framed
          label={label}
          placeholder={title}
          value={value === '' ? [] : [{ value, label: `${value} ${name}`.trim() }]}
          onChange={([chosen]) => onChange(chosen?.value ?? '')}
        />
      );
    }
  }
}

type Item<Field extends string> = Readonly<Record<Field, string>>;

/** What one kind of subscription is made of. */
export type Subscribing<Field extends string> = {
  /** Its group of texts. */
  texts: 'sailing' | 'flight';
  /** The fields of a line, the carrier first: a new line has that of the last one. */
  fields: Readonly<Record<Field, Entry>>;
  /** Subscribes what was entered; gives the message of success. */
  insert: (items: Item<Field>[], days: Days) => Promise<{ msg: string }>;
};

type Props<Field extends string> = {
  kind: Subscribing<Field>;
  open: boolean;
  today: string;
  onClose: () => void;
  onSaved: () => void;
};

/** Subscribes up to ten things at once; what the server refuses keeps the dialog open with all input. */
export function SubscribeDialog<Field extends string>({ kind, open, today, onClose, onSaved }: Props<Field>) {
  const { texts, fields, insert } = kind;
  const t = useT();
  const names = keysOf(fields);
  const titleOf = (field: Field): string => textOfKey(`sailingSubscriptions.${texts}.form.${field}`);
  const lineLike = (last?: Item<Field>): Item<Field> =>
    recordOf(names, (field) => (field === names[0] ? (last?.[field] ?? '') : ''));
  const [items, setItems] = useState<readonly Item<Field>[]>([lineLike()]);
  const [days, setDays] = useState<Days>({ effectiveDate: '', expiryDate: '' });
  const shown: Days = {
    effectiveDate: days.effectiveDate || today,
    expiryDate: days.expiryDate || dayAfter(today, usualDays),
  };
  const save = async (): Promise<void> => {
    try {
      toast.success((await insert([...items], shown)).msg);
    } catch (error) {
      toast.failure(error, t('sailingSubscriptions.failed.subscribe'));
      throw error;
    }
    setItems([lineLike()]);
    setDays({ effectiveDate: '', expiryDate: '' });
    onSaved();
  };
  return (
    <AppDialog
      title={t(`sailingSubscriptions.${texts}.add`)}
      open={open}
      width="min(860px, 94vw)"
      dirty={JSON.stringify(items) !== JSON.stringify([lineLike()])}
      onOk={save}
      onCancel={onClose}
    >
      <div className="pt-sub-item pt-muted" aria-hidden="true">
        {names.map((field) => (
          <span key={field}>{titleOf(field)}</span>
        ))}
      </div>
      {items.map((item, index) => (
        <div key={index} className="pt-sub-item">
          {names.map((field) => (
            <EntryField
              key={field}
              entry={fields[field]}
              title={titleOf(field)}
              label={`${titleOf(field)} ${index + 1}`}
              value={item[field]}
              onChange={(value) => setItems(items.with(index, { ...item, [field]: value }))}
            />
          ))}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('sailingSubscriptions.form.remove', { number: index + 1 })}
            disabled={items.length === 1}
            onClick={() => setItems(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={items.length >= maxItems}
        onClick={() => setItems([...items, lineLike(items.at(-1))])}
      >
        {t('sailingSubscriptions.form.more', { count: items.length })}
      </Button>
      <DayFields days={shown} onChange={setDays} />
    </AppDialog>
  );
}

type EditProps = {
  /** What is subscribed, in words, and its days now. */
  name: string;
  from: Days;
  /** Saves new days; gives the words of success. */
  save: (days: Days) => Promise<string>;
  open: boolean;
  onClose: () => void;
  onSaved: () => void;
};

/** Changes how long something is subscribed. */
export function EditDialog({ name, from, save: saveDays, open, onClose, onSaved }: EditProps) {
  const t = useT();
  const [days, setDays] = useState<Days>();
  const shown = days ?? from;
  const close = (): void => {
    setDays(undefined);
    onClose();
  };
  const save = async (): Promise<void> => {
    try {
      toast.success(await saveDays(shown));
    } catch (error) {
      toast.failure(error, t('sailingSubscriptions.failed.modify'));
      throw error;
    }
    setDays(undefined);
    onSaved();
  };
  return (
    <AppDialog
      title={t('sailingSubscriptions.editTitle', { name })}
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
