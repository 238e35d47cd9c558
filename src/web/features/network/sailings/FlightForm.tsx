import { SwapOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import type { FormEvent } from 'react';
import { useT } from '#web/i18n/index.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import { dayChoices, type FlightQuestion } from './flight-question.ts';
import { DayInput, dayOf, Field, useRequested } from './form-parts.tsx';

type Props = { value: FlightQuestion; busy: boolean; onAsk: (question: FlightQuestion) => void };

/** The question: airports, days, airlines and whether a change is allowed. Asking puts it into the address. */
export function FlightForm({ value, busy, onAsk }: Props) {
  const t = useT();
  const [draft, setDraft] = useRequested(value);
  const set = (part: Partial<FlightQuestion>): void => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const date = dayOf(draft.date);
    if (date !== undefined) onAsk({ ...draft, date });
  };
  const airport = (end: 'from' | 'to') => (
    <Field label={t(`flights.form.${end}`)} wide>
      <RemoteSelect
        from="airports"
        single
        framed
        label={t(`flights.form.${end}`)}
        placeholder={t('flights.form.airportHint')}
        value={draft[end] === '' ? [] : [{ value: draft[end], label: draft[end] }]}
        onChange={([next]) => set({ [end]: next?.value ?? '' })}
      />
    </Field>
  );
  return (
    <form className="pt-ask" onSubmit={submit} aria-label={t('flights.form.title')}>
      {airport('from')}
      <Button
        className="pt-ask-swap"
        icon={<SwapOutlined />}
        aria-label={t('flights.form.swap')}
        title={t('flights.form.swap')}
        onClick={() => set({ from: draft.to, to: draft.from })}
      />
      {airport('to')}
      <Field label={t('sailings.form.date')}>
        <DayInput value={draft.date} onChange={(date) => set({ date })} />
      </Field>
      <Field label={t('flights.form.days')}>
        <Select
          aria-label={t('flights.form.days')}
          value={draft.days}
          options={dayChoices.map((count) => ({ value: count, label: t('flights.form.dayCount', { count }) }))}
          onChange={(days: number) => set({ days })}
        />
      </Field>
      <Field label={t('flights.form.airlines')} wide>
        <RemoteSelect
          from="airlines"
          framed
          label={t('flights.form.airlines')}
          value={draft.airlines.map((code) => ({ value: code, label: code }))}
          onChange={(chosen) => set({ airlines: chosen.map((one) => one.value) })}
        />
      </Field>
      <Checkbox
        className="pt-ask-partners"
        checked={draft.directOnly}
        onChange={(event) => set({ directOnly: event.target.checked })}
      >
        {t('flights.form.directOnly')}
      </Checkbox>
      <Button type="primary" htmlType="submit" loading={busy} disabled={draft.from === '' || draft.to === ''}>
        {t('flights.form.ask')}
      </Button>
    </form>
  );
}
