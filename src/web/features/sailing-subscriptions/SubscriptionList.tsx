import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { SailingSubscription } from '#contract/sailing.ts';
import type { List } from '#shared/list/declare.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { useCall } from '#web/app/use-call.ts';
import { ownZone } from '#web/app/zone.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatDays } from '#web/kit/value/format-time.ts';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { ListView } from '#web/list/ListView.tsx';
import type { ListInUse } from '#web/list/use-list.tsx';
import type { Days } from './days.ts';
import { EditDialog } from './SubscribeDialog.tsx';
import './subscriptions.css';

/** What subscriptions of sailings and of flights have in common. */
export type Subscribed = Pick<SailingSubscription, 'changes' | 'effectiveDate' | 'expiryDate' | 'state'>;
type Change = Subscribed['changes'][number];

const isTime = ({ field }: Change): boolean => /Arrival$|Departure$|^cutOff$/.test(field);

/** How changes of a row are shown: the name of a value, the zone of its times, and words for values that are codes. */
export type ChangeWords<Row> = {
  nameOf: (field: string) => string;
  zoneOf: (row: Row, field: string) => string | null;
  wordOf?: (field: string, value: string) => string | undefined;
};

/** The newest change: what, from what to what, and by how much. */
function LastChange<Row extends Subscribed>({ row, words }: { row: Row; words: ChangeWords<Row> }) {
  const t = useT();
  const [change] = row.changes;
  if (change === undefined) return <span className="pt-muted">{t('sailingSubscriptions.unchanged')}</span>;
  const { field, oldValue, newValue } = change;
  const shift = isTime(change) && oldValue !== null && newValue !== null ? Number(newValue) - Number(oldValue) : null;
  const value = (text: string | null): ReactNode => {
    if (text === null) return '—';
    if (isTime(change)) return <TimeText instant={Number(text)} zone={words.zoneOf(row, field)} short />;
    return <span className="pt-mono">{words.wordOf?.(field, text) ?? text}</span>;
  };
  return (
    <span>
      {words.nameOf(field)} {value(oldValue)} → {value(newValue)}{' '}
      {shift !== null && (
        <span className="pt-slip" data-late={shift > 0 || undefined}>
          {t('sailingSubscriptions.shift', { days: formatDays(shift) })}
        </span>
      )}
    </span>
  );
}

/** The newest change as plain text. */
function lastChangeText<Row extends Subscribed>(row: Row, { nameOf, zoneOf, wordOf }: ChangeWords<Row>): string {
  const [change] = row.changes;
  if (change === undefined) return '';
  const { field, oldValue, newValue } = change;
  const text = (value: string | null): string => {
    if (value === null) return '—';
    return isTime(change) ? timeAsText(Number(value), zoneOf(row, field)) : (wordOf?.(field, value) ?? value);
  };
  return `${nameOf(field)} ${text(oldValue)} → ${text(newValue)}`;
}

/** The cell of the newest change. */
export const lastChangeCell = <Row extends Subscribed>(words: ChangeWords<Row>): Cell<Row> => ({
  text: (row) => lastChangeText(row, words),
  render: (row) => <LastChange row={row} words={words} />,
});

type Props<L extends List, Row extends object & Subscribed> = {
  use: ListInUse<L, Row>;
  /** The button that adds. */
  add: string;
  nameOf: (row: Row) => string;
  /** Both give the words of success. */
  update: (row: Row, days: Days) => Promise<string>;
  cancel: (row: Row) => Promise<string>;
  addDialog: (props: { open: boolean; today: string; onClose: () => void; onSaved: () => void }) => ReactNode;
};

/** Subscriptions of one kind: what they are now, what changed last, adding, changing and cancelling. */
export function SubscriptionList<L extends List, Row extends object & Subscribed>(props: Props<L, Row>) {
  const { use, add, nameOf, update, addDialog } = props;
  const { control, query } = use;
  const t = useT();
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
  const today = toLocalText(clock.data?.now ?? Date.now(), ownZone()).slice(0, 10);
  const { item } = editing;
  return (
    <div className="pt-list">
      <ListView
        use={use}
        actions={[
          { key: 'edit', label: t('sailingSubscriptions.edit'), run: unlessCancelled(editing.show) },
          { key: 'cancel', label: t('sailingSubscriptions.cancel'), run: unlessCancelled((row) => void cancel(row)) },
        ]}
        toolbar={
          <Button type="primary" size="small" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {add}
          </Button>
        }
      />
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
