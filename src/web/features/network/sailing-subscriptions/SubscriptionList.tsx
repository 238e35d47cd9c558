import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { List } from '#shared/list/declare.ts';
import { useCall } from '#web/base/use-call.ts';
import { ownZone } from '#web/base/zone.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { type Shown, useShown } from '#web/kit/list/use-shown.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import type { ListInUse } from '#web/list/use-list.tsx';
import { localDay } from '#shared/time/day.ts';
import type { Subscribed } from './changes.tsx';
import { ChangesDrawer } from './ChangesDrawer.tsx';
import type { Days } from './days.ts';
import { EditDialog } from './SubscribeDialog.tsx';
import './subscriptions.css';

type Props<L extends List, Row extends object & Subscribed> = {
  use: ListInUse<L, Row>;
  /** The button that adds. */
  add: string;
  nameOf: (row: Row) => string;
  /** The row whose changes are shown, and how all of them are. */
  viewed: Shown<Row>;
  changes: (row: Row) => ReactNode;
  /** Both give the words of success. */
  update: (row: Row, days: Days) => Promise<string>;
  cancel: (row: Row) => Promise<string>;
  addDialog: (props: { open: boolean; today: string; onClose: () => void; onSaved: () => void }) => ReactNode;
};

/** Subscriptions of one kind: what they are now, what changed last, adding, changing and cancelling. */
export function SubscriptionList<L extends List, Row extends object & Subscribed>(props: Props<L, Row>) {
  const { use, add, nameOf, viewed, changes, update, addDialog } = props;
  const { control, query } = use;
  const t = useT();
  const { tag } = useListLabels(use.list);
  const clock = useCall('getWorld', undefined, { staleTime: 60_000 });
  const [adding, setAdding] = useState(false);
  const editing = useShown<Row>();
  const saved = (): void => {
    setAdding(false);
    editing.hide();
    control.change({ page: 1 });
    void query.refetch();
  };
  const cancel = async (row: Row): Promise<void> => {
    const title = t('sailingSubscriptions.cancelQuestion', { name: nameOf(row) });
    if (!(await confirm({ title, danger: true }))) return;
    try {
      toast.success(await props.cancel(row));
    } catch (error) {
      toast.failure(error, t('sailingSubscriptions.failed.cancel'));
    }
    void query.refetch();
  };
  const unlessCancelled = (run: (row: Row) => void) => (row: Row) =>
    row.state === 'cancelled' ? toast.info(t('sailingSubscriptions.isCancelled')) : run(row);
  const today = localDay(clock.data?.now ?? Date.now(), ownZone());
  const { item } = editing;
  return (
    <div className="pt-list">
      <ListView
        use={use}
        actions={[
          viewAction(t('sailingSubscriptions.allChanges'), viewed.show),
          { key: 'edit', label: t('sailingSubscriptions.edit'), run: unlessCancelled(editing.show) },
          { key: 'cancel', label: t('sailingSubscriptions.cancel'), run: unlessCancelled((row) => void cancel(row)) },
        ]}
        onOpen={viewed.show}
        toolbar={
          <Button type="primary" size="small" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {add}
          </Button>
        }
      />
      <ChangesDrawer name={nameOf} changes={changes} viewed={viewed} mark={(row) => tag('state', row.state)} />
      {addDialog({ open: adding, today, onClose: () => setAdding(false), onSaved: saved })}
      <EditDialog
        name={item === undefined ? '' : nameOf(item)}
        from={{ effectiveDate: item?.effectiveDate ?? '', expiryDate: item?.expiryDate ?? '' }}
        save={async (days) => (item === undefined ? '' : await update(item, days))}
        open={editing.open}
        onClose={editing.hide}
        onSaved={saved}
      />
    </div>
  );
}
