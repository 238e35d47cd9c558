import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import { OneSelect } from '#web/kit/search/OneSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import type { SearchField } from '#web/kit/search/search-values.ts';

/** The filters in the order of the form. */
export const refusalFields = [
  { name: 'days', kind: 'choice' },
  { name: 'way', kind: 'choice' },
  { name: 'sourceCode', kind: 'choice' },
  { name: 'reason', kind: 'choice' },
] as const satisfies readonly SearchField[];

const ways = ['pull', 'push', 'rpa', 'feed', 'edi', 'ais', 'vehicle'] as const;
const days = ['1', '7', '30', '90'] as const;

type Option = { value: string; label: string };

const choice = (options: readonly Option[]): Pick<FormField, 'control' | 'nameOf'> => ({
  nameOf: (code) => options.find((option) => option.value === code)?.label ?? code,
  control: (props) => <NameSelect {...props} options={[...options]} />,
});

/** The filters of the list with their controls and names. */
export function useRefusalFields(data: CallData<'refusalQuery'> | undefined): FormField[] {
  const t = useT();
  return useMemo(() => {
    const dayNames = days.map((value) => ({ value, label: t(`refusals.days.${value}`) }));
    const parts: Readonly<Record<string, Pick<FormField, 'control' | 'nameOf'>>> = {
      days: {
        nameOf: (value) => dayNames.find((name) => name.value === value)?.label ?? value,
        control: ({ value, onChange, label }) => (
          <OneSelect
            required
            label={label}
            value={value[0] ?? '7'}
            options={dayNames}
            onChange={(chosen = '7') => onChange([chosen])}
          />
        ),
      },
      way: choice(ways.map((value) => ({ value, label: t(`refusals.way.${value}`) }))),
      sourceCode: choice((data?.sources ?? []).map(({ code, name }) => ({ value: code, label: name }))),
      reason: choice((data?.reasons ?? []).map(({ code, text }) => ({ value: code, label: text }))),
    };
    return refusalFields.map((field) => ({ ...field, label: t(`refusals.field.${field.name}`), ...parts[field.name] }));
  }, [t, data]);
}
