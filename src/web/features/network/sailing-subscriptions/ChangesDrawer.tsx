import type { ReactNode } from 'react';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import type { Shown } from '#web/kit/list/use-shown.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import type { Subscribed } from './changes.tsx';

type Props<Row> = {
  viewed: Shown<Row>;
  name: (row: Row) => string;
  mark: (row: Row) => ReactNode;
  /** All changes of a row. */
  changes: (row: Row) => ReactNode;
};

/** One subscription to read: how long it runs, who made it, and everything that changed since then. */
export function ChangesDrawer<Row extends Subscribed>({ viewed, name, mark, changes }: Props<Row>) {
  const t = useT();
  const { item, open, hide } = viewed;
  return (
    <DetailDrawer open={open} onClose={hide} title={item && name(item)} mark={item && mark(item)}>
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
          <Section title={t('sailingSubscriptions.allChanges')}>{changes(item)}</Section>
        </>
      )}
    </DetailDrawer>
  );
}
