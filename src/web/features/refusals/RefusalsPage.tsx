import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { listAddress, pageOf } from '#web/kit/list/list-state.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { refusalFields, useRefusalFields } from './fields.tsx';
import { RefusalDrawer } from './RefusalDrawer.tsx';
import './refusals.css';

const ROUTE = '/refusals';
const address = listAddress({ fields: refusalFields, pageSize: 20 });

type Group = CallData<'refusalQuery'>['records'][number];
const idOf = (row: Group): string => row.groupId;

function useColumns(): DataColumn<Group>[] {
  const t = useT();
  return useMemo(
    () => [
      {
        key: 'sourceName',
        title: t('refusals.column.sourceName'),
        width: 240,
        text: (row) => row.sourceName ?? t('refusals.unknownSource'),
      },
      { key: 'way', title: t('refusals.column.way'), width: 120, text: (row) => t(`refusals.way.${row.way}`) },
      { key: 'reason', title: t('refusals.column.reason'), width: 380, text: (row) => row.reason.text },
      { key: 'count', title: t('refusals.column.count'), width: 110, align: 'end', text: (row) => String(row.count) },
      {
        key: 'lastTime',
        title: t('refusals.column.lastTime'),
        width: 196,
        text: (row) => timeAsText(row.lastTime),
        render: (row) => <TimeText instant={row.lastTime} />,
      },
    ],
    [t],
  );
}

/** What sources sent and was not taken: how much, from whom, and why; the newest pieces of each. */
export function RefusalsPage() {
  const t = useT();
  const list = useListState(ROUTE, address);
  const { state } = list;
  const { days: chosen, ...values } = state.values;
  const days = Number(chosen?.[0] ?? 7);
  const query = useCall('refusalQuery', { ...pageOf(state), ...values, days }, { keep: true });
  const fields = useRefusalFields(query.data);
  const columns = useColumns();
  const shown = useShown<string>();
  const view = (row: Group): void => shown.show(idOf(row));
  return (
    <div className="pt-list">
      <QueryList<Group>
        list={list}
        query={query}
        fields={fields}
        table="refusals"
        label={t('refusals.title')}
        columns={columns}
        rowKey={idOf}
        actions={[viewAction(t('refusals.view'), view)]}
        onOpen={view}
        emptyText={t('refusals.empty')}
        toolbar={query.data && <span className="pt-muted">{t('refusals.total', { count: query.data.refused })}</span>}
      />
      <RefusalDrawer groupId={shown.item} days={days} open={shown.open} onClose={shown.hide} />
    </div>
  );
}
