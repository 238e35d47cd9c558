import { useMemo } from 'react';
import { useLang, useT } from '#web/i18n/index.ts';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import { OneSelect } from '#web/kit/search/OneSelect.tsx';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import type { SearchField, FormField } from '#web/kit/search/search-values.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { portNameIn } from '#web/kit/value/port-name.ts';

/** The filters in the order of the form. */
export const portCallFields = [
  { name: 'portCode', kind: 'choice' },
  { name: 'date', kind: 'days' },
  { name: 'carrierCodes', kind: 'choice' },
  { name: 'vesselName', kind: 'text' },
  { name: 'importVoyage', kind: 'text' },
  { name: 'exportVoyage', kind: 'text' },
  { name: 'states', kind: 'choice' },
  { name: 'dateOf', kind: 'choice' },
] as const satisfies readonly SearchField[];

/** Whether days are those of arrival or of departure. */
export const turns = ['arrival', 'departure'] as const;

const states = ['expected', 'anchorage', 'berthed', 'sailed', 'omitted'] as const;

/** The filters of the berth plan with their controls and names. */
export function usePortCallFields(port: string, dateOf: (typeof turns)[number]): FormField[] {
  const t = useT();
  const lang = useLang();
  const carriers = useCarriers();
  const known = usePorts([port]).get(port);
  return useMemo(() => {
    const portName = (code: string): string =>
      code === port && known !== undefined ? `${code} ${portNameIn(lang, known)}` : code;
    const turnNames = turns.map((value) => ({ value, label: t(`portCalls.turn.${value}`) }));
    const stateNames = states.map((value) => ({ value, label: t(`portCalls.state.${value}`) }));
    const parts: Readonly<Partial<Record<string, Omit<FormField, 'name' | 'kind' | 'label'>>>> = {
      portCode: {
        finds: 'ports',
        nameOf: portName,
        control: ({ value, onChange, label }) => (
          <RemoteSelect
            from="ports"
            single
            label={label}
            value={value.slice(0, 1).map((code) => ({ value: code, label: portName(code) }))}
            onChange={([chosen]) => onChange(chosen === undefined ? [] : [chosen.value])}
          />
        ),
      },
      dateOf: {
        nameOf: (code) => turnNames.find(({ value }) => value === code)?.label ?? code,
        control: ({ value, onChange, label }) => (
          <OneSelect
            label={label}
            placeholder={t('portCalls.turn.arrival')}
            value={value[0]}
            options={turnNames}
            onChange={(chosen) => onChange(chosen === undefined ? [] : [chosen])}
          />
        ),
      },
      carrierCodes: {
        options: carriers.options,
        nameOf: carriers.nameOf,
        control: (props) => <NameSelect {...props} options={carriers.options} />,
      },
      vesselName: {
        finds: 'vessels',
        control: ({ value, onChange, label }) => (
          <RemoteText from="vessels" label={label} value={value[0] ?? ''} onChange={(text) => onChange([text])} />
        ),
      },
      states: {
        options: stateNames,
        nameOf: (code) => stateNames.find(({ value }) => value === code)?.label ?? code,
        control: (props) => <NameSelect {...props} options={stateNames} />,
      },
    };
    return portCallFields.map((field) => ({
      ...field,
      label: t(`portCalls.field.${field.name === 'date' && dateOf === 'departure' ? 'departureDate' : field.name}`),
      ...parts[field.name],
    }));
  }, [t, lang, carriers, port, dateOf, known]);
}
