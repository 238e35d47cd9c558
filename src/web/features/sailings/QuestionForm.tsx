import { SwapOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { useState, type FormEvent, type ReactNode } from 'react';
import { parseDateText } from '#shared/time/parse-time-text.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import { useCarriers, type Named } from '#web/kit/search/use-names.ts';
import { type Question, swapped, weekChoices } from './question.ts';

function Field({ label, children, wide = false }: { label: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className="pt-ask-field" data-wide={wide || undefined}>
      <span className="pt-ask-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

type PortProps = { label: string; value: string; onChange: (code: string) => void };

function PortField({ label, value, onChange }: PortProps) {
  const t = useT();
  const lang = useLang();
  const port = usePorts([value]).get(value);
  const name = port === undefined ? '' : ((lang === 'zh' ? port.portNameCn : null) ?? port.portName);
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

type Props = { value: Question; busy: boolean; onAsk: (question: Question) => void };

/** The question: ports, days, carriers and changes. Asking puts it into the address. */
export function QuestionForm({ value, busy, onAsk }: Props) {
  const t = useT();
  const carriers = useCarriers();
  const [draft, setDraft] = useState(value);
  // What the address asks counts over what the form held, such as after "back".
  const [followed, setFollowed] = useState(value);
  if (JSON.stringify(followed) !== JSON.stringify(value)) {
    setFollowed(value);
    setDraft(value);
  }
  const set = (part: Partial<Question>): void => setDraft({ ...draft, ...part });
  const day = draft.date.trim() === '' ? '' : parseDateText(draft.date.trim());
  const isWrongDay = day === undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (day !== undefined) onAsk({ ...draft, date: day });
  };
  return (
    <form className="pt-ask" onSubmit={submit} aria-label={t('sailings.form.title')}>
      <PortField label={t('sailings.form.from')} value={draft.from} onChange={(from) => set({ from })} />
      <Button
        className="pt-ask-swap"
        icon={<SwapOutlined />}
        aria-label={t('sailings.form.swap')}
        title={t('sailings.form.swap')}
        onClick={() => setDraft(swapped(draft))}
      />
      <PortField label={t('sailings.form.to')} value={draft.to} onChange={(to) => set({ to })} />
      <Field label={t('sailings.form.dateOf')}>
        <Select
          aria-label={t('sailings.form.dateOf')}
          value={draft.dateOf}
          options={(['departure', 'arrival'] as const).map((of) => ({ value: of, label: t(`sailings.dateOf.${of}`) }))}
          onChange={(dateOf) => set({ dateOf })}
        />
      </Field>
      <Field label={t('sailings.form.date')}>
        <Input
          aria-label={t('sailings.form.date')}
          value={draft.date}
          placeholder={t('sailings.form.today')}
          title={t('search.dayHint')}
          status={isWrongDay ? 'error' : ''}
          aria-invalid={isWrongDay}
          onChange={(event) => set({ date: event.target.value })}
          onBlur={() => set({ date: day ?? draft.date })}
        />
      </Field>
      <Field label={t('sailings.form.weeks')}>
        <Select
          aria-label={t('sailings.form.weeks')}
          value={draft.weeks}
          options={weekChoices.map((count) => ({ value: count, label: t('sailings.form.weekCount', { count }) }))}
          onChange={(weeks: number) => set({ weeks })}
        />
      </Field>
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
      <Button type="primary" htmlType="submit" loading={busy} disabled={draft.from === '' || draft.to === ''}>
        {t('sailings.form.ask')}
      </Button>
    </form>
  );
}
