import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { parseDateText } from '#shared/time/parse-time-text.ts';
import { useT } from '#web/i18n/index.ts';

/** A field of the question with its name above it. */
export function Field({ label, children, wide = false }: { label: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className="pt-ask-field" data-wide={wide || undefined}>
      <span className="pt-ask-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

/** What the form holds: what the address asks counts over it when that changes, such as after "back". */
export function useRequested<Question>(value: Question): [Question, (next: Question) => void] {
  const [draft, setDraft] = useState(value);
  const [followed, setFollowed] = useState(value);
  if (JSON.stringify(followed) !== JSON.stringify(value)) {
    setFollowed(value);
    setDraft(value);
  }
  return [draft, setDraft];
}

/** Parses a day as yyyy-MM-dd: an empty text is today, an invalid text gives undefined. */
export const dayOf = (text: string): string | undefined => (text.trim() === '' ? '' : parseDateText(text.trim()));

/** The first day of the question; empty for today. */
export function DayInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useT();
  const day = dayOf(value);
  const isWrong = day === undefined;
  return (
    <Input
      aria-label={t('sailings.form.date')}
      value={value}
      placeholder={t('sailings.form.today')}
      title={t('search.dayHint')}
      status={isWrong ? 'error' : ''}
      aria-invalid={isWrong}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => onChange(day ?? value)}
    />
  );
}
