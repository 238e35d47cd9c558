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
import './outbox.css';
import { useQueryClient } from '@tanstack/react-query';
import { callFull } from '#web/base/client.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** Sends notifications again once the reader agrees. */
function useReplay(): (ids: readonly string[]) => Promise<void> {
  const t = useT();
  const client = useQueryClient();
  return async (ids) => {
    const agreed = await confirm({
      title: t('outbox.replayTitle', { count: ids.length }),
      content: t('outbox.replayContent'),
      okText: t('outbox.replay'),
    });
    if (!agreed) return;
    try {
      const { data, msg } = await callFull('outboxReplay', { notificationIds: [...ids] });
      if (data.queued > 0) toast.success(msg);
      else toast.info(msg);
      await Promise.all(['outboxQuery', 'outboxGet'].map((name) => client.invalidateQueries({ queryKey: [name] })));
    } catch (error) {
      toast.failure(error, t('outbox.replayFailed'));
    }
  };
}

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
        key={viewed.item ?? ''}
        id={viewed.item}
        open={viewed.open}
        onClose={viewed.hide}
        onReplay={(id) => void replay([id])}
      />
    </div>
  );
}
