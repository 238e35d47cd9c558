import { RedoOutlined } from '@ant-design/icons';
import { outboxList } from '#lists/outbox.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { type RowOf, useList } from '#web/list/use-list.tsx';
import { NotificationDrawer } from './NotificationDrawer.tsx';
import { useReplay } from './use-replay.ts';
import './outbox.css';

type OutboxRow = RowOf<typeof outboxList>;

/** Definitions by name, once a link asks for the notifications of one. */
function useDefinitions(wanted: boolean) {
  const { data } = useCall('feedback.getAll', undefined, { enabled: wanted, staleTime: 60_000 });
  return (data ?? []).map((item) => ({ value: item.wlFeedbackId, label: item.feedbackName ?? item.wlFeedbackId }));
}

/** Notifications: what was sent to whom, what waits, what failed and why, and sending again. */
export function OutboxPage() {
  const t = useT();
  const { search } = usePageSearch(outboxList.route);
  const choices = { wlFeedbackId: useDefinitions(search['wlFeedbackId'] !== undefined) };
  const list = useList(outboxList, { choices });
  const viewed = useShown<string>();
  const replay = useReplay();
  useLiveRefetch('outbox', 'outboxQuery');
  useLiveRefetch('outbox', 'outboxGet');
  useLiveRefetch('outbox', 'outboxReceived');
  useLiveRefetch('inbox', 'outboxQuery');

  const view = (row: OutboxRow): void => viewed.show(row.notificationId);
  return (
    <div className="pt-list">
      <ListView
        use={list}
        actions={[
          viewAction(t('outbox.view'), view),
          {
            key: 'retry',
            label: t('outbox.replay'),
            icon: <RedoOutlined />,
            run: (row) => void replay([row.notificationId]),
          },
        ]}
        onOpen={view}
      />
      <NotificationDrawer
        id={viewed.item}
        open={viewed.open}
        onClose={viewed.hide}
        onReplay={(id) => void replay([id])}
      />
    </div>
  );
}
