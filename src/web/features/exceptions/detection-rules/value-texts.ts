import { useCallback } from 'react';
import type { DetectionRule } from '#contract/exceptions/rule-backtest.ts';
import { useT } from '#web/i18n/index.ts';

type Threshold = DetectionRule['thresholds'][number];
type ValueText = (threshold: Pick<Threshold, 'unit'>, value: number) => string;
type ValuesText = (rule: Pick<DetectionRule, 'thresholds'>, values: Readonly<Record<string, number>>) => string;

/** A value of a threshold with its unit. */
export function useValueText(): ValueText {
  const t = useT();
  return useCallback(
    ({ unit }, value) => {
      if (unit === 'switch') return value === 0 ? t('detectionRules.off') : t('detectionRules.on');
      return t(`detectionRules.amount.${unit}`, { count: value });
    },
    [t],
  );
}

/** Thresholds of a rule in one line, those that are given. */
export function useValuesText(): ValuesText {
  const text = useValueText();
  return useCallback(
    ({ thresholds }, values) =>
      thresholds
        .flatMap((threshold) => {
          const value = values[threshold.name];
          return value === undefined ? [] : [`${threshold.label} ${text(threshold, value)}`];
        })
        .join(' · '),
    [text],
  );
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
