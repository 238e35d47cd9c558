import { useMemo } from 'react';
import type { DetectionRule, TrialResult } from '#contract/exceptions/rule-backtest.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { BarChart, type BarSeries } from '#web/kit/chart/BarChart.tsx';
import { useValueText } from './value-texts.ts';

const dayMs = 86_400_000;

/** All days of the period, also those on which nothing was opened. */
function allDays(days: TrialResult['days']): TrialResult['days'] {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return days;
  const known = new Map(days.map((day) => [day.day, day]));
  const count = Math.round((Date.parse(last.day) - Date.parse(first.day)) / dayMs) + 1;
  return Array.from({ length: Math.min(count, 200) }, (_, index) => {
    const day = new Date(Date.parse(first.day) + index * dayMs).toISOString().slice(0, 10);
    return known.get(day) ?? { day, present: 0, tried: 0 };
  });
}

/** How many exceptions would have been opened on each day, beside the present settings. */
export function DaysChart({ days }: { days: TrialResult['days'] }) {
  const t = useT();
  const lang = useLang();
  const shown = useMemo(() => allDays(days), [days]);
  const numbers = useMemo(() => new Intl.NumberFormat(lang), [lang]);
  const categories = useMemo(() => shown.map(({ day }) => ({ key: day, name: day.slice(5), title: day })), [shown]);
  const series = useMemo<BarSeries[]>(
    () => [
      {
        key: 'present',
        name: t('detectionRules.trial.present'),
        colour: '--pt-bar-3',
        values: shown.map(({ present }) => present),
      },
      {
        key: 'tried',
        name: t('detectionRules.trial.tried'),
        colour: '--pt-bar-1',
        values: shown.map(({ tried }) => tried),
      },
    ],
    [shown, t],
  );
  const numberText = useMemo(() => (value: number) => numbers.format(value), [numbers]);
  return (
    <BarChart
      name="rule.days"
      label={t('detectionRules.trial.perDay')}
      categoryLabel={t('detectionRules.trial.day')}
      categories={categories}
      series={series}
      numberText={numberText}
    />
  );
}

/** How the number found moves over the main threshold; picking a value tries it next. */
export function CurveChart({
  threshold,
  curve,
  onPick,
}: {
  threshold: DetectionRule['thresholds'][number];
  curve: TrialResult['curve'];
  onPick: (value: number) => void;
}) {
  const t = useT();
  const lang = useLang();
  const valueText = useValueText();
  const numbers = useMemo(() => new Intl.NumberFormat(lang), [lang]);
  const label = t('detectionRules.trial.curve', { name: threshold.label });
  const categories = useMemo(
    () => curve.map(({ value }) => ({ key: String(value), name: String(value), title: valueText(threshold, value) })),
    [curve, threshold, valueText],
  );
  const series = useMemo<BarSeries[]>(
    () => [
      {
        key: 'total',
        name: t('detectionRules.trial.found'),
        colour: '--pt-bar-2',
        values: curve.map(({ total }) => total),
      },
    ],
    [curve, t],
  );
  const numberText = useMemo(() => (value: number) => numbers.format(value), [numbers]);
  return (
    <BarChart
      name="rule.curve"
      label={label}
      categoryLabel={threshold.label}
      categories={categories}
      series={series}
      numberText={numberText}
      onPick={(index) => {
        const point = curve[index];
        if (point !== undefined) onPick(point.value);
      }}
    />
  );
}
