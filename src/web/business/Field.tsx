import { Input } from 'antd';
import { useId } from 'react';
import { PortSelect } from '#web/kit/input/PortSelect.tsx';
import { TimeTextInput } from '#web/kit/input/TimeTextInput.tsx';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { editingOf } from '#domain/tracking/journey/editing.ts';
import { placesFrom, useEditor } from './editor-context.ts';
import { ExpertSwitch } from './ExpertSwitch.tsx';
import { useFieldName, type Kind } from './form-of-mode.ts';

type Props = {
  name: string;
  kind: Kind;
  value: string;
  /** Where its problem stands. */
  problem: string;
  /** The place in whose time it is typed. */
  place?: string;
  path?: string | undefined;
  required?: boolean;
  onChange: (value: string) => void;
};

type CarrierProps = Pick<Props, 'value' | 'onChange'> & {
  from: 'airlines' | 'carriers';
  label: string;
  status: '' | 'error';
  disabled: boolean;
};

/** A carrier: its code with the name people know it by. */
function CarrierField({ from, label, status, value, disabled, onChange }: CarrierProps) {
  const { nameOf } = useCarriers();
  const name = nameOf(value);
  const shown = name === value || name === '…' ? value : `${value} ${name}`;
  return (
    <span inert={disabled}>
      <RemoteSelect
        {...{ from, label, status }}
        single
        framed
        low
        placeholder=""
        value={value === '' ? [] : [{ value, label: shown }]}
        onChange={([chosen]) => onChange(chosen?.value ?? '')}
      />
    </span>
  );
}

/** One field of the editor with its name, its expert switch and what is wrong with it. */
export function Field({ name, kind, value, problem, place, path, required = false, onChange }: Props) {
  const fieldName = useFieldName();
  const id = useId();
  const { disabled, ports, problems, mode } = useEditor();
  const label = fieldName(name);
  const from = placesFrom(mode);
  const { carriers } = editingOf(mode);
  const error = problems.get(problem);
  const status = error === undefined ? '' : 'error';
  // A mode without a list of its places or carriers has them typed.
  const isPlain = (kind === 'port' && from === undefined) || (kind === 'carrier' && carriers === 'any');
  const control = () => {
    switch (isPlain ? 'text' : kind) {
      case 'port':
        return (
          <PortSelect
            {...{ label, value, disabled, onChange, from: from ?? 'ports' }}
            error={error !== undefined}
            port={ports.get(value)}
          />
        );
      case 'time':
        return (
          <TimeTextInput
            {...{ label, value, disabled, onChange }}
            error={error !== undefined}
            zone={ports.get(place ?? '')?.portTimeZone ?? undefined}
          />
        );
      case 'carrier':
        return (
          <CarrierField
            from={carriers === 'airline' ? 'airlines' : 'carriers'}
            {...{ label, status, value, disabled, onChange }}
          />
        );
      case 'vessel':
        return (
          <span className="pt-business-vessel" inert={disabled} data-error={error !== undefined || undefined}>
            <RemoteText from="vessels" {...{ label, value, onChange }} />
          </span>
        );
      default:
        return (
          <Input
            {...{ value, disabled, status }}
            size="small"
            aria-label={label}
            aria-describedby={error === undefined ? undefined : id}
            onChange={(event) => onChange(event.target.value)}
            onBlur={() => value !== value.trim() && onChange(value.trim())}
          />
        );
    }
  };
  return (
    <div className="pt-business-field" data-kind={kind}>
      <span className="pt-business-label" data-required={required || undefined}>
        {label}
        <ExpertSwitch path={path} label={label} />
      </span>
      {control()}
      {error !== undefined && (
        <span id={id} className="pt-cell-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
