import { Input, InputNumber, Segmented, Select } from 'antd';
import { useT } from '#web/i18n/index.ts';
import type { ChangeForm } from './price-calls.ts';

type Props = { form: ChangeForm; set: (change: Partial<ChangeForm>) => void };

const roundings = [
  [0.01, 'cent'],
  [1, 'whole'],
  [5, 'five'],
  [10, 'ten'],
] as const;

/** What is entered for each kind of change. */
function Values({ form, set }: Props) {
  const t = useT();
  switch (form.kind) {
    case 'percent':
      return (
        <>
          <InputNumber
            aria-label={t('freight.change.percent')}
            placeholder={t('freight.change.percentExample')}
            suffix="%"
            min={-99}
            max={1000}
            precision={2}
            value={form.percent}
            onChange={(percent) => set({ percent })}
          />
          <Select
            aria-label={t('freight.change.rounding')}
            value={form.roundTo}
            options={roundings.map(([value, name]) => ({ value, label: t(`freight.change.roundTo.${name}`) }))}
            onChange={(roundTo) => set({ roundTo })}
          />
        </>
      );
    case 'amount':
      return (
        <InputNumber
          aria-label={t('freight.change.amount')}
          placeholder={t('freight.change.amountExample')}
          min={-10_000_000}
          max={10_000_000}
          precision={2}
          value={form.amount}
          onChange={(amount) => set({ amount })}
        />
      );
    case 'validity':
      return (
        <>
          <Input
            type="date"
            aria-label={t('freight.change.validFrom')}
            value={form.validFrom}
            onChange={({ target }) => set({ validFrom: target.value })}
          />
          <span aria-hidden="true">–</span>
          <Input
            type="date"
            aria-label={t('freight.change.validTo')}
            value={form.validTo}
            onChange={({ target }) => set({ validTo: target.value })}
          />
        </>
      );
  }
}

/** The form of a change of many prices. */
export function ChangeFields({ form, set }: Props) {
  const t = useT();
  return (
    <>
      <div className="pt-change-fields">
        <Segmented
          aria-label={t('freight.change.kind.label')}
          value={form.kind}
          options={(['percent', 'amount', 'validity'] as const).map((value) => ({
            value,
            label: t(`freight.change.kind.${value}`),
          }))}
          onChange={(kind) => set({ kind })}
        />
        <Values form={form} set={set} />
      </div>
      <p className="pt-muted">{t(`freight.change.hint.${form.kind}`)}</p>
    </>
  );
}
