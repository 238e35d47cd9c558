import { useState } from 'react';
import { asRecord } from '#shared/values/objects.ts';
import { call } from '#web/base/client.ts';
import { useLive } from '#web/base/live.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { sessionState } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { BatchButtons } from './BatchButtons.tsx';
import { useSubscriptionColumns } from './columns.tsx';
import { useSubscriptionFields } from './fields.tsx';
import { address, filtersOf, queryOf } from './list-state.ts';
import { subscriptionId, type SubscriptionRow, traceTargetOf } from './row-rules.ts';
import { SubscriptionDialogs } from './SubscriptionDialogs.tsx';
import { useActions } from './use-actions.tsx';
import './exception-subscribe.css';

const ROUTE = '/exception-subscribe';

/** Whether others have changed subscriptions since the list was loaded: the rows wait for their reader. */
function useStale(loadedAt: number): boolean {
  const [staleSince, setStaleSince] = useState(-1);
  useLive('subscription', (payload) => {
    if (asRecord(payload)['by'] !== sessionState().user?.userCode) setStaleSince(loadedAt);
  });
  return staleSince === loadedAt;
}

/** The list of subscriptions: find, import, ask again, stop and start, correct, see what was run. */
export function ExceptionSubscribePage() {
  const t = useT();
  const go = useGo();
  const list = useListState(ROUTE, address);
  const { page, sortRules, values } = list.state;
  const fields = useSubscriptionFields();
  const columns = useSubscriptionColumns();
  const [selection, setSelection] = useState<Selection<SubscriptionRow>>(emptySelection);
  const actions = useActions(selection, () => {
    if (page !== 1) list.change({ page: 1 });
  });
  const query = useCall('querySubscriptions', queryOf(list.state), { keep: true });
  const isStale = useStale(query.dataUpdatedAt);
  const filters = filtersOf(values);
  const open = (row: SubscriptionRow): void => {
    const target = traceTargetOf(row);
    if ('problem' in target) toast.warn(t(`exceptionSubscribe.problem.${target.problem}`));
    else go(target.href);
  };
  return (
    <div className="pt-list">
      <QueryList<SubscriptionRow>
        list={list}
        query={query}
        fields={fields}
        toolbar={<BatchButtons selection={selection} onBatch={actions.batch} />}
        news={isStale ? t('exceptionSubscribe.changed') : undefined}
        exported={{ list: 'subscriptions', query: { ...filters, sortRules } }}
        selecting={{
          selection,
          onSelection: setSelection,
          load: (part, signal) => call('querySubscriptions', { ...filters, ...part }, { signal }),
        }}
        table="exception-subscribe"
        label={t('exceptionSubscribe.sheet')}
        columns={columns}
        rowKey={subscriptionId}
        actions={actions.row}
        onOpen={open}
        rowClassName={(row) => (subscriptionId(row) === actions.savedId ? 'pt-row-saved' : '')}
        emptyText={t('exceptionSubscribe.emptyText')}
      />
      <SubscriptionDialogs actions={actions} />
    </div>
  );
}
