import type { CallData } from '#contract/index.ts';
import { useLang } from '#web/i18n/index.ts';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { RemoteSelect } from '../search/RemoteSelect.tsx';

/** What is known of a port. */
export type Port = CallData<'searchPorts'>['records'][number];

type Props = {
  label: string;
  /** Code of the port; '' for none. */
  value: string;
  port: Port | undefined;
  /** What kind of places are chosen from. */
  from?: 'ports' | 'airports';
  disabled?: boolean;
  error?: boolean;
  onChange: (code: string) => void;
};

/** Choice of a port or airport by code or name, with its name, place and zone beneath; clearing it clears all of them. */
export function PortSelect({ label, value, port, from = 'ports', disabled = false, error = false, onChange }: Props) {
  const lang = useLang();
  const name = port === undefined ? '' : portNameIn(lang, port);
  const place = [
    port?.portNameDesc,
    port?.latitude == null || port.longitude === null
      ? null
      : `${port.latitude.toFixed(2)}, ${port.longitude?.toFixed(2)}`,
    port?.portTimeZone,
  ].filter(Boolean);
  return (
    <div className="pt-port-select" inert={disabled} data-disabled={disabled || undefined}>
      <RemoteSelect
        from={from}
        single
        framed
        low
        label={label}
        placeholder=""
        status={error ? 'error' : ''}
        value={value === '' ? [] : [{ value, label: name === '' ? value : `${value} ${name}` }]}
        onChange={([chosen]) => onChange(chosen?.value ?? '')}
      />
      {place.length > 0 && <span className="pt-port-place">{place.join(' · ')}</span>}
    </div>
  );
}
