import { ApartmentOutlined, BarsOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { usePageSearch } from '#web/app/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { GROUPED } from './incident-state.ts';

/** Exceptions one by one, or by their common cause; what both lists filter by stays. */
export function GroupSwitch({ route }: { route: string }) {
  const t = useT();
  const { search, setSearch } = usePageSearch(route);
  const grouped = search['group'] === GROUPED;
  const choose = (group: string | undefined): void => {
    const { sort: _sort, page: _page, ...filters } = search;
    setSearch({ ...filters, group }, { push: true });
  };
  return (
    <span role="group" aria-label={t('exceptionIncidents.group.label')} className="pt-group-switch">
      <Button
        size="small"
        icon={<BarsOutlined />}
        aria-pressed={!grouped}
        type={grouped ? 'default' : 'primary'}
        ghost={!grouped}
        onClick={() => choose(undefined)}
      >
        {t('exceptionIncidents.group.exceptions')}
      </Button>
      <Button
        size="small"
        icon={<ApartmentOutlined />}
        aria-pressed={grouped}
        type={grouped ? 'primary' : 'default'}
        ghost={grouped}
        onClick={() => choose(GROUPED)}
      >
        {t('exceptionIncidents.group.incidents')}
      </Button>
    </span>
  );
}
