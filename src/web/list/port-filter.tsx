import type { FormField } from '#web/kit/search/search-values.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import type { Lang } from '#shared/i18n/text.ts';

/** Choice of ports by code or name, for filters of declared lists. */
export const portFilter: NonNullable<FormField['control']> = ({ value, onChange, label }) => (
  <RemoteSelect
    from="ports"
    label={label}
    value={value.map((code) => ({ value: code, label: code }))}
    onChange={(chosen) => onChange(chosen.map((port) => port.value))}
  />
);

/** A port with its name in the language of the reader. */
export const portText = (code: string, name: string | null, nameCn: string | null, lang: Lang): string =>
  `${(lang === 'zh' ? nameCn : null) ?? name ?? ''} ${code}`.trim();
