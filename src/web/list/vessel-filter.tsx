import { RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';

/** The name of a vessel, with those that are known suggested, for filters of declared lists. */
export const vesselFilter: NonNullable<FormField['control']> = ({ value, onChange, label }) => (
  <RemoteText from="vessels" label={label} value={value[0] ?? ''} onChange={(text) => onChange([text])} />
);
