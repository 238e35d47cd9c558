import { useMemo, useState } from 'react';
import { NOBODY } from '#shared/reference/nobody.ts';
import { useT } from '#web/i18n/index.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import type { ControlProps } from '#web/kit/search/SearchForm.tsx';
import type { Named } from '#web/kit/search/use-names.ts';
import { carrierFilter } from '#web/list/carrier-filter.tsx';
import { SeveritySelect } from './SeveritySelect.tsx';

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
