import { Select } from 'antd';
import { useT } from '#web/i18n/index.ts';
import type { Named } from './use-names.ts';

type Props = {
  label: string;
  /** Nothing chosen when undefined. */
  value: string | undefined;
  options: readonly Named[];
  onChange: (value: string | undefined) => void;
  /** What counts while nothing is chosen; "all" when left out. */
  placeholder?: string;
  /** Something is always chosen. */
  required?: boolean;
};

/** Choice of one of a few values, as a control of the search form. */
export function OneSelect({ label, value, options, onChange, placeholder, required = false }: Props) {
  const t = useT();
  return (
    <Select<string>
      variant="borderless"
      size="small"
      aria-label={label}
      allowClear={!required}
      placeholder={placeholder ?? t('search.all')}
      value={value}
      options={[...options]}
      onChange={(chosen: string | undefined) => onChange(chosen)}
    />
  );
}
