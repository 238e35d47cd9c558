import { useMemo, useState } from 'react';
import { NOBODY } from '#shared/reference/nobody.ts';
import { useT, useLang } from '#web/i18n/index.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import type { ControlProps } from '#web/kit/search/search-values.ts';
import type { Named } from '#web/kit/search/use-names.ts';
import { carrierFilter } from '#web/list/carrier-filter.tsx';
import { severityNames } from '#lists/severity.ts';
import { keysOf } from '#shared/values/objects.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';

const severities = keysOf(severityNames);

/** Choice of several severities, each with its bars: colour alone says nothing. */
function SeveritySelect(props: ControlProps) {
  const lang = useLang();
  return (
    <NameSelect
      {...props}
      options={severities.map((code) => ({ value: code, label: severityNames[code][lang] }))}
      optionRender={({ value }) => <SeverityMark severity={value} />}
    />
  );
}

const severity = (props: ControlProps) => <SeveritySelect {...props} />;
const nameIn = (known: readonly Named[], code: string): string =>
  known.find(({ value }) => value === code)?.label ?? code;

/**
 * What the forms of both lists have besides their declarations: carriers and people are found by name, severities have
 * their bars. People who were chosen once keep their names.
 */
export function useFormParts() {
  const t = useT();
  const [met, setMet] = useState<readonly Named[]>([]);
  return useMemo(() => {
    const people: readonly Named[] = [{ value: NOBODY, label: t('exceptionManage.nobody') }, ...met];
    const person = ({ value, onChange, label }: ControlProps) => (
      <RemoteSelect
        from="users"
        label={label}
        value={value.map((code) => ({ value: code, label: nameIn(people, code) }))}
        onChange={(chosen) => {
          const others = chosen.filter((one) => people.every((known) => known.value !== one.value));
          if (others.length > 0) setMet([...met, ...others]);
          onChange(chosen.map((one) => one.value));
        }}
      />
    );
    return {
      choices: { chargeCode: people },
      controls: { severity, incidentSeverity: severity, carrierCode: carrierFilter, chargeCode: person },
    };
  }, [t, met]);
}
