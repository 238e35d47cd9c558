import { Tabs } from 'antd';
import { useMayCall } from '#web/base/may-call.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { AccountsPart } from './AccountsPart.tsx';
import { FilesPart } from './FilesPart.tsx';
import './analytics.css';

const route = '/analytics';

/** Data for analysts: Parquet files for everybody who may see the page, accounts of the database for administrators. */
export function AnalyticsPage() {
  const t = useT();
  const { search, setSearch } = usePageSearch(route);
  const mayManage = useMayCall('analyticsRoleQuery');
  const tabs = [
    { key: 'files', label: t('analytics.tab.files'), children: <FilesPart /> },
    ...(mayManage ? [{ key: 'accounts', label: t('analytics.tab.accounts'), children: <AccountsPart /> }] : []),
  ];
  const wanted = search['tab'];
  return (
    <div className="pt-tab-page">
      <Tabs
        size="small"
        activeKey={mayManage && wanted === 'accounts' ? 'accounts' : 'files'}
        onChange={(tab) => setSearch({ tab: tab === 'files' ? undefined : tab })}
        destroyOnHidden
        items={tabs}
      />
    </div>
  );
}
