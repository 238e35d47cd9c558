import { Tabs } from 'antd';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { ChangesPart } from './ChangesPart.tsx';
import { KeysPart } from './KeysPart.tsx';
import { ProgramsList } from './ProgramsList.tsx';
import { TestsPart } from './TestsPart.tsx';
import { WebhooksPart } from './WebhooksPart.tsx';
import './integrations.css';

const route = '/integrations';
const parts = ['keys', 'programs', 'webhooks', 'tests', 'changes'] as const;
type Part = (typeof parts)[number];

const drawn: Record<Part, () => React.ReactNode> = {
  keys: () => <KeysPart />,
  programs: () => (
    <div className="pt-list">
      <ProgramsList />
    </div>
  ),
  webhooks: () => <WebhooksPart />,
  tests: () => <TestsPart />,
  changes: () => <ChangesPart />,
};

/** The console of integrators: keys, programs that people connected, webhooks with what was sent to them, test shipments, and changes of the interface. */
export function IntegrationsPage() {
  const t = useT();
  const { search, setSearch } = usePageSearch(route);
  const part = parts.find((name) => name === search['part']) ?? 'keys';
  return (
    <div className="pt-tab-page">
      <Tabs
        size="small"
        activeKey={part}
        destroyOnHidden
        aria-label={t('integrations.parts')}
        onChange={(key) => setSearch({ part: key === 'keys' ? undefined : key }, { push: true })}
        items={parts.map((name) => ({ key: name, label: t(`integrations.part.${name}`), children: drawn[name]() }))}
      />
    </div>
  );
}
