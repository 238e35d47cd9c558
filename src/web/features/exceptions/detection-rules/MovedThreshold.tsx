import type { DetectionRule, TrialResult } from '#contract/exceptions/rule-backtest.ts';
import { useT } from '#web/i18n/index.ts';
import { nearestPoint } from './draft.ts';
import { useValueText } from './value-texts.ts';

const verdicts = ['confirmed', 'dismissed', 'undecided', 'unseen'] as const;

/** What a threshold would find as it is moved, reported at once by the counts of the last trial at the nearest value. */
export function MovedThreshold({
  threshold,
  curve,
  value,
}: {
  threshold: DetectionRule['thresholds'][number];
  curve: TrialResult['curve'];
  value: number;
}) {
  const t = useT();
  const valueText = useValueText();
  const point = nearestPoint(curve, value);
  if (point === undefined) return null;
  const judged = verdicts.map((verdict) => `${t(`detectionRules.trial.${verdict}`)} ${point[verdict]}`);
  return (
    <p role="status" className="pt-rule-about">
      {t('detectionRules.trial.moved', {
        name: threshold.label,
        value: valueText(threshold, point.value),
        total: point.total,
        judged: judged.join(' · '),
      })}
    </p>
  );
}
