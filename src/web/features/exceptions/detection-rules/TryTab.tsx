import { Button, Select, Slider } from 'antd';
import { useState } from 'react';
import type { DetectionRule, RuleRun, TrialResult } from '#contract/exceptions/rule-backtest.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { pollWhile } from '#web/kit/run/poll-while.ts';
import { RunProgress } from '#web/kit/run/RunProgress.tsx';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { type Draft, isComplete, isSameLevel, wrongThreshold, nearestPoint } from './draft.ts';
import { ScopeFields, ValueFields } from './SettingFields.tsx';
import { TrialResultView } from './TrialResultView.tsx';
import type { useRuleActs } from './use-rule-acts.ts';
import { useScopeText, useValueText } from './value-texts.ts';

const verdicts = ['confirmed', 'dismissed', 'undecided', 'unseen'] as const;

/** What a threshold would find as it is moved, reported at once by the counts of the last trial at the nearest value. */
function MovedThreshold({
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

const periods = [7, 30, 60, 90, 180];

type Props = {
  rule: DetectionRule;
  acts: ReturnType<typeof useRuleActs>;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  runId: string | undefined;
  onRun: (run: RuleRun) => void;
};

function MainSlider({ rule, draft, onDraft }: Pick<Props, 'rule' | 'draft' | 'onDraft'>) {
  const valueText = useValueText();
  const main = rule.thresholds.find((threshold) => threshold.main === 1);
  if (main === undefined || main.unit === 'switch') return null;
  const value = draft.values[main.name] ?? rule.values[main.name] ?? main.defaultValue;
  const max = Math.min(main.max, Math.max(main.defaultValue * 4, value, main.min + 10 * main.step));
  return (
    <div className="pt-rule-slider">
      <span>{main.label}</span>
      <Slider
        min={main.min}
        max={max}
        step={main.step}
        value={value}
        ariaLabelForHandle={main.label}
        tooltip={{ formatter: (shown) => valueText(main, shown ?? 0) }}
        onChange={(next) => onDraft({ ...draft, values: { ...draft.values, [main.name]: next } })}
      />
      <output>{valueText(main, value)}</output>
    </div>
  );
}

type TrialStateProps = Pick<Props, 'rule' | 'acts' | 'draft' | 'onDraft'> & { run: RuleRun };

/** How far a trial is, and what it found. */
function TrialState({ rule, acts, draft, onDraft, run }: TrialStateProps) {
  const t = useT();
  const main = rule.thresholds.find((threshold) => threshold.main === 1);
  return (
    <>
      <RunProgress
        run={run}
        text={t(`detectionRules.trial.${run.state === 'failed' ? 'stopped' : run.state}`, {
          done: run.done,
          total: run.total,
        })}
        onCancel={() => acts.cancel(run.runId)}
      />
      {main !== undefined && run.state === 'done' && (
        <MovedThreshold
          threshold={main}
          curve={run.result?.curve ?? []}
          value={draft.values[main.name] ?? rule.values[main.name] ?? main.defaultValue}
        />
      )}
      {run.state !== 'running' && (
        <TrialResultView
          rule={rule}
          run={run}
          onPick={(value) => main && onDraft({ ...draft, values: { ...draft.values, [main.name]: value } })}
        />
      )}
    </>
  );
}

/** Trying a rule on history: for whom, with what, how far back; what it would have found; and saving it. */
export function TryTab({ rule, acts, draft, onDraft, runId, onRun }: Props) {
  const t = useT();
  const scopeText = useScopeText();
  const [days, setDays] = useState(30);
  const [busy, setBusy] = useState(false);
  const settings = useCall('ruleSettings', { ruleCode: rule.ruleCode });
  const query = useCall(
    'ruleRun',
    { runId: runId ?? '0' },
    {
      enabled: runId !== undefined,
      refetchInterval: ({ state }) => pollWhile(state.data),
    },
  );
  const run = runId === undefined ? undefined : query.data;
  const start = async (): Promise<void> => {
    setBusy(true);
    const started = await acts.start(draft, days);
    setBusy(false);
    if (started !== undefined) onRun(started);
  };
  const save = async (): Promise<void> => {
    if (run === undefined) return;
    const agreed = await confirm({
      title: t('detectionRules.trial.saveTitle'),
      content: t('detectionRules.trial.saveText', { scope: scopeText(run) }),
      okText: t('detectionRules.settings.save'),
    });
    const row = settings.data?.find((one) => isSameLevel({ ...run, lane: run.lane ?? '' }, one));
    if (agreed) await acts.save({ ...run, lane: run.lane ?? '' }, row);
  };
  return (
    <>
      {rule.replayable === 0 && <p role="note">{t('detectionRules.trial.presentOnly')}</p>}
      <ScopeFields draft={draft} onDraft={onDraft} />
      <MainSlider rule={rule} draft={draft} onDraft={onDraft} />
      <ValueFields rule={rule} draft={draft} onDraft={onDraft} />
      <div className="pt-rule-buttons">
        <Select
          aria-label={t('detectionRules.trial.days')}
          value={days}
          options={periods.map((value) => ({ value, label: t('detectionRules.trial.lastDays', { days: value }) }))}
          onChange={setDays}
        />
        <Button
          type="primary"
          loading={busy}
          disabled={wrongThreshold(rule, draft) !== undefined}
          onClick={() => void start()}
        >
          {t('detectionRules.trial.start')}
        </Button>
        {run?.state === 'done' && isComplete(rule, { ...run, lane: run.lane ?? '' }) && (
          <Button onClick={() => void save()}>{t('detectionRules.trial.save')}</Button>
        )}
      </div>
      {run !== undefined && <TrialState rule={rule} acts={acts} draft={draft} onDraft={onDraft} run={run} />}
    </>
  );
}
