import { InputNumber, Segmented, Select } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { DateRangeText } from '#web/kit/search/DateRangeText.tsx';
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
        <span className="pt-change-days">
          <DateRangeText
            label={t('freight.change.kind.validity')}
            value={{ from: form.validFrom, to: form.validTo }}
            onChange={({ from, to }) => set({ validFrom: from, validTo: to })}
          />
        </span>
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
