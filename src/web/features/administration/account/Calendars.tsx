import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { CalendarAddress, type MadeCalendar } from './CalendarAddress.tsx';
import { NewCalendarDialog } from './NewCalendarDialog.tsx';

type Feed = CallData<'calendarFeeds'>[number];

/** A calendar in one row: what it shows, and when a program read it last. */
function CalendarRow({ feed, onEnd }: { feed: Feed; onEnd: () => void }) {
  const t = useT();
  const { name, tenantName, kinds, shipments, daysAhead, daysBehind, createTime, lastReadTime } = feed;
  const what = [
    tenantName ?? t('calendars.allTenants'),
    kinds.map((kind) => t(`calendars.shortKind.${kind}`)).join(' / '),
    t(`calendars.shipment.${shipments}`),
    t('calendars.days', { behind: daysBehind, ahead: daysAhead }),
  ];
  return (
    <li>
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        {what.join(' · ')}
      </span>
      <span className="pt-muted">
        {t('calendars.since')} <TimeText instant={createTime} short />
        {' · '}
        {lastReadTime === null ? (
          t('calendars.neverRead')
        ) : (
          <>
            {t('calendars.read')} <TimeText instant={lastReadTime} short />
          </>
        )}
      </span>
      <Button danger aria-label={t('calendars.endNamed', { name })} onClick={onEnd}>
        {t('calendars.end')}
      </Button>
    </li>
  );
}

/** Calendars of the person for calendar programs; new ones are made here, and each can be ended. */
export function Calendars(): ReactElement {
  const t = useT();
  const query = useCall('calendarFeeds', undefined, { staleTime: 0 });
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeCalendar>();
  const end = async ({ calendarFeedId, name }: Feed): Promise<void> => {
    const agreed = await confirm({
      title: t('calendars.endTitle', { name }),
      content: t('calendars.endContent'),
      okText: t('calendars.end'),
      danger: true,
    });
    if (!agreed) return;
    try {
      toast.success((await callFull('calendarFeedDelete', { calendarFeedId })).msg);
    } catch (error) {
      toast.failure(error, t('calendars.failed'));
    }
    await query.refetch();
  };
  return (
    <>
      <p className="pt-muted">{t('calendars.hint')}</p>
      <Loaded query={query}>
        {(feeds) =>
          feeds.length === 0 ? (
            <p className="pt-muted">{t('calendars.none')}</p>
          ) : (
            <ul className="pt-account-rows">
              {feeds.map((feed) => (
                <CalendarRow key={feed.calendarFeedId} feed={feed} onEnd={() => void end(feed)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Button onClick={() => setMaking(true)}>{t('calendars.add')}</Button>
      <NewCalendarDialog
        open={isMaking}
        onClose={() => setMaking(false)}
        onMade={(calendar) => {
          setMaking(false);
          setMade(calendar);
          void query.refetch();
        }}
      />
      <CalendarAddress made={made} onClose={() => setMade(undefined)} />
    </>
  );
}
