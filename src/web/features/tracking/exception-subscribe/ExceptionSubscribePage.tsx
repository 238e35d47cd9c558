import { useState } from 'react';
import { subscriptionsList } from '#lists/subscriptions.ts';
import { asRecord } from '#shared/values/objects.ts';
import { call } from '#web/base/client.ts';
import { useLive } from '#web/base/live.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { sessionState } from '#web/base/session.ts';
import { useT } from '#web/i18n/index.ts';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { carrierFilter } from '#web/list/carrier-filter.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { useList } from '#web/list/use-list.tsx';
import { BatchButtons } from './BatchButtons.tsx';
import { useSubscriptionCells } from './cells.tsx';
import { subscriptionId, type SubscriptionRow, traceTargetOf } from './row-rules.ts';
import { SubscriptionDialogs } from './SubscriptionDialogs.tsx';
import { useActions } from './use-actions.tsx';
import './exception-subscribe.css';

const controls = { carrierCode: carrierFilter };

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
  const list = useList(subscriptionsList, { cells: useSubscriptionCells(), controls });
  const { control, query, question } = list;
  const [selection, setSelection] = useState<Selection<SubscriptionRow>>(emptySelection);
  const actions = useActions(selection, () => {
    if (control.state.page !== 1) control.change({ page: 1 });
  });
  const isStale = useStale(query.dataUpdatedAt);
  const open = (row: SubscriptionRow): void => {
    const target = traceTargetOf(row);
    if ('problem' in target) toast.warn(t(`exceptionSubscribe.problem.${target.problem}`));
    else go(target.href);
  };
  return (
    <div className="pt-list">
      <ListView
        use={list}
        toolbar={<BatchButtons selection={selection} onBatch={actions.batch} />}
        news={isStale ? t('exceptionSubscribe.changed') : undefined}
        selecting={{
          selection,
          onSelection: setSelection,
          load: (part, signal) => call('querySubscriptions', { ...question, sortRules: [], ...part }, { signal }),
        }}
        actions={actions.row}
        onOpen={open}
        rowClassName={(row) => (subscriptionId(row) === actions.savedId ? 'pt-row-saved' : '')}
      />
      <SubscriptionDialogs actions={actions} />
    </div>
  );
}
