import { ExperimentOutlined, EyeOutlined } from '@ant-design/icons';
import { Checkbox, Input } from 'antd';
import { useMemo } from 'react';
import type { DetectionRule } from '#contract/exceptions/rule-backtest.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { ListTable } from '#web/kit/list/ListTable.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { useRuleColumns } from './columns.tsx';
import { RuleDrawer, type RuleTab } from './RuleDrawer.tsx';
import './detection-rules.css';

const ROUTE = '/detection-rules';
const idOf = (row: DetectionRule): string => row.ruleCode;
const tabs: readonly RuleTab[] = ['settings', 'try', 'runs', 'history'];

const matches = (rule: DetectionRule, keyword: string): boolean =>
  [rule.ruleCode, rule.nameCn, rule.nameEn, rule.description ?? ''].some((text) =>
    text.toLowerCase().includes(keyword.trim().toLowerCase()),
  );

/** All detection rules: what each looks for, how it is set, what it found, and one of them in a drawer. */
export function DetectionRulesPage() {
  const t = useT();
  const { search, setSearch } = usePageSearch(ROUTE);
  const query = useCall('detectionRules', undefined, { keep: true });
  const columns = useRuleColumns();
  const keyword = search['keyword'] ?? '';
  const onlyOff = search['off'] === '1';
  const all = query.data ?? [];
  const rows = useMemo(
    () => (query.data ?? []).filter((rule) => matches(rule, keyword) && (!onlyOff || rule.enabled === 0)),
    [query.data, keyword, onlyOff],
  );
  const change = (values: Record<string, string | undefined>): void => {
    const next = Object.entries({ ...search, ...values }).filter((entry): entry is [string, string] => !!entry[1]);
    setSearch(Object.fromEntries(next));
  };
  const open = (rule: DetectionRule, tab: RuleTab): void => change({ rule: rule.ruleCode, tab });
  const actions: RowAction<DetectionRule>[] = [
    {
      key: 'view',
      label: t('detectionRules.open'),
      icon: <EyeOutlined />,
      run: (rule) => open(rule, 'settings'),
    },
    {
      key: 'run',
      label: t('detectionRules.try'),
      icon: <ExperimentOutlined />,
      run: (rule) => open(rule, 'try'),
    },
  ];
  return (
    <div className="pt-list">
      <ListTable<DetectionRule>
        table="detection-rules"
        label={t('detectionRules.title')}
        columns={columns}
        rowKey={idOf}
        query={query}
        rows={rows}
        total={rows.length}
        actions={actions}
        onOpen={(rule) => open(rule, 'settings')}
        onReset={keyword !== '' || onlyOff ? () => change({ keyword: undefined, off: undefined }) : undefined}
        toolbar={
          <>
            <Input.Search
              allowClear
              className="pt-rule-filter"
              aria-label={t('detectionRules.filter')}
              placeholder={t('detectionRules.filter')}
              value={keyword}
              onChange={(event) => change({ keyword: event.target.value })}
            />
            <Checkbox checked={onlyOff} onChange={(event) => change({ off: event.target.checked ? '1' : undefined })}>
              {t('detectionRules.onlyOff')}
            </Checkbox>
          </>
        }
      />
      <RuleDrawer
        rule={all.find((rule) => rule.ruleCode === search['rule'])}
        tab={tabs.find((tab) => tab === search['tab']) ?? 'settings'}
        onTab={(tab) => change({ tab })}
        onClose={() => change({ rule: undefined, tab: undefined })}
      />
    </div>
  );
}
