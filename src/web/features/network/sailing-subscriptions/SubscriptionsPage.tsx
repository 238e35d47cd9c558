import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { localDay } from '#shared/time/day.ts';
import type { List } from '#shared/list/declare.ts';
import { useCall } from '#web/base/use-call.ts';
import { ownZone } from '#web/base/zone.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { type Shown, useShown } from '#web/kit/list/use-shown.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import type { QueryState } from '#web/kit/state/query-state.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import type { ListInUse } from '#web/list/use-list.tsx';
import { type Change, type ChangeWords, lastChangeCell, type Subscribed } from './changes.tsx';
import { AllChanges, driftCell } from './Drift.tsx';
import { type Days, EditDialog, SubscribeDialog, type Subscribing } from './SubscribeDialog.tsx';
import './subscriptions.css';

/** Cells that are the same for all kinds of subscriptions. */
export type CommonCells<Row> = { drift: Cell<Row>; lastChange: Cell<Row> };

/** A kind of subscription: all in which sailings and flights differ. Calls give the message of success. */
export type Profile<L extends List, Row extends object, Field extends string> = Subscribing<Field> & {
  /** What is subscribed, as people name it. */
  nameOf: (row: Row) => string;
  words: ChangeWords<Row>;
  /** The list, with the common cells and those of its own. */
  useRows: (common: CommonCells<Row>) => ListInUse<L, Row>;
  useChanges: (row: Row) => QueryState<{ changes: readonly Change[] }>;
  update: (row: Row, days: Days) => Promise<{ msg: string }>;
  cancel: (row: Row) => Promise<{ msg: string }>;
};

type OfProfile<L extends List, Row extends object, Field extends string> = { profile: Profile<L, Row, Field> };

function ChangesOf<L extends List, Row extends object & Subscribed, Field extends string>({
  row,
  profile,
}: OfProfile<L, Row, Field> & { row: Row }) {
  const query = profile.useChanges(row);
  return (
    <Loaded query={query}>{({ changes }) => <AllChanges row={row} changes={changes} words={profile.words} />}</Loaded>
  );
}

/** One subscription to read: how long it runs, who made it, and everything that changed since then. */
function ChangesDrawer<L extends List, Row extends object & Subscribed, Field extends string>({
  profile,
  viewed,
  mark,
}: OfProfile<L, Row, Field> & { viewed: Shown<Row>; mark: (row: Row) => ReactNode }) {
  const t = useT();
  const { item, open, hide } = viewed;
  return (
    <DetailDrawer open={open} onClose={hide} title={item && profile.nameOf(item)} mark={item && mark(item)}>
      {item && (
        <>
          <Facts>
            <Fact label={t('sailingSubscriptions.period')}>
              {item.effectiveDate} – {item.expiryDate}
            </Fact>
            <Fact label={t('sailingSubscriptions.made')}>
              {item.createUserCode} · <TimeText instant={item.createTime} />
            </Fact>
          </Facts>
          <Section title={t('sailingSubscriptions.allChanges')}>
            <ChangesOf row={item} profile={profile} />
          </Section>
        </>
      )}
    </DetailDrawer>
  );
}

/** Subscriptions of one kind: what they are now, what changed last, adding, changing and cancelling. */
export function SubscriptionsPage<L extends List, Row extends object & Subscribed, Field extends string>({
  profile,
}: OfProfile<L, Row, Field>) {
  const { texts, nameOf, words, useRows } = profile;
  const t = useT();
  const viewed = useShown<Row>();
  const { show } = viewed;
  const common = useMemo(
    () => ({ drift: driftCell(t, words), lastChange: lastChangeCell(words, show) }),
    [t, words, show],
  );
  const use = useRows(common);
  const { control, query } = use;
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
      toast.success((await profile.cancel(row)).msg);
    } catch (error) {
      toast.failure(error, t('sailingSubscriptions.failed.cancel'));
    }
    void query.refetch();
  };
  const unlessCancelled = (run: (row: Row) => void) => (row: Row) =>
    row.state === 'cancelled' ? toast.info(t('sailingSubscriptions.isCancelled')) : run(row);
  const { item } = editing;
  return (
    <div className="pt-list">
      <ListView
        use={use}
        actions={[
          viewAction(t('sailingSubscriptions.allChanges'), show),
          { key: 'edit', label: t('sailingSubscriptions.edit'), run: unlessCancelled(editing.show) },
          { key: 'cancel', label: t('sailingSubscriptions.cancel'), run: unlessCancelled((row) => void cancel(row)) },
        ]}
        onOpen={show}
        toolbar={
          <Button type="primary" size="small" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t(`sailingSubscriptions.${texts}.add`)}
          </Button>
        }
      />
      <ChangesDrawer profile={profile} viewed={viewed} mark={(row) => tag('state', row.state)} />
      <SubscribeDialog
        kind={profile}
        open={adding}
        today={localDay(clock.data?.now ?? Date.now(), ownZone())}
        onClose={() => setAdding(false)}
        onSaved={saved}
      />
      <EditDialog
        name={item === undefined ? '' : nameOf(item)}
        from={{ effectiveDate: item?.effectiveDate ?? '', expiryDate: item?.expiryDate ?? '' }}
        save={async (days) => (item === undefined ? '' : (await profile.update(item, days)).msg)}
        open={editing.open}
        onClose={editing.hide}
        onSaved={saved}
      />
    </div>
  );
}
