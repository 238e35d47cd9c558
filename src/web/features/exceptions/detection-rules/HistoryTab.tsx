import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import type { DetectionRule, RuleSetting } from '#contract/exceptions/rule-backtest.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import type { useRuleActs } from './use-rule-acts.ts';
import { useScopeText, useValuesText } from './value-texts.ts';
import { MiniRow, MiniTable } from '#web/kit/table/MiniTable.tsx';

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
    <MiniRow
      cells={{
        time: <TimeText instant={entry.time} />,
        who: entry.userName ?? entry.userCode,
        kind: action === undefined ? entry.action : t(`detectionRules.history.${action}`),
        scope: row && scopeText(row),
        values: `${stateText(entry.before)} → ${stateText(entry.after)}`,
        acts: row?.writable === 1 && (
          <Button type="link" size="small" onClick={onUndo}>
            {t('detectionRules.history.undo')}
          </Button>
        ),
      }}
    />
  );
}

/** Who changed the settings of a rule and how, with the way back. */
export function HistoryTab({ rule, acts }: { rule: DetectionRule; acts: ReturnType<typeof useRuleActs> }) {
  const t = useT();
  const query = useCall('ruleSettingHistory', { ruleCode: rule.ruleCode });
  return (
    <Loaded query={query}>
      {(entries) => (
        <MiniTable
          label={t('detectionRules.tab.history')}
          empty={t('detectionRules.history.empty')}
          columns={[
            { key: 'time', title: t('detectionRules.runs.time'), isRowHead: true },
            { key: 'who', title: t('detectionRules.runs.who') },
            { key: 'kind', title: t('detectionRules.runs.kind') },
            { key: 'scope', title: t('detectionRules.settings.scope') },
            { key: 'values', title: t('detectionRules.settings.values') },
            { key: 'acts', title: t('table.actions'), isTitleHidden: true },
          ]}
          rows={entries}
          rowKey={({ auditId }) => auditId}
          row={(entry) => <HistoryRow rule={rule} entry={entry} onUndo={() => void acts.undo(entry.auditId)} />}
        />
      )}
    </Loaded>
  );
}
