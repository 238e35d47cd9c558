import { severityNames } from '#lists/severity.ts';
import { keysOf } from '#shared/values/objects.ts';
import { useLang } from '#web/i18n/index.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { ControlProps } from '#web/kit/search/SearchForm.tsx';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';

const severities = keysOf(severityNames);

/** Choice of several severities, each with its bars: colour alone says nothing. */
export function SeveritySelect(props: ControlProps) {
  const lang = useLang();
  return (
    <NameSelect
      {...props}
      options={severities.map((code) => ({ value: code, label: severityNames[code][lang] }))}
      optionRender={({ value }) => <SeverityMark severity={value} />}
    />
  );
}
