import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import type { DetectionRule, RuleSetting } from '#contract/exceptions/rule-backtest.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import type { useRuleActs } from './use-rule-acts.ts';
import { useScopeText, useValuesText } from './value-texts.ts';

type Entry = CallData<'ruleSettingHistory'>[number];
const actions = ['insert', 'update', 'delete', 'restore'] as const;

function HistoryRow({ rule, entry, onUndo }: { rule: DetectionRule; entry: Entry; onUndo: () => void }) {
  const t = useT();
  const scopeText = useScopeText();
  const valuesText = useValuesText();
  const row = entry.after ?? entry.before;
  const stateText = (setting: RuleSetting | null): string => {
    if (setting === null) return t('detectionRules.unset');
    const switched =
      setting.enabled === null ? [] : [t(setting.enabled === 1 ? 'detectionRules.on' : 'detectionRules.off')];
    return [...switched, valuesText(rule, setting.values)].filter(Boolean).join(' · ');
  };
  const action = actions.find((one) => one === entry.action);
  return (
    <tr>
      <th scope="row">
        <TimeText instant={entry.time} />
      </th>
      <td>{entry.userName ?? entry.userCode}</td>
      <td>{action === undefined ? entry.action : t(`detectionRules.history.${action}`)}</td>
      <td>{row && scopeText(row)}</td>
      <td>
        {stateText(entry.before)} → {stateText(entry.after)}
      </td>
      <td>
        {row?.writable === 1 && (
          <Button type="link" size="small" onClick={onUndo}>
            {t('detectionRules.history.undo')}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Who changed the settings of a rule and how, with the way back. */
export function HistoryTab({ rule, acts }: { rule: DetectionRule; acts: ReturnType<typeof useRuleActs> }) {
  const t = useT();
  const query = useCall('ruleSettingHistory', { ruleCode: rule.ruleCode });
  return (
    <Loaded query={query}>
      {(entries) =>
        entries.length === 0 ? (
          <p>{t('detectionRules.history.empty')}</p>
        ) : (
          <table className="pt-mini">
            <tbody>
              {entries.map((entry) => (
                <HistoryRow
                  key={entry.auditId}
                  rule={rule}
                  entry={entry}
                  onUndo={() => void acts.undo(entry.auditId)}
                />
              ))}
            </tbody>
          </table>
        )
      }
    </Loaded>
  );
}
