import { useMemo } from 'react';
import { useT } from '#web/i18n/index.ts';
import { DictSelect, NameSelect } from '#web/kit/search/NameSelect.tsx';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import { useCarriers, useDict, useTenants } from '#web/kit/search/use-names.ts';
import { type SubscriptionFieldName, subscriptionFields } from './list-state.ts';

/** The filters of the list with their controls and names. */
export function useSubscriptionFields(): FormField[] {
  const t = useT();
  const sources = useDict('BIZ_SOURCE_TYPE');
  const channels = useDict('OCEAN_PROCESS_TYPE');
  const tenants = useTenants();
  const carriers = useCarriers();

  return useMemo(() => {
    const parts: Partial<Record<SubscriptionFieldName, Omit<FormField, 'name' | 'kind' | 'label'>>> = {
      bizSourceType: {
        options: sources.options,
        nameOf: sources.nameOf,
        control: (props) => <DictSelect {...props} codeType="BIZ_SOURCE_TYPE" />,
      },
      processType: {
        options: channels.options,
        nameOf: channels.nameOf,
        control: (props) => <DictSelect {...props} codeType="OCEAN_PROCESS_TYPE" />,
      },
      tenantCode: {
        options: tenants.options,
        nameOf: tenants.nameOf,
        control: (props) => <NameSelect {...props} options={tenants.options} />,
      },
      carrierCode: {
        options: carriers.options,
        nameOf: carriers.nameOf,
        control: ({ value, onChange, label }) => (
          <RemoteSelect
            from="carriers"
            label={label}
            value={value.map((code) => ({ value: code, label: carriers.nameOf(code) }))}
            onChange={(chosen) => onChange(chosen.map((item) => item.value))}
          />
        ),
      },
      vesselName: {
        finds: 'vessels',
        control: ({ value, onChange, label }) => (
          <RemoteText from="vessels" label={label} value={value[0] ?? ''} onChange={(text) => onChange([text])} />
        ),
      },
    };
    return subscriptionFields.map((field) => ({
      ...field,
      label: t(`exceptionSubscribe.field.${field.name}`),
      ...parts[field.name],
    }));
  }, [t, sources, channels, tenants, carriers]);
}
