import { Button } from 'antd';
import type { DetectionRule, RuleRun } from '#contract/exceptions/rule-backtest.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { pollWhile } from '#web/kit/run/poll-while.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useScopeText, useValuesText } from './value-texts.ts';

const tones = { running: 'info', done: 'ok', failed: 'danger', cancelled: 'neutral' } as const;

function useOutcomeText(): (run: RuleRun) => string {
  const t = useT();
  return ({ result, changed }) => {
    if (changed !== null) return t('detectionRules.runs.detectResult', changed);
    if (result === null) return '';
    return t('detectionRules.runs.trialResult', { tried: result.tried.total, present: result.present.total });
  };
}

/** Trials and detections of a rule, newest first. */
export function RunsTab({ rule, onShow }: { rule: DetectionRule; onShow: (run: RuleRun) => void }) {
  const t = useT();
  const scopeText = useScopeText();
  const valuesText = useValuesText();
  const outcomeText = useOutcomeText();
  const query = useCall(
    'ruleRuns',
    { ruleCode: [rule.ruleCode], pageSize: 20 },
    {
      refetchInterval: ({ state }) => pollWhile(...(state.data?.records ?? [])),
    },
  );
  return (
    <Loaded query={query}>
      {({ records }) =>
        records.length === 0 ? (
          <p>{t('detectionRules.runs.empty')}</p>
        ) : (
          <table className="pt-mini">
            <thead>
              <tr>
                <th scope="col">{t('detectionRules.runs.time')}</th>
                <th scope="col">{t('detectionRules.runs.kind')}</th>
                <th scope="col">{t('detectionRules.settings.scope')}</th>
                <th scope="col">{t('detectionRules.settings.values')}</th>
                <th scope="col">{t('detectionRules.runs.who')}</th>
                <th scope="col">{t('detectionRules.runs.state')}</th>
                <th scope="col">{t('detectionRules.runs.result')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {records.map((run) => (
                <tr key={run.runId}>
                  <th scope="row">
                    <TimeText instant={run.startTime} />
                  </th>
                  <td>{t(`detectionRules.runs.${run.kind}`)}</td>
                  <td>{scopeText(run)}</td>
                  <td>{valuesText(rule, run.values)}</td>
                  <td>{run.actorName}</td>
                  <td>
                    <StatusTag tone={tones[run.state]}>{t(`detectionRules.runs.stateName.${run.state}`)}</StatusTag>
                  </td>
                  <td>{outcomeText(run)}</td>
                  <td>
                    {run.kind === 'trial' && (
                      <Button type="link" size="small" onClick={() => onShow(run)}>
                        {t('detectionRules.runs.show')}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Loaded>
  );
}
