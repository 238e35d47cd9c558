import { useT } from '#web/i18n/index.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { ControlProps } from '#web/kit/search/SearchForm.tsx';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';

/** Severities, worst first. */
export const severities = ['high', 'medium', 'low'] as const;

/** What brings an exception to where it is. */
export const reasons = ['new', 'regressed', 'escalating'] as const;

/** Choice of several severities, each with its bars: colour alone says nothing. */
export function SeveritySelect(props: ControlProps) {
  const t = useT();
  return (
    <NameSelect
      {...props}
      options={severities.map((code) => ({ value: code, label: t(`value.severity.${code}`) }))}
      optionRender={({ value }) => <SeverityMark severity={value} />}
    />
  );
}
