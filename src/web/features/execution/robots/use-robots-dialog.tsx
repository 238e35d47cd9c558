import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { environment } from '#entities/environment.ts';
import { call } from '#web/base/client.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import type { Opening } from '#web/entity/list-props.ts';
import { useMayWrite } from '#web/entity/use-may-write.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { Select } from 'antd';
import { useCall } from '#web/base/use-call.ts';

type Props = { value: readonly string[]; readOnly: boolean; onChange: (robotIds: readonly string[]) => void };

/** The robots of an environment, chosen among those that the user sees. */
function EnvironmentRobots({ value, readOnly, onChange }: Props) {
  const t = useT();
  const titleId = useId();
  const { data, isPending } = useCall('robotStates', undefined, { staleTime: 10_000 });
  return (
    <section className="pt-robots-choice">
      <h2 id={titleId}>{t('robots.robotsIn')}</h2>
      <Select
        mode="multiple"
        aria-labelledby={titleId}
        disabled={readOnly || isPending}
        loading={isPending}
        // Names, not numbers: what is chosen is shown once the robots are known.
        value={isPending ? [] : [...value]}
        onChange={onChange}
        showSearch={{ optionFilterProp: 'label' }}
        options={(data ?? []).map(({ robotId, robotName, state }) => ({
          value: robotId,
          label: robotName,
          state: t(`robots.states.${state}`),
        }))}
        optionRender={({ data: { label, state } }) => (
          <>
            {label} <span className="pt-muted">{state}</span>
          </>
        )}
      />
    </section>
  );
}

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
