import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { environment } from '#entities/environment.ts';
import { call } from '#web/base/client.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import type { Opening } from '#web/entity/list-props.ts';
import { useMayWrite } from '#web/entity/use-may-write.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { EnvironmentRobots } from './EnvironmentRobots.tsx';

type Use = CallData<'environmentUse'>[number];

/** The dialog of a saved environment also has its robots: some are put into it, others taken out, with the same button. */
export function useRobotsDialog(uses: readonly Use[] | undefined): (opening: Opening) => DialogExtras {
  const t = useT();
  const client = useQueryClient();
  const readOnly = !useMayWrite(environment);
  const [chosen, setChosen] = useState<{ count: number; before: readonly string[]; now: readonly string[] }>();
  return useMemo(
    () =>
      ({ operation, count }: Opening): DialogExtras => {
        if (operation === 'ADD') return {};
        const edited = chosen?.count === count ? chosen : undefined;
        const added = edited?.now.filter((id) => !edited.before.includes(id)) ?? [];
        const removed = edited?.before.filter((id) => !edited.now.includes(id)) ?? [];
        const inside = (row: Row): string[] =>
          uses?.find((use) => use.environmentId === idOf(environment, row))?.robots.map(({ robotId }) => robotId) ?? [];
        return {
          dirty: added.length + removed.length > 0,
          afterSave: async (saved) => {
            if (added.length + removed.length === 0) return;
            try {
              await call('environmentRobots', { environmentId: idOf(environment, saved), add: added, remove: removed });
            } catch (error) {
              toast.failure(error, t('robots.robotsFailed'));
              throw error;
            } finally {
              await client.invalidateQueries({ queryKey: ['environmentUse'] });
            }
          },
          below: (_form, row) =>
            row === undefined ? null : (
              <EnvironmentRobots
                value={edited?.now ?? inside(row)}
                readOnly={readOnly}
                onChange={(now) => setChosen({ count, before: edited?.before ?? inside(row), now })}
              />
            ),
        };
      },
    [chosen, uses, client, readOnly, t],
  );
}
