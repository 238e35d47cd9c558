import { ArrowRightOutlined, ShareAltOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { isBySea, type Mode } from '#domain/tracking/journey/mode.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { useCarriers, useDict, useStatuses } from '#web/kit/search/use-names.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { formatDays } from '#web/kit/value/format-time.ts';
import { bestTimeOf, expectedKind, type EventTimes, type TimeKind } from '#web/kit/value/known-time.ts';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';
import { TestMark } from '#web/kit/value/TestMark.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText, TimeText } from '#web/kit/value/TimeText.tsx';
import { late } from '#web/kit/late.tsx';
import { Place } from './Place.tsx';
import { Sourced } from './Sourced.tsx';
import { useTrace } from './trace-context.ts';
import { freshnessOf, type RouteStop, routeOf, slipOf } from './trace-model.ts';

const ShareDialog = late(async () => (await import('./ShareDialog.tsx')).ShareDialog);

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Days later (or earlier) than first planned, in words for screen readers too. */
export function Slip({ slipMs }: { slipMs: number | undefined }) {
  const t = useT();
  if (slipMs === undefined) return null;
  return (
    <span
      className="pt-slip"
      data-late={slipMs > 0 || undefined}
      title={t(slipMs > 0 ? 'traceDetail.late' : 'traceDetail.early', {
        days: formatDays(Math.abs(slipMs)).replace('+', ''),
      })}
    >
      {t('traceDetail.days', { days: formatDays(slipMs) })}
    </span>
  );
}

/** When we expect the arrival ourselves, with the band that it is likely to fall in, where what sources expected has passed. */
function OwnEta({ zone }: { zone: string | null }) {
  const t = useT();
  const { legs, position, forecast } = useTrace();
  const byShip = position?.leg === Math.max(...legs.map(({ sequence }) => sequence)) ? position.eta : null;
  const own = forecast ?? byShip;
  if (own === null) return null;
  const { value, low, high } = own;
  return (
    <span className="pt-stop-line">
      {t('traceDetail.ownEta')} <PlanTime kind="estimated" instant={value} zone={zone} short wordless />{' '}
      <span className="pt-muted">
        <TimeText instant={low} zone={zone} short /> – <TimeText instant={high} zone={zone} short />
        {forecast !== null && ` · ${t('traceDetail.ownEtaBy', { count: forecast.journeys })}`}
      </span>
    </span>
  );
}

function StopTimes({ stop, index, narrow }: { stop: RouteStop; index: number; narrow: boolean }) {
  const { booking, legs, places, provenance, etaHistory, now } = useTrace();
  // What is followed no more gets no later.
  const until = Math.min(numberOf(booking.endTime) ?? now, now);
  const zone = places[stop.code]?.zone ?? null;
  const line = (path: string, kind: TimeKind, instant: number | null): ReactNode =>
    instant !== null && (
      <Sourced path={path} zone={zone}>
        <PlanTime kind={kind} instant={instant} zone={zone} short wordless={narrow} />
      </Sourced>
    );
  if (stop.role === 'pol') {
    const [etd, atd] = [numberOf(booking.custEtd), numberOf(booking.atd)];
    const overdue = numberOf(booking.custEtdOverdue);
    const planned = numberOf(provenance['booking.plannedDeparture']?.winner.value);
    return (
      <>
        {line('booking.etd', 'overdue', overdue)}
        {line('booking.etd', expectedKind(booking.custEtdPlanned), etd)}
        <span className="pt-stop-line">
          {line('booking.atd', 'actual', atd)}{' '}
          <Slip slipMs={slipOf(planned ?? overdue ?? etd, atd ?? etd ?? (overdue === null ? null : until))} />
        </span>
      </>
    );
  }
  if (stop.role === 'pod') {
    const [eta, ata] = [numberOf(booking.custEta), numberOf(booking.ata)];
    const overdue = numberOf(booking.custEtaOverdue);
    const first = etaHistory.toSorted((a, b) => a.knownAt - b.knownAt)[0]?.value ?? null;
    return (
      <>
        {line('booking.eta', 'overdue', overdue)}
        {line('booking.eta', expectedKind(booking.custEtaPlanned), eta)}
        {overdue !== null && eta === null && <OwnEta zone={zone} />}
        <span className="pt-stop-line">
          {line('booking.ata', 'actual', ata)}{' '}
          <Slip slipMs={slipOf(first, ata ?? eta ?? (overdue === null ? null : until))} />
        </span>
      </>
    );
  }
  const [into, out] = [legs[index - 1], legs[index]];
  const bestLine = (times: EventTimes, pathOf: (isActual: boolean) => string): ReactNode => {
    const best = bestTimeOf(times);
    return best && line(pathOf(best.kind === 'actual'), best.kind, best.instant);
  };
  return (
    <>
      {into &&
        bestLine(
          { estimated: into.eta, actual: into.ata, overdue: into.etaOverdue },
          (isActual) => `leg[${into.sequence}].${isActual ? 'ata' : 'eta'}`,
        )}
      {out &&
        bestLine(
          { estimated: out.etd, actual: out.atd, overdue: out.etdOverdue },
          (isActual) => `leg[${out.sequence}].${isActual ? 'atd' : 'etd'}`,
        )}
    </>
  );
}

/** The texts that name the stops of a mode. */
const rolesOf = (mode: Mode) => (mode === 'air' ? 'airRole' : isBySea(mode) ? 'role' : 'landRole');

/** The ports the cargo passes with their times, and the vessels between them. */
export function Route() {
  const t = useT();
  const trace = useTrace();
  const legs = trace.legs.toSorted((a, b) => a.sequence - b.sequence);
  const stops = routeOf(trace);
  const isLong = stops.length > 3;
  return (
    <ol className="pt-trace-route" data-many={isLong || undefined}>
      {stops.map((stop, index) => {
        const leg = legs[index];
        const path =
          stop.role === 'pol'
            ? 'booking.portOfLoading'
            : stop.role === 'pod'
              ? 'booking.portOfDischarge'
              : `leg[${legs[index - 1]?.sequence ?? index}].portOfDischarge`;
        return (
          <li key={`${stop.code}/${index}`}>
            <div className="pt-stop">
              <span className="pt-stop-role">{t(`traceDetail.${rolesOf(trace.mode)}.${stop.role}`)}</span>
              <Sourced path={path} place>
                <Place code={stop.code} />
              </Sourced>
              <StopTimes stop={stop} index={index} narrow={isLong} />
            </div>
            {stop.role === 'last' && <p className="pt-muted pt-stop-end">{t('traceDetail.endUnknown')}</p>}
            {index < stops.length - 1 && (
              <div className="pt-stop-leg">
                {(leg === undefined ? legs.length > 0 : (leg.vesselName ?? leg.voyage) !== null) && (
                  <span>
                    {leg === undefined && <i>{t('traceDetail.wayUnknown')}</i>}
                    {leg?.vesselName && (
                      <Sourced path={`leg[${leg.sequence}].vesselName`}>{leg.vesselName}</Sourced>
                    )}{' '}
                    {leg?.voyage && <Sourced path={`leg[${leg.sequence}].voyage`}>{leg.voyage}</Sourced>}
                  </span>
                )}
                <ArrowRightOutlined aria-hidden="true" />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** How many containers of a bill have left and arrived that travel apart, with the first and the last of them. */
export function ContainersApart() {
  const t = useT();
  const { booking, boxes: containers, places } = useTrace();
  if (containers === null) return null;
  const { count, departure, arrival } = containers;
  const [side, done] = arrival.done > 0 ? (['arrived', arrival] as const) : (['departed', departure] as const);
  const code = side === 'arrived' ? booking['podCode'] : booking['polCode'];
  const zone = (typeof code === 'string' ? places[code]?.zone : null) ?? null;
  const isAll = done.done === count;
  return (
    <p className="pt-way-done" title={t('traceDetail.boxes.hint')}>
      <b>{t(`traceDetail.boxes.${side}`, { done: done.done, count })}</b>
      {done.first !== null && (
        <>
          {' · '}
          {t('traceDetail.boxes.first')} <PlanTime kind="actual" instant={done.first} zone={zone} short wordless />
        </>
      )}
      {done.last !== null && (
        <>
          {' · '}
          {t('traceDetail.boxes.last')}{' '}
          <PlanTime kind={isAll ? 'actual' : 'estimated'} instant={done.last} zone={zone} short wordless />
        </>
      )}
    </p>
  );
}

/** Of a consignment that is handed over in parts, how many of its pieces were. */
function PiecesDelivered() {
  const t = useT();
  const { booking, containers } = useTrace();
  const whole = containers.find(({ containerNo }) => containerNo === booking.blNo);
  const done = whole?.carriage?.vesselName === null ? whole.carriage.receivedQuantity : null;
  if (!done || whole?.quantity == null || done >= whole.quantity) return null;
  return (
    <p className="pt-way-done">
      <Sourced path={`container[${whole.containerNo}].receivedQuantity`}>
        <b>{t('traceDetail.piecesDelivered', { done, count: whole.quantity })}</b>
      </Sourced>
    </p>
  );
}

/** How far goods by rail or road have come and have to go. */
function WayDone() {
  const t = useT();
  const { way } = useTrace();
  if (way === null) return null;
  return (
    <p className="pt-way-done" title={t('traceDetail.way.hint')}>
      {t('traceDetail.way.done', { km: formatCount(way.doneKm) })} ·{' '}
      {t('traceDetail.way.remaining', { km: formatCount(way.remainingKm) })}
    </p>
  );
}

/** Links for people without an account, made by those who work on subscriptions. */
function Share() {
  const t = useT();
  const { booking } = useTrace();
  const [open, setOpen] = useState(false);
  const may = useMayCall('traceShareInsert');
  if (!may) return null;
  return (
    <>
      <Button size="small" icon={<ShareAltOutlined />} onClick={() => setOpen(true)}>
        {t('traceSharing.share.open')}
      </Button>
      <ShareDialog open={open} bkId={booking.obmBkId} onClose={() => setOpen(false)} />
    </>
  );
}

/** Head of the trace: numbers, carrier, state, freshness, and the route with its times. */
export function TraceHeader() {
  const t = useT();
  const lang = useLang();
  const trace = useTrace();
  const carriers = useCarriers();
  const statuses = useStatuses();
  const directions = useDict('IN_OUT_FLAG');
  const { booking, subscription } = trace;
  const number = booking.blNo ?? booking.ctnNo ?? '';
  const reported = trace.containers.filter((container) => container.current !== null);
  // Of containers that travel apart the one that is least far tells where the bill stands.
  const current =
    (trace.boxes === null ? reported[0] : reported.toSorted((a, b) => a.share - b.share)[0])?.current ?? null;
  const milestone = trace.containers
    .flatMap((container) => container.stages.flatMap((stage) => stage.milestones))
    .find((item) => item.statusCode === current);
  const currentName =
    milestone === undefined ? current && statuses.nameOf(current) : lang === 'zh' ? milestone.nameCn : milestone.nameEn;
  const freshness = freshnessOf(trace.sources);
  return (
    <header className="pt-trace-head">
      <div className="pt-trace-numbers">
        <h1 className="pt-mono">
          <Sourced path="booking.billNo">{number}</Sourced> <CopyButton text={number} />
        </h1>
        <TestMark number={number} />
        <Sourced path="booking.carrierCode">{carriers.nameOf(booking.carrierCode) || booking.carrierName}</Sourced>
        {currentName && <StatusTag tone="info">{currentName}</StatusTag>}
        {booking.endFlag === 1 && <StatusTag tone="ok">{t('traceDetail.ended')}</StatusTag>}
        {subscription.inOutFlag !== null && (
          <span className="pt-muted">{directions.nameOf(subscription.inOutFlag)}</span>
        )}
        <span className="pt-trace-gap" />
        <span className="pt-muted" title={t('traceDetail.subscriptionHint')}>
          {t('traceDetail.subscription', { id: subscription.obmTkSubscribeId, tenant: subscription.tenantName })}
        </span>
        <span className="pt-muted">
          {freshness === null ? (
            t('traceDetail.neverFresh')
          ) : (
            <>
              {t('traceDetail.fresh')} <ElapsedText instant={freshness} now={trace.now} />
            </>
          )}
        </span>
        <Share />
      </div>
      <Route />
      <ContainersApart />
      <PiecesDelivered />
      <WayDone />
    </header>
  );
}
