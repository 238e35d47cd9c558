import { useState } from 'react';
import { useT } from '#web/i18n/index.ts';

type Bounds = { min: string; max: string };
type Props = { value: Bounds; onChange: (bounds: Bounds) => void; label: string; unit?: string | undefined };

/** Digits as they are typed, with thousands separators left out. */
const asNumber = (text: string): string | undefined => {
  const plain = text.trim().replaceAll(/[,，\s]/g, '');
  return plain === '' || /^-?\d{1,12}(?:\.\d{1,4})?$/.test(plain) ? plain : undefined;
};

type BoundProps = { value: string; label: string; hint: string; onChange: (value: string) => void };

function Bound({ value, label, hint, onChange }: BoundProps) {
  const t = useT();
  const [text, setText] = useState(value);
  // Not in an effect: those run again when a hidden tab is shown, and what was typed would be lost.
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    setText(value);
  }
  const number = asNumber(text);
  const commit = (): void => {
    if (number !== undefined && number !== value) onChange(number);
  };
  return (
    <input
      className="pt-day"
      inputMode="decimal"
      value={text}
      aria-label={label}
      aria-invalid={number === undefined}
      title={number === undefined ? t('search.wrongNumber') : ''}
      placeholder={hint}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

/** A number between two bounds, both included; either may be left empty. */
export function AmountRange({ value, onChange, label, unit }: Props) {
  const t = useT();
  return (
    <span className="pt-range" title={unit}>
      <Bound
        value={value.min}
        label={t('search.leastOf', { label })}
        hint={t('search.least')}
        onChange={(min) => onChange({ ...value, min })}
      />
      <span aria-hidden>–</span>
      <Bound
        value={value.max}
        label={t('search.mostOf', { label })}
        hint={t('search.most')}
        onChange={(max) => onChange({ ...value, max })}
      />
    </span>
  );
}
