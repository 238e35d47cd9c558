import type { DetectionRule, RuleRun, TrialResult } from '#contract/autotest.ts';
import { useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { CurveChart, DaysChart } from './TrialCharts.tsx';
import { TrialProblems } from './TrialProblems.tsx';

function CountTable({ result }: { result: TrialResult }) {
  const t = useT();
  return (
    <table className="pt-mini pt-rule-counts">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('detectionRules.trial.found')}</th>
          <th scope="col">{t('detectionRules.trial.atStart')}</th>
          <th scope="col">{t('detectionRules.trial.openAtEnd')}</th>
          <th scope="col">{t('detectionRules.trial.shipments')}</th>
        </tr>
      </thead>
      <tbody>
        {(['present', 'tried'] as const).map((side) => (
          <tr key={side} data-side={side}>
            <th scope="row">{t(`detectionRules.trial.${side}`)}</th>
            <td>{result[side].total}</td>
            <td>{result[side].atStart}</td>
            <td>{result[side].open}</td>
            <td>{result[side].shipments}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const verdicts = ['confirmed', 'dismissed', 'undecided', 'unseen'] as const;

function VerdictTable({ result }: { result: TrialResult }) {
  const t = useT();
  return (
    <table className="pt-mini pt-rule-counts">
      <thead>
        <tr>
          <td />
          {verdicts.map((verdict) => (
            <th key={verdict} scope="col">
              {t(`detectionRules.trial.${verdict}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(['same', 'added', 'gone'] as const).map((group) => (
          <tr key={group} data-group={group}>
            <th scope="row">{t(`detectionRules.trial.${group}`)}</th>
            {verdicts.map((verdict) => (
              <td key={verdict}>{result[group][verdict]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
        <CountTable result={result} />
        <VerdictTable result={result} />
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
