import { Input } from 'antd';
import { useId } from 'react';
import { type PlainKey, useT } from '#web/i18n/index.ts';
import { PortSelect } from '#web/kit/input/PortSelect.tsx';
import { TimeTextInput } from '#web/kit/input/TimeTextInput.tsx';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import { useEditor } from './editor-context.ts';
import { ExpertSwitch } from './ExpertSwitch.tsx';

/** How a field is typed. */
export type Kind = 'text' | 'port' | 'time' | 'carrier' | 'vessel';

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

/** One field of the editor with its name, its expert switch and what is wrong with it. */
export function Field({ name, kind, value, problem, place, path, required = false, onChange }: Props) {
  const t = useT();
  const id = useId();
  const { disabled, ports, problems } = useEditor();
  const label = t(`business.field.${name}` as PlainKey);
  const error = problems.get(problem);
  const status = error === undefined ? '' : 'error';
  const control = () => {
    switch (kind) {
      case 'port':
        return (
          <PortSelect {...{ label, value, disabled, onChange }} error={error !== undefined} port={ports.get(value)} />
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
          <span inert={disabled}>
            <RemoteSelect
              from="carriers"
              single
              framed
              low
              {...{ label, status }}
              placeholder=""
              value={value === '' ? [] : [{ value, label: value }]}
              onChange={([chosen]) => onChange(chosen?.value ?? '')}
            />
          </span>
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
