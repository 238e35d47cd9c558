import type { DetectionRule, RuleRun } from '#contract/exceptions/rule-backtest.ts';
import { useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { CurveChart, DaysChart } from './TrialCharts.tsx';
import { TrialProblems } from './TrialProblems.tsx';

type CountsProps = {
  columns: readonly { key: string; title: string }[];
  rows: readonly { key: string; title: string; counts: readonly number[] }[];
};

/** Numbers in rows and columns. */
function Counts({ columns, rows }: CountsProps) {
  return (
    <table className="pt-mini pt-rule-counts">
      <thead>
        <tr>
          <td />
          {columns.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, title, counts }) => (
          <tr key={key} data-side={key}>
            <th scope="row">{title}</th>
            {counts.map((count, index) => (
              <td key={columns[index]?.key}>{formatCount(count)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const figures = ['total', 'atStart', 'open', 'shipments'] as const;
const figureNames = { total: 'found', atStart: 'atStart', open: 'openAtEnd', shipments: 'shipments' } as const;
const verdicts = ['confirmed', 'dismissed', 'undecided', 'unseen'] as const;

/** What a trial came to: counts beside the present settings, days, the curve, and the problems themselves. */
export function TrialResultView({
  rule,
  run,
  onPick,
}: {
  rule: DetectionRule;
  run: RuleRun;
  onPick: (value: number) => void;
}) {
  const t = useT();
  const { result } = run;
  const main = rule.thresholds.find((threshold) => threshold.main === 1);
  if (result === null) return null;
  return (
    <>
      <div className="pt-rule-pair">
        <Counts
          columns={figures.map((key) => ({ key, title: t(`detectionRules.trial.${figureNames[key]}`) }))}
          rows={(['present', 'tried'] as const).map((key) => ({
            key,
            title: t(`detectionRules.trial.${key}`),
            counts: figures.map((figure) => result[key][figure]),
          }))}
        />
        <Counts
          columns={verdicts.map((key) => ({ key, title: t(`detectionRules.trial.${key}`) }))}
          rows={(['same', 'added', 'gone'] as const).map((key) => ({
            key,
            title: t(`detectionRules.trial.${key}`),
            counts: verdicts.map((verdict) => result[key][verdict]),
          }))}
        />
      </div>
      {result.failures > 0 && <p role="alert">{t('detectionRules.trial.failures', { count: result.failures })}</p>}
      <div className="pt-rule-pair pt-rule-charts">
        {result.days.length > 0 && (
          <Section title={t('detectionRules.trial.perDay')}>
            <DaysChart days={result.days} />
          </Section>
        )}
        {main !== undefined && result.curve.length > 1 && (
          <Section title={t('detectionRules.trial.curve', { name: main.label })}>
            <CurveChart threshold={main} curve={result.curve} onPick={onPick} />
          </Section>
        )}
      </div>
      <Section title={t('detectionRules.trial.problems')}>
        <TrialProblems key={run.runId} run={run} />
      </Section>
    </>
  );
}
