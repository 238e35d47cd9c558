import type { ListFilter } from '#shared/list/declare.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { OneSelect } from '#web/kit/search/OneSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import { recentDays } from './list-address.ts';

/** The choice of how many days back, one of which always holds. */
export function recentFilter(
  filter: ListFilter & { kind: 'recent' },
  lang: Lang,
): Pick<FormField, 'control' | 'nameOf'> {
  const options = Object.entries(filter.days).map(([value, text]) => ({ value, label: text[lang] }));
  return {
    nameOf: (value) => filter.days[recentDays(filter, value)]?.[lang] ?? value,
    control: ({ value, onChange, label }) => (
      <OneSelect
        required
        label={label}
        value={String(recentDays(filter, value))}
        options={options}
        onChange={(chosen = String(filter.standard)) => onChange([chosen])}
      />
    ),
  };
}
