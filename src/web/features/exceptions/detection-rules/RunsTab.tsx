import { Button } from 'antd';
import type { DetectionRule, RuleRun } from '#contract/exceptions/rule-backtest.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { pollWhile } from '#web/kit/run/poll-while.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useScopeText, useValuesText } from './value-texts.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

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
          <MiniTable
            label={t('detectionRules.tab.runs')}
            columns={[
              { key: 'time', title: t('detectionRules.runs.time'), isRowHead: true },
              { key: 'kind', title: t('detectionRules.runs.kind') },
              { key: 'scope', title: t('detectionRules.settings.scope') },
              { key: 'values', title: t('detectionRules.settings.values') },
              { key: 'who', title: t('detectionRules.runs.who') },
              { key: 'state', title: t('detectionRules.runs.state') },
              { key: 'result', title: t('detectionRules.runs.result') },
              { key: 'acts', title: t('table.actions'), isTitleHidden: true },
            ]}
            rows={records}
            rowKey={(run) => run.runId}
            cells={(run) => ({
              time: <TimeText instant={run.startTime} />,
              kind: t(`detectionRules.runs.${run.kind}`),
              scope: scopeText(run),
              values: valuesText(rule, run.values),
              who: run.actorName,
              state: <StatusTag tone={tones[run.state]}>{t(`detectionRules.runs.stateName.${run.state}`)}</StatusTag>,
              result: outcomeText(run),
              acts: run.kind === 'trial' && (
                <Button type="link" size="small" onClick={() => onShow(run)}>
                  {t('detectionRules.runs.show')}
                </Button>
              ),
            })}
          />
        )
      }
    </Loaded>
  );
}
