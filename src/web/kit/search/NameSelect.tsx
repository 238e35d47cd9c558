import { Select } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useT } from '#web/i18n/index.ts';
import type { ControlProps } from './search-values.ts';
import { isFound, type Named } from './use-names.ts';

type Props = ControlProps & {
  options: readonly Named[];
  loading?: boolean;
  /** How a choice stands in the list; its name otherwise. */
  optionRender?: (option: Named) => ReactNode;
};

/** Choice of several named codes; codes and names are searched. */
export function NameSelect({ options, value, onChange, label, loading, optionRender }: Props) {
  const list = useMemo(() => [...options], [options]);
  const t = useT();
  return (
    <Select<string[]>
      mode="multiple"
      variant="borderless"
      size="small"
      allowClear
      maxTagCount={1}
      maxTagPlaceholder={(omitted) => `+${omitted.length}`}
      maxTagTextLength={8}
      aria-label={label}
      placeholder={t('search.all')}
      value={value}
      loading={loading ?? false}
      popupMatchSelectWidth={240}
      options={list}
      {...(optionRender && {
        optionRender: (shown) => optionRender({ value: String(shown.value), label: String(shown.label) }),
      })}
      showSearch={{
        filterOption: isFound,
      }}
      onChange={onChange}
    />
  );
}
