import { useMemo } from 'react';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import { auditFields, linkFields } from './audit-state.ts';

type Named = { value: string; label: string };

/** The filters of the audit with the names of what can be chosen. */
export function useAuditFields(): { fields: FormField[]; links: FormField[] } {
  const t = useT();
  const users = useCall('users', { currentPage: 1, pageSize: 1000 });
  const choices = useCall('auditChoices', undefined, { staleTime: 60_000 });
  return useMemo(() => {
    const people = (users.data?.wlUsers ?? []).map(({ userCode, userNameCn }) => ({
      value: userCode,
      label: `${userNameCn} (${userCode})`,
    }));
    const options: Readonly<Record<string, readonly Named[]>> = {
      actor: people,
      entity: choices.data?.entities ?? [],
      action: choices.data?.actions ?? [],
      origin: choices.data?.origins ?? [],
    };
    const labels: Readonly<Record<string, string>> = {
      actor: t('audit.who'),
      entity: t('audit.entity'),
      action: t('audit.action'),
      time: t('audit.time'),
      entityId: t('audit.entityId'),
      keyword: t('audit.keyword'),
      origin: t('audit.origin'),
      requestId: t('audit.requestId'),
    };
    const fieldOf = ({ name, kind }: { name: string; kind: FormField['kind'] }): FormField => {
      const field = { name, kind, label: labels[name] ?? name };
      const named = options[name];
      if (named === undefined) return field;
      return {
        ...field,
        control: (control) => <NameSelect {...control} options={named} />,
        nameOf: (code) => named.find((item) => item.value === code)?.label ?? code,
      };
    };
    return { fields: auditFields.map(fieldOf), links: linkFields.map(fieldOf) };
  }, [t, users.data, choices.data]);
}
