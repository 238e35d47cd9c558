import { Select } from 'antd';
import { useT } from '#web/i18n/index.ts';
import type { ControlProps } from '#web/kit/search/SearchForm.tsx';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';

/** Severities, worst first. */
export const severities = ['high', 'medium', 'low'] as const;

/** What brings an exception to where it is. */
export const reasons = ['new', 'regressed', 'escalating'] as const;

/** Choice of several severities, each with its bars: colour alone says nothing. */
export function SeveritySelect({ value, onChange, label }: ControlProps) {
  const t = useT();
  return (
    <Select<string[]>
      mode="multiple"
      variant="borderless"
      size="small"
      allowClear
      maxTagCount={1}
      maxTagPlaceholder={(omitted) => `+${omitted.length}`}
      aria-label={label}
      placeholder={t('search.all')}
      value={value}
      options={severities.map((code) => ({ value: code, label: t(`value.severity.${code}`) }))}
      optionRender={(option) => <SeverityMark severity={String(option.value)} />}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  );
}
