import { Select } from 'antd';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';

type Props = { value: readonly string[]; readOnly: boolean; onChange: (robotIds: readonly string[]) => void };

/** The robots of an environment, chosen among those that the user sees. */
export function EnvironmentRobots({ value, readOnly, onChange }: Props) {
  const t = useT();
  const { data, isPending } = useCall('robotStates', undefined, { staleTime: 10_000 });
  return (
    <section className="pt-robots-choice">
      <h2 id="pt-robots-choice">{t('robots.robotsIn')}</h2>
      <Select
        mode="multiple"
        aria-labelledby="pt-robots-choice"
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
