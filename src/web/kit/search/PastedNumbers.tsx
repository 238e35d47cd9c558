import { Input } from 'antd';
import type { ClipboardEvent } from 'react';
import { useState } from 'react';
import { pastedNumbers } from '#shared/ids/pasted-numbers.ts';
import { useT } from '#web/i18n/index.ts';

/** As many numbers as a filter takes. */
const MAX_NUMBERS = 500;

type Props = {
  value: string[];
  onChange: (numbers: string[]) => void;
  label: string;
  placeholder?: string;
  isWrong?: boolean;
};

/** Field for many numbers at once: a column pasted from a sheet is split, the count is shown. */
export function PastedNumbers({ value, onChange, label, placeholder, isWrong = false }: Props) {
  const t = useT();
  const shown = value.join(' ');
  const [text, setText] = useState(shown);
  // Not in an effect: those run again when a hidden tab is shown, and what was typed would be lost.
  const [followed, setFollowed] = useState(shown);
  if (followed !== shown) {
    setFollowed(shown);
    setText(shown);
  }
  const numbers = pastedNumbers(text);
  const tooMany = numbers.length > MAX_NUMBERS;

  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = pastedNumbers(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    // A single line drops line breaks without a trace: two numbers would become one.
    event.preventDefault();
    const all = [...new Set([...pastedNumbers(text), ...pasted])];
    setText(all.join(' '));
    onChange(all.slice(0, MAX_NUMBERS));
  };

  return (
    <Input
      variant="borderless"
      size="small"
      value={text}
      aria-label={label}
      placeholder={placeholder ?? t('search.numbersHint')}
      aria-invalid={isWrong}
      {...(tooMany || isWrong ? { status: 'error' as const } : {})}
      title={tooMany ? t('search.tooMany', { max: MAX_NUMBERS }) : numbers.length > 1 ? numbers.join('\n') : ''}
      allowClear
      suffix={
        numbers.length > 1 ? (
          <span className="pt-count">{t('search.numbers', { count: numbers.length })}</span>
        ) : (
          <span />
        )
      }
      onPaste={paste}
      onChange={(event) => {
        setText(event.target.value);
        onChange(pastedNumbers(event.target.value).slice(0, MAX_NUMBERS));
      }}
    />
  );
}
