import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { FormRow } from '#web/kit/dialog/FormRow.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { dayAfter, type Days } from './days.ts';

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

/** One line of the dialog: its own fields, and a button that removes it. */
export type LineProps<Item> = { item: Item; number: number; onChange: (item: Item) => void; remove: ReactNode };

type Props<Item> = {
  title: string;
  /** Names of the fields of a line. */
  heads: readonly string[];
  blank: Item;
  /** A new line below another one. */
  next: (last: Item | undefined) => Item;
  line: (props: LineProps<Item>) => ReactNode;
  /** Subscribes what was entered; gives the words of success. */
  subscribe: (items: Item[], days: Days) => Promise<string>;
  open: boolean;
  today: string;
  onClose: () => void;
  onSaved: () => void;
};

/** Subscribes up to ten things at once; what the server refuses keeps the dialog open with all input. */
export function SubscribeDialog<Item>(props: Props<Item>) {
  const { title, heads, blank, next, line, subscribe, open, today, onClose, onSaved } = props;
  const t = useT();
  const [items, setItems] = useState<readonly Item[]>([blank]);
  const [days, setDays] = useState<Days>({ effectiveDate: '', expiryDate: '' });
  const shown: Days = {
    effectiveDate: days.effectiveDate || today,
    expiryDate: days.expiryDate || dayAfter(today, usualDays),
  };
  const save = async (): Promise<void> => {
    try {
      toast.success(await subscribe([...items], shown));
    } catch (error) {
      toast.failure(error, t('sailingSubscriptions.failed.subscribe'));
      throw error;
    }
    setItems([blank]);
    setDays({ effectiveDate: '', expiryDate: '' });
    onSaved();
  };
  const removeButton = (index: number) => (
    <Button
      type="text"
      icon={<DeleteOutlined />}
      aria-label={t('sailingSubscriptions.form.remove', { number: index + 1 })}
      disabled={items.length === 1}
      onClick={() => setItems(items.filter((_, place) => place !== index))}
    />
  );
  return (
    <AppDialog
      title={title}
      open={open}
      width="min(860px, 94vw)"
      dirty={JSON.stringify(items) !== JSON.stringify([blank])}
      onOk={save}
      onCancel={onClose}
    >
      <div className="pt-sub-item pt-muted" aria-hidden="true">
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      {items.map((item, index) => (
        <div key={index} className="pt-sub-item">
          {line({
            item,
            number: index + 1,
            onChange: (changed) => setItems(items.map((one, place) => (place === index ? changed : one))),
            remove: removeButton(index),
          })}
        </div>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={items.length >= maxItems}
        onClick={() => setItems([...items, next(items.at(-1))])}
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
