import { Tabs } from 'antd';
import { useState } from 'react';
import type { DetectionRule } from '#contract/exceptions/rule-backtest.ts';
import { useSession } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { type Draft, draftOf, emptyDraft } from './draft.ts';
import { HistoryTab } from './HistoryTab.tsx';
import { RunsTab } from './RunsTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { TryTab } from './TryTab.tsx';
import { useRuleActs } from './use-rule-acts.ts';

export type RuleTab = 'settings' | 'try' | 'runs' | 'history';

type Props = { rule: DetectionRule; tab: RuleTab; onTab: (tab: string) => void };

function RuleTabs({ rule, tab, onTab }: Props) {
  const t = useT();
  const acts = useRuleActs(rule.ruleCode);
  const writesShared = useSession((session) => session.user?.writesShared !== false);
  const tenants = useCall('tenants').data ?? [];
  const [entered, setEntered] = useState<Draft>();
  const [runId, setRunId] = useState<string>();
  const draft = entered ?? emptyDraft(writesShared ? null : (tenants[0]?.wlTenantId ?? null));
  return (
    <Tabs
      activeKey={tab}
      onChange={onTab}
      destroyOnHidden
      items={[
        { key: 'settings', label: t('detectionRules.tab.settings'), children: <SettingsTab rule={rule} acts={acts} /> },
        {
          key: 'try',
          label: t('detectionRules.tab.try'),
          children: (
            <TryTab
              rule={rule}
              acts={acts}
              draft={draft}
              onDraft={setEntered}
              runId={runId}
              onRun={(run) => setRunId(run.runId)}
            />
          ),
        },
        {
          key: 'runs',
          label: t('detectionRules.tab.runs'),
          children: (
            <RunsTab
              rule={rule}
              onShow={(run) => {
                setRunId(run.runId);
                setEntered(draftOf(run));
                onTab('try');
              }}
            />
          ),
        },
        { key: 'history', label: t('detectionRules.tab.history'), children: <HistoryTab rule={rule} acts={acts} /> },
      ]}
    />
  );
}

/** Everything about one rule: its settings per level, trials, runs and changes. */
export function RuleDrawer({
  rule,
  onClose,
  ...tabs
}: Omit<Props, 'rule'> & { rule: DetectionRule | undefined; onClose: () => void }) {
  const lang = useLang();
  return (
    <DetailDrawer
      open={rule !== undefined}
      onClose={onClose}
      title={rule === undefined ? '' : lang === 'zh' ? rule.nameCn : rule.nameEn}
      mark={rule && <SeverityMark severity={rule.severity} />}
      size="min(1120px, 96vw)"
    >
      {rule && (
        <>
          <p className="pt-rule-about">
            <code>{rule.ruleCode}</code> {rule.description}
          </p>
          <RuleTabs key={rule.ruleCode} rule={rule} {...tabs} />
        </>
      )}
    </DetailDrawer>
  );
}
