import { RedoOutlined } from '@ant-design/icons';
import { useLiveRefetch } from '#web/app/live.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { ownZone } from '#web/app/zone.ts';
import { type OutboxRow, useOutboxColumns } from './columns.tsx';
import { useLinkFields, useOutboxFields } from './fields.tsx';
import { address, queryOf } from './list-state.ts';
import { NotificationDrawer } from './NotificationDrawer.tsx';
import { useReplay } from './use-replay.ts';
import './outbox.css';

const ROUTE = '/outbox';
const idOf = (row: OutboxRow): string => row.notificationId;

/** Notifications: what was sent to whom, what waits, what failed and why, and sending again. */
export function OutboxPage() {
  const t = useT();
  const list = useListState(ROUTE, address);
  const fields = useOutboxFields();
  const links = useLinkFields(list.state.values['wlFeedbackId'] !== undefined);
  const columns = useOutboxColumns();
  const viewed = useShown<string>();
  const replay = useReplay();
  const query = useCall('outboxQuery', queryOf(list.state, ownZone()), { keep: true });
  useLiveRefetch('outbox', 'outboxQuery');
  useLiveRefetch('outbox', 'outboxGet');
  useLiveRefetch('outbox', 'outboxReceived');
  useLiveRefetch('inbox', 'outboxQuery');

  const view = (row: OutboxRow): void => viewed.show(idOf(row));
  const actions: RowAction<OutboxRow>[] = [
    viewAction(t('outbox.view'), view),
    {
      key: 'replay',
      label: t('outbox.replay'),
      shortcut: 'r',
      icon: <RedoOutlined />,
      run: (row) => void replay([idOf(row)]),
    },
  ];
  return (
    <div className="pt-list">
      <QueryList<OutboxRow>
        list={list}
        query={query}
        fields={fields}
        links={links}
        table="outbox"
        label={t('outbox.title')}
        columns={columns}
        rowKey={idOf}
        actions={actions}
        onOpen={view}
        emptyText={t('outbox.emptyText')}
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
