import { useMemo, useRef } from 'react';
import { NOBODY } from '#shared/reference/nobody.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { useT } from '#web/i18n/index.ts';
import { DictSelect, NameSelect } from '#web/kit/search/NameSelect.tsx';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import { portFilter } from '#web/list/port-filter.tsx';
import type { ControlProps, FormField } from '#web/kit/search/SearchForm.tsx';
import { useCarriers, useDict, useExceptionTypes, useTenants } from '#web/kit/search/use-names.ts';
import { type ExceptionFieldName, exceptionFields, linkFields, type OwnFieldName, ownFields } from './list-state.ts';
import { reasons, severities, SeveritySelect } from './SeveritySelect.tsx';

/** Names of users met so far, so that a chosen code keeps its name. */
function useUserNames(): {
  nameOf: (code: string) => string;
  remember: (users: readonly { value: string; label: string }[]) => void;
} {
  const t = useT();
  const names = useRef(new Map<string, string>());
  return useMemo(
    () => ({
      nameOf: (code) => (code === NOBODY ? t('exceptionManage.nobody') : (names.current.get(code) ?? code)),
      remember: (users) => {
        for (const user of users) names.current.set(user.value, user.label);
      },
    }),
    [t],
  );
}

/** The filters of the list with their controls and names. */
export function useExceptionFields(): FormField[] {
  const t = useT();
  const types = useExceptionTypes();
  const statuses = useDict('HANDLE_STATUS');
  const sources = useDict('BIZ_SOURCE_TYPE');
  const channels = useDict('OCEAN_PROCESS_TYPE');
  const tenants = useTenants();
  const carriers = useCarriers();
  const users = useUserNames();

  return useMemo(() => {
    const parts: Partial<Record<ExceptionFieldName | OwnFieldName, Omit<FormField, 'name' | 'kind' | 'label'>>> = {
      testPurpose: {
        options: types.options,
        nameOf: types.nameOf,
        control: (props) => <NameSelect {...props} options={types.options} />,
      },
      handleStatus: {
        options: statuses.options,
        nameOf: statuses.nameOf,
        control: (props) => <DictSelect {...props} codeType="HANDLE_STATUS" />,
      },
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
        control: (props) => remote('carriers', props, carriers.nameOf),
      },
      chargeCode: {
        finds: 'users',
        options: [{ value: NOBODY, label: t('exceptionManage.nobody') }],
        nameOf: users.nameOf,
        control: (props) => remote('users', props, users.nameOf, users.remember),
      },
      severity: {
        options: severities.map((code) => ({ value: code, label: t(`value.severity.${code}`) })),
        nameOf: (code) => (isOneOf(severities, code) ? t(`value.severity.${code}`) : code),
        control: (props) => <SeveritySelect {...props} />,
      },
      reason: {
        options: reasons.map((code) => ({ value: code, label: t(`exceptionIncidents.reason.${code}`) })),
        nameOf: (code) => (isOneOf(reasons, code) ? t(`exceptionIncidents.reason.${code}`) : code),
        control: (props) => (
          <NameSelect
            {...props}
            options={reasons.map((code) => ({ value: code, label: t(`exceptionIncidents.reason.${code}`) }))}
          />
        ),
      },
      polCode: { finds: 'ports', control: portFilter },
      podCode: { finds: 'ports', control: portFilter },
      vesselName: {
        finds: 'vessels',
        control: ({ value, onChange, label }) => (
          <RemoteText from="vessels" label={label} value={value[0] ?? ''} onChange={(text) => onChange([text])} />
        ),
      },
    };
    // How bad stands beside the type; why it is here comes after who is responsible.
    const [severity, reason, endFlag, polCode, podCode, eta] = ownFields;
    const order = exceptionFields.flatMap((field) => [
      field,
      ...(field.name === 'testPurpose'
        ? [severity]
        : field.name === 'chargeCode'
          ? [reason]
          : field.name === 'handleStatus'
            ? [endFlag]
            : field.name === 'voyage'
              ? [polCode, podCode, eta]
              : []),
    ]);
    return order.map((field) => ({
      ...field,
      label: t(`exceptionManage.field.${field.name}`),
      ...parts[field.name],
    }));
  }, [t, types, statuses, sources, channels, tenants, carriers, users]);
}

/** The filters that only links carry, with their names. */
export function useLinkFields(): FormField[] {
  const t = useT();
  return useMemo(
    () =>
      linkFields.map((field) => ({
        ...field,
        label: t(`exceptionManage.field.${field.name}`),
      })),
    [t],
  );
}

function remote(
  from: 'carriers' | 'users',
  { value, onChange, label }: ControlProps,
  nameOf: (code: string) => string,
  remember?: (chosen: readonly { value: string; label: string }[]) => void,
) {
  return (
    <RemoteSelect
      from={from}
      label={label}
      value={value.map((code) => ({ value: code, label: nameOf(code) }))}
      onChange={(chosen) => {
        remember?.(chosen);
        onChange(chosen.map((item) => item.value));
      }}
    />
  );
}
