import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { CallInput } from '#contract/index.ts';
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
import { viewAction } from '#web/kit/table/view-action.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import type { ListInUse } from '#web/list/use-list.tsx';
import { type ChangeWords, lastChangeCell, type Subscribed } from './changes.tsx';
import { AllChanges, driftCell } from './Drift.tsx';
import { type Days, EditDialog, SubscribeDialog, type Subscribing } from './SubscribeDialog.tsx';
import './subscriptions.css';

type ChangesCall = `${'sailing' | 'flight'}SubscriptionChanges`;

/** A kind of subscription: what sailings and flights differ in, besides the cells of their lists. Calls give the message of success. */
export type Profile<Row, Field extends string> = Subscribing<Field> & {
  /** What is subscribed, as people name it. */
  nameOf: (row: Row) => string;
  words: ChangeWords<Row>;
  /** The call that gives all changes of a row. */
  changesOf: (row: Row) => readonly [call: ChangesCall, input: CallInput<ChangesCall>];
  update: (row: Row, days: Days) => Promise<{ msg: string }>;
  cancel: (row: Row) => Promise<{ msg: string }>;
};

/** Cells that are the same for all kinds: how far times moved, and the newest change, with a button that shows the others. */
export function useCommonCells<Row extends Subscribed>(words: ChangeWords<Row>, onAll: (row: Row) => void) {
  const t = useT();
  return useMemo(() => ({ drift: driftCell(t, words), lastChange: lastChangeCell(words, onAll) }), [t, words, onAll]);
}

type OfRow<Row, Field extends string> = { profile: Profile<Row, Field>; row: Row };

function ChangesOf<Row extends Subscribed, Field extends string>({ profile, row }: OfRow<Row, Field>) {
  const query = useCall(...profile.changesOf(row), { staleTime: 0 });
  return (
    <Loaded query={query}>{({ changes }) => <AllChanges row={row} changes={changes} words={profile.words} />}</Loaded>
  );
}

type DrawerProps<Row, Field extends string> = {
  profile: Profile<Row, Field>;
  viewed: Shown<Row>;
  mark: (row: Row) => ReactNode;
};

/** One subscription to read: how long it runs, who made it, and everything that changed since then. */
function ChangesDrawer<Row extends Subscribed, Field extends string>({
  profile,
  viewed,
  mark,
}: DrawerProps<Row, Field>) {
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

type Props<L extends List, Row extends object, Field extends string> = {
  profile: Profile<Row, Field>;
  use: ListInUse<L, Row>;
  /** The row whose changes are shown. */
  viewed: Shown<Row>;
};

/** Subscriptions of one kind: what they are now, what changed last, adding, changing and cancelling. */
export function SubscriptionsPage<L extends List, Row extends object & Subscribed, Field extends string>({
  profile,
  use,
  viewed,
}: Props<L, Row, Field>) {
  const { texts, nameOf } = profile;
  const t = useT();
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
          viewAction(t('sailingSubscriptions.allChanges'), viewed.show),
          { key: 'edit', label: t('sailingSubscriptions.edit'), run: unlessCancelled(editing.show) },
          { key: 'cancel', label: t('sailingSubscriptions.cancel'), run: unlessCancelled((row) => void cancel(row)) },
        ]}
        onOpen={viewed.show}
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
