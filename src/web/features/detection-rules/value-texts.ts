import type { DetectionRule } from '#contract/autotest.ts';
import { useT } from '#web/i18n/index.ts';

type Threshold = DetectionRule['thresholds'][number];

/** A value of a threshold with its unit. */
export function useValueText(): (threshold: Pick<Threshold, 'unit'>, value: number) => string {
  const t = useT();
  return ({ unit }, value) => {
    if (unit === 'switch') return value === 0 ? t('detectionRules.off') : t('detectionRules.on');
    return `${value} ${t(`detectionRules.unit.${unit}`)}`;
  };
}

/** Thresholds of a rule in one line, those that are given. */
export function useValuesText(): (
  rule: Pick<DetectionRule, 'thresholds'>,
  values: Readonly<Record<string, number>>,
) => string {
  const text = useValueText();
  return ({ thresholds }, values) =>
    thresholds
      .flatMap((threshold) => {
        const value = values[threshold.name];
        return value === undefined ? [] : [`${threshold.label} ${text(threshold, value)}`];
      })
      .join(' · ');
}

/** For whom settings count, in words. */
export function useScopeText(): (scope: {
  tenantName: string | null;
  carrierCode: string | null;
  lane: string | null;
}) => string {
  const t = useT();
  return ({ tenantName, carrierCode, lane }) =>
    [tenantName ?? t('detectionRules.scope.allTenants'), carrierCode, lane]
      .filter((part) => part !== null && part !== '')
      .join(' · ');
}
