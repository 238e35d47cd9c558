import { Input } from 'antd';
import { useState } from 'react';
import { parseTimeText } from '#shared/time/parse-time-text.ts';
import { useT } from '#web/i18n/index.ts';
import { FormError } from '#web/kit/dialog/FormRow.tsx';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import type { FieldKind } from './expert-fields.ts';

type Props = { kind: FieldKind; label: string; value: string; zone: string | null; onChange: (text: string) => void };

/** Input of an expert value: a time as text of its place, a port, a carrier, a vessel, a number, text. */
export function ValueInput({ kind, label, value, zone, onChange }: Props) {
  const t = useT();
  const [wrong, setWrong] = useState(false);
  if (kind === 'port' || kind === 'carrier') {
    return (
      <RemoteSelect
        from={kind === 'port' ? 'ports' : 'carriers'}
        single
        framed
        autoFocus
        label={label}
        value={value === '' ? [] : [{ value, label: value }]}
        onChange={([chosen]) => onChange(chosen?.value ?? '')}
      />
    );
  }
  if (kind === 'vessel') {
    return (
      <span className="pt-expert-vessel">
        <RemoteText from="vessels" label={label} value={value} onChange={onChange} />
      </span>
    );
  }
  const leave = (): void => {
    const text = value.trim();
    const parsed = kind === 'time' && text !== '' ? parseTimeText(text) : text;
    setWrong(parsed === undefined);
    if (parsed !== undefined) onChange(parsed);
  };
  return (
    <>
      <Input
        autoFocus
        value={value}
        inputMode={kind === 'amount' ? 'decimal' : 'text'}
        placeholder={kind === 'time' ? 'yyyy-MM-dd HH:mm:ss' : ''}
        status={wrong ? 'error' : ''}
        aria-label={label}
        aria-invalid={wrong}
        onChange={(event) => {
          setWrong(false);
          onChange(event.target.value);
        }}
        onBlur={leave}
      />
      <FormError text={wrong ? t('expert.timeFormat') : undefined} />
      {zone !== null && <span className="pt-muted">{t('expert.zone', { zone })}</span>}
    </>
  );
}
