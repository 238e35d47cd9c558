import type { CallData } from '#contract/index.ts';
import { bookingStates } from '#domain/commerce/booking/booking-state.ts';
import { bookingProblem } from '#shared/reference/booking-problems.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { cutoffLabel } from '#web/kit/value/attribute-label.ts';
import type { TimeKind } from '#web/kit/value/known-time.ts';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { portText } from '#web/list/port-filter.tsx';
import { CutOffLeft } from './CutOffLeft.tsx';

type Booking = CallData<'bookingRecordGet'>;

const eventKinds = ['create', 'save', 'submit', 'amend', 'cancel', 'failed', ...bookingStates] as const;

function Events({ booking }: { booking: Booking }) {
  const t = useT();
  const lang = useLang();
  const carriers = useCarriers();
  return (
    <ol className="pt-booking-events">
      {booking.eventList.map((event, index) => {
        const kind = eventKinds.find((one) => one === event.kind);
        const { feedback, vessel, voyage, formerVessel, reason } = event.detail;
        const sailing = [vessel, voyage].filter(Boolean).join(' ');
        return (
          <li key={index}>
            <TimeText instant={event.time} />{' '}
            <strong>{kind === undefined ? event.kind : t(`bookingRecords.event.${kind}`)}</strong>{' '}
            <span className="pt-muted">
              {event.actorCode === booking.carrierCode ? carriers.nameOf(event.actorCode) : event.actorCode}
            </span>{' '}
            {[
              formerVessel === undefined || formerVessel === null ? sailing : `${formerVessel} → ${sailing}`,
              feedback,
              typeof reason === 'string' ? bookingProblem(reason, booking.state, lang) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        );
      })}
    </ol>
  );
}

function Body({ booking }: { booking: Booking }) {
  const t = useT();
  const lang = useLang();
  const carriers = useCarriers();
  const pol = portText(booking.polCode, booking.polName, booking.polNameCn, lang);
  const pod = portText(booking.podCode, booking.podName, booking.podNameCn, lang);
  const reported = (kind: TimeKind, instant: number | null, zone: string | null) => (
    <PlanTime kind={kind} instant={instant} zone={zone} wordless />
  );
  return (
    <>
      {booking.problem !== null && <p role="alert">{bookingProblem(booking.problem, booking.state, lang)}</p>}
      {booking.sending && <p className="pt-muted">{t('bookingRecords.onItsWay')}</p>}
      <Facts>
        <Fact label={t('bookingRecords.form.carrierCode')}>{carriers.nameOf(booking.carrierCode)}</Fact>
        <Fact label={t('bookingRecords.fact.bookingNo')} copy={booking.bookingNo}>
          {booking.bookingNo}
        </Fact>
        <Fact label={t('bookingRecords.fact.billNo')} copy={booking.billNo}>
          {booking.obmBkId === null ? (
            booking.billNo
          ) : (
            <GoLink className="pt-link" href={makeHref('/trace-detail', { obmBkId: booking.obmBkId })}>
              {booking.billNo}
            </GoLink>
          )}
        </Fact>
        <Fact label={t('bookingRecords.fact.requestRef')} copy={booking.requestRef}>
          {booking.requestRef}
        </Fact>
        <Fact label={t('bookingRecords.form.vesselName')}>
          {[booking.vesselName, booking.voyage].filter(Boolean).join(' / ')}
        </Fact>
        <Fact label={t('bookingRecords.fact.route')}>{`${pol} → ${pod}`}</Fact>
        <Fact label={t('bookingRecords.form.departure')}>
          {reported('estimated', booking.departureTime, booking.polZone)}
        </Fact>
        <Fact label={t('bookingRecords.fact.firstDeparture')}>
          {reported('planned', booking.firstDepartureTime, booking.polZone)}
        </Fact>
        <Fact label={t('bookingRecords.fact.arrival')}>
          {reported('estimated', booking.arrivalTime, booking.podZone)}
        </Fact>
        <Fact label={t('bookingRecords.form.equipment')}>
          {booking.equipmentList.map(({ containerType, units }) => `${units} × ${containerType}`).join(', ')}
        </Fact>
        <Fact label={t('bookingRecords.form.customer')}>{booking.customer}</Fact>
        <Fact label={t('bookingRecords.fact.orderNo')} copy={booking.orderNo}>
          {booking.orderNo}
        </Fact>
        <Fact label={t('bookingRecords.form.remark')}>{booking.remark}</Fact>
      </Facts>
      <Section title={t('bookingRecords.cutOffs')}>
        {booking.cutOffList.length === 0 ? (
          <p className="pt-muted">{t('bookingRecords.noCutOffs')}</p>
        ) : (
          <ul className="pt-booking-events">
            {booking.cutOffList.map(({ code, time: at }) => (
              <li key={code}>
                {cutoffLabel(t, code)} <TimeText instant={at} zone={booking.polZone} />{' '}
                <CutOffLeft time={at} now={booking.now} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('bookingRecords.history')}>
        <Events booking={booking} />
      </Section>
    </>
  );
}

type Props = {
  id: string | undefined;
  open: boolean;
  onClose: () => void;
  onAct: (act: Booking['acts'][number], booking: Booking) => void;
};

/** A booking to read, with its cut-offs and what happened to it, and what can be done now. */
export function BookingDrawer({ id, open, onClose, onAct }: Props) {
  const t = useT();
  const query = useCall(
    'bookingRecordGet',
    { bookingRecordId: id ?? '' },
    { enabled: open && id !== undefined, staleTime: 0, keep: true },
  );
  const booking = query.data;
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      title={
        booking === undefined
          ? t('bookingRecords.title')
          : (booking.bookingNo ?? booking.requestRef ?? t('bookingRecords.draft'))
      }
      actions={(booking?.acts ?? []).map((act) => ({
        key: act,
        label: t(`bookingRecords.act.${act}`),
        primary: act === 'submit',
        run: () => booking !== undefined && onAct(act, booking),
      }))}
    >
      <Loaded query={query}>{(loaded) => <Body booking={loaded} />}</Loaded>
    </DetailDrawer>
  );
}
