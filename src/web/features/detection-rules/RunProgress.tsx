import { Button, Progress } from 'antd';
import type { RuleRun } from '#contract/autotest.ts';
import { useT } from '#web/i18n/index.ts';

const toneOf = { running: 'active', done: 'success', cancelled: 'normal', failed: 'exception' } as const;

/** How far a run is, and a way to call it off. */
export function RunProgress({ run, onCancel }: { run: RuleRun; onCancel: () => void }) {
  const t = useT();
  const { done, total, state } = run;
  const percent = state === 'done' || total === 0 ? 100 : Math.floor((done * 100) / total);
  const text = t(`detectionRules.trial.${state === 'failed' ? 'stopped' : state}`, { done, total });
  return (
    <div className="pt-rule-run" data-state={state}>
      <Progress percent={percent} size="small" status={toneOf[state]} aria-label={text} />
      <span role="status">{text}</span>
      {state === 'running' && (
        <Button size="small" onClick={onCancel}>
          {t('detectionRules.trial.cancel')}
        </Button>
      )}
    </div>
  );
}
