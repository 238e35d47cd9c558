import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import type { ControlProps, FormField } from '#web/kit/search/search-values.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';

function CarrierSelect({ value, onChange, label }: ControlProps) {
  const { nameOf } = useCarriers();
  return (
    <RemoteSelect
      from="carriers"
      label={label}
      value={value.map((code) => ({ value: code, label: nameOf(code) }))}
      onChange={(chosen) => onChange(chosen.map((carrier) => carrier.value))}
    />
  );
}

/** Choice of carriers by code or name, found by the server while typing, for filters of declared lists. */
export const carrierFilter: NonNullable<FormField['control']> = (props) => <CarrierSelect {...props} />;
