import { SwapOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import type { FormEvent } from 'react';
import { useLang, useT } from '#web/i18n/index.ts';
import type { Port } from '#web/kit/input/PortSelect.tsx';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import { useCarriers, type Named } from '#web/kit/search/use-names.ts';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { DayInput, dayOf, Field, useRequested } from './form-parts.tsx';
import { type Question, swapped, weekChoices } from './question.ts';

type PortProps = { label: string; value: string; port: Port | undefined; onChange: (code: string) => void };

function PortField({ label, value, port, onChange }: PortProps) {
  const t = useT();
  const lang = useLang();
  const name = port === undefined ? '' : portNameIn(lang, port);
  const chosen: Named[] = value === '' ? [] : [{ value, label: `${value} ${name}`.trim() }];
  return (
    <Field label={label} wide>
      <RemoteSelect
        from="ports"
        single
        framed
        label={label}
        placeholder={t('sailings.form.portHint')}
        value={chosen}
        onChange={([next]) => onChange(next?.value ?? '')}
      />
    </Field>
  );
}

type PartProps = { draft: Question; set: (part: Partial<Question>) => void };

/** When: a day of departure or arrival, and how many weeks from it. */
function DayFields({ draft, set }: PartProps) {
  const t = useT();
  return (
    <>
      <Field label={t('sailings.form.dateOf')}>
        <Select
          aria-label={t('sailings.form.dateOf')}
          value={draft.dateOf}
          options={(['departure', 'arrival'] as const).map((of) => ({ value: of, label: t(`sailings.dateOf.${of}`) }))}
          onChange={(dateOf) => set({ dateOf })}
        />
      </Field>
      <Field label={t('sailings.form.date')}>
        <DayInput value={draft.date} onChange={(date) => set({ date })} />
      </Field>
      <Field label={t('sailings.form.weeks')}>
        <Select
          aria-label={t('sailings.form.weeks')}
          value={draft.weeks}
          options={weekChoices.map((count) => ({ value: count, label: t('sailings.form.weekCount', { count }) }))}
          onChange={(weeks: number) => set({ weeks })}
        />
      </Field>
    </>
  );
}

/** Which sailings: number of changes, carriers, service, partners. */
function ServiceFields({ draft, set }: PartProps) {
  const t = useT();
  const carriers = useCarriers();
  return (
    <>
      <Field label={t('sailings.form.changes')}>
        <Select
          aria-label={t('sailings.form.changes')}
          value={draft.changes}
          options={([0, 1, 2, 3] as const).map((count) => ({ value: count, label: t(`sailings.changes.${count}`) }))}
          onChange={(changes: number) => set({ changes })}
        />
      </Field>
      <Field label={t('sailings.form.carriers')}>
        <Select
          mode="multiple"
          maxTagCount={1}
          allowClear
          aria-label={t('sailings.form.carriers')}
          placeholder={t('search.all')}
          value={draft.carriers}
          options={carriers.options}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(codes: string[]) => set({ carriers: codes })}
        />
      </Field>
      <Field label={t('sailings.form.service')}>
        <Input
          aria-label={t('sailings.form.service')}
          value={draft.service}
          maxLength={20}
          onChange={(event) => set({ service: event.target.value })}
        />
      </Field>
      <Checkbox
        className="pt-ask-partners"
        checked={draft.partners}
        onChange={(event) => set({ partners: event.target.checked })}
      >
        {t('sailings.form.partners')}
      </Checkbox>
    </>
  );
}

type Props = { value: Question; busy: boolean; onAsk: (question: Question) => void };

/** The question: ports, days, carriers and changes. Asking puts it into the address. */
export function QuestionForm({ value, busy, onAsk }: Props) {
  const t = useT();
  const [draft, setDraft] = useRequested(value);
  const ports = usePorts([draft.from, draft.to]);
  const set = (part: Partial<Question>): void => setDraft({ ...draft, ...part });
  const day = dayOf(draft.date);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (day !== undefined) onAsk({ ...draft, date: day });
  };
  return (
    <form className="pt-ask" onSubmit={submit} aria-label={t('sailings.form.title')}>
      <PortField
        label={t('sailings.form.from')}
        value={draft.from}
        port={ports.get(draft.from)}
        onChange={(from) => set({ from })}
      />
      <Button
        className="pt-ask-swap"
        icon={<SwapOutlined />}
        aria-label={t('sailings.form.swap')}
        title={t('sailings.form.swap')}
        onClick={() => setDraft(swapped(draft))}
      />
      <PortField
        label={t('sailings.form.to')}
        value={draft.to}
        port={ports.get(draft.to)}
        onChange={(to) => set({ to })}
      />
      <DayFields draft={draft} set={set} />
      <ServiceFields draft={draft} set={set} />
      <Button type="primary" htmlType="submit" loading={busy} disabled={draft.from === '' || draft.to === ''}>
        {t('sailings.form.ask')}
      </Button>
    </form>
  );
}
