import { FilterOutlined } from '@ant-design/icons';
import { useMemo, useState } from 'react';
import { eventItem } from '#entities/event-item.ts';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { splitPasted } from '#shared/text/normalize.ts';
import { useCall } from '#web/app/use-call.ts';
import type { DataColumn, RowAction } from '#web/kit/table/column-model.ts';
import { RuleDrawer } from './RuleDrawer.tsx';

const recipientsOf = (row: Row): string[] => splitPasted(String(row['notifyUsers'] ?? ''));

/** The column of whom each event item tells, by name. */
function useNotifyColumn(rows: readonly Row[]): DataColumn<Row>[] {
  const lang = useLang();
  const chosen = [...new Set(rows.flatMap(recipientsOf))].sort().join(',');
  const { data } = useCall('eventRecipients', { chosen }, { enabled: chosen !== '', staleTime: 60_000 });
  return useMemo(() => {
    const names = new Map(data?.map(({ value, name }) => [value.toLowerCase(), name]));
    const comma = lang === 'zh' ? '、' : ', ';
    const text = (row: Row): string =>
      recipientsOf(row)
        .map((one) => names.get(one.toLowerCase()) ?? one)
        .join(comma);
    return [{ key: 'notifyUsers', title: eventItem.fields.notifyUsers.label[lang], width: 200, text }];
  }, [data, lang]);
}

/** Indicators that find events: what they are for, and the rule of each. */
export function EventItemsPage() {
  const t = useT();
  const shown = useShown<string>();
  const { show } = shown;
  const [rows, setRows] = useState<readonly Row[]>([]);
  const columns = useNotifyColumn(rows);
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      {
        key: 'rule',
        label: t('events.rule.open'),
        shortcut: 'r',
        icon: <FilterOutlined />,
        column: true,
        run: (row) => show(idOf(eventItem, row)),
      },
    ],
    [t, show],
  );
  return (
    <>
      <EntityListPage
        entity={eventItem}
        route="/event-item-index"
        actions={actions}
        extraColumns={columns}
        onRows={setRows}
      />
      <RuleDrawer id={shown.item} open={shown.open} onClose={shown.hide} />
    </>
  );
}
