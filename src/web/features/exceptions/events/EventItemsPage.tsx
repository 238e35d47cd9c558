import { FilterOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { eventItem } from '#entities/event-item.ts';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { RuleDrawer } from './RuleDrawer.tsx';

/** Event items that find events: what they are for, and the rule of each. */
export function EventItemsPage() {
  const t = useT();
  const shown = useShown<string>();
  const { show } = shown;
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      {
        key: 'page',
        label: t('events.rule.open'),
        icon: <FilterOutlined />,
        column: true,
        run: (row) => show(idOf(eventItem, row)),
      },
    ],
    [t, show],
  );
  return (
    <>
      <EntityListPage entity={eventItem} route="/event-item-index" actions={actions} />
      <RuleDrawer id={shown.item} open={shown.open} onClose={shown.hide} />
    </>
  );
}
