import { Input } from 'antd';
import { useState } from 'react';
import { parseTimeText } from '#shared/time/parse-time-text.ts';
import { zoneOfUnknownPlace } from '#shared/time/zone.ts';
import { useT } from '#web/i18n/index.ts';
import { FormError } from '../dialog/FormRow.tsx';

type Props = {
  label: string;
  /** Text of the place's own time, or whatever is being typed. */
  value: string;
  /** Zone of the place as an IANA name; without one the standard zone counts, and is marked. */
  zone: string | undefined;
  disabled?: boolean;
  error?: boolean;
  onChange: (text: string) => void;
};

/** A time of a place, typed as people write it (2026/3/1 下午2:05); read and put into one form when it is left. */
export function TimeTextInput({ label, value, zone, disabled = false, error = false, onChange }: Props) {
  const t = useT();
  const [wrong, setWrong] = useState(false);
  const leave = (): void => {
    const text = value.trim();
    const parsed = text === '' ? '' : parseTimeText(text);
    setWrong(parsed === undefined);
    if (parsed !== undefined && parsed !== value) onChange(parsed);
  };
  return (
    <>
      <Input
        value={value}
        disabled={disabled}
        size="small"
        aria-label={label}
        aria-invalid={wrong || error}
        status={wrong || error ? 'error' : ''}
        placeholder="yyyy-MM-dd HH:mm:ss"
        title={zone === undefined ? t('input.noZone', { zone: zoneOfUnknownPlace }) : t('input.zone', { zone })}
        onChange={(event) => {
          setWrong(false);
          onChange(event.target.value);
        }}
        onBlur={leave}
        // Not by a suffix: the field would be made again, and lose the focus, with the first character.
        {...(zone === undefined && value !== '' && { className: 'pt-no-zone' })}
      />
      <FormError text={wrong ? t('input.timeFormat') : undefined} />
    </>
  );
}
