import { useMemo } from 'react';
import { useCall } from '#web/base/use-call.ts';
import type { Named } from '#web/kit/search/use-names.ts';

/** What the audit can be narrowed by: people, and the entities, acts and origins that occur. */
export function useAuditChoices(): Readonly<Record<'actor' | 'entity' | 'action' | 'origin', readonly Named[]>> {
  const users = useCall('users', { currentPage: 1, pageSize: 1000 });
  const choices = useCall('auditChoices', undefined, { staleTime: 60_000 });
  return useMemo(
    () => ({
      actor: (users.data?.wlUsers ?? []).map(({ userCode, userNameCn }) => ({
        value: userCode,
        label: `${userNameCn} (${userCode})`,
      })),
      entity: choices.data?.entities ?? [],
      action: choices.data?.actions ?? [],
      origin: choices.data?.origins ?? [],
    }),
    [users.data, choices.data],
  );
}
