import { ApartmentOutlined, BarsOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { exceptionsList } from '#lists/exceptions.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { addressOf } from '#web/list/list-address.ts';
import { GROUPED } from './incident-state.ts';

const address = addressOf(exceptionsList);
const { sort: _order, ...openingFilters } = address.toUrl(address.fromUrl({}));

const isOpening = (filters: Readonly<Record<string, string>>): boolean =>
  Object.keys(filters).length > 0 &&
  Object.entries({ ...openingFilters, ...filters }).every(
    ([name, value]) => openingFilters[name] === value && (value === undefined || filters[name] === value),
  );

/** Exceptions one by one, or by their common cause; what both lists filter by stays. */
export function GroupSwitch({ route }: { route: string }) {
  const t = useT();
  const { search, setSearch } = usePageSearch(route);
  const grouped = search['group'] === GROUPED;
  const choose = (group: string | undefined): void => {
    const { sort: _sort, page: _page, all: _all, ...filters } = search;
    const { group: _group, ...kept } = filters;
    // What the list of exceptions opens on was chosen by nobody.
    setSearch({ ...(isOpening(kept) ? {} : filters), group }, { push: true });
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
