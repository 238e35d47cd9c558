import { Tabs, Button } from 'antd';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { isBySea } from '#domain/tracking/journey/mode.ts';
import { useT, useLang } from '#web/i18n/index.ts';
import { WhatIfButton } from '#web/what-if/WhatIfButton.tsx';
import { CutoffsPanel } from './CutoffsPanel.tsx';
import { EtaHistory } from './EtaHistory.tsx';
import { FreeTimeBar } from './FreeTimeBar.tsx';
import { ExceptionsPanel, SourcesPanel } from './SidePanels.tsx';
import { ContainerChips, ContainerFacts, Timeline } from './Timeline.tsx';
import { Carriages } from './Carriages.tsx';
import { useTrace } from './trace-context.ts';
import { TraceMap } from './TraceMap.tsx';
import { VesselPosition } from './VesselPosition.tsx';
import { formatPosition } from '#web/kit/value/format-value.ts';
import { ElapsedText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { EmptyState, ProcessingState } from '#web/kit/state/States.tsx';
import { useSourceNames } from './use-source-names.ts';

type Props = { onRefresh: () => void; onAsOf: (asOf: number) => void };

/** Why a shipment shows neither route nor cargo: nothing has come yet, or what had come was taken back. */
function NoData({ onRefresh, onAsOf }: Props) {
  const t = useT();
  const lang = useLang();
  const { withdrawn, legs } = useTrace();
  const nameOf = useSourceNames();
  if (withdrawn === null)
    return (
      <ProcessingState
        text={t(legs.length > 0 ? 'traceDetail.noContainers' : 'traceDetail.processing')}
        onRefresh={onRefresh}
      />
    );
  const sources = new Intl.ListFormat(lang).format(withdrawn.sourceCodes.map(nameOf));
  return (
    <div className="pt-trace-withdrawn">
      <EmptyState
        title={t('traceDetail.withdrawn')}
        text={t('traceDetail.withdrawnText', { sources, time: timeAsText(withdrawn.time) })}
      />
      <Button size="small" type="primary" onClick={() => onAsOf(withdrawn.time - 1)}>
        {t('traceDetail.beforeWithdrawal')}
      </Button>
    </div>
  );
}

/** The aircraft that carries the goods as ADS-B shows it: where, how high and fast, when it was heard, and by which receiver. */
function FlightPosition() {
  const t = useT();
  const { flightPosition: found, now } = useTrace();
  if (found === null) return null;
  const { flight, callsign, lon, lat, altitudeFt, speed, fixTime, heardBy } = found;
  return (
    <section className="pt-position" aria-label={t('traceDetail.flightPosition.title')}>
      <div>
        <b>{flight}</b>{' '}
        <span className="pt-muted">
          {t('traceDetail.flightPosition.title')} <ElapsedText instant={fixTime} now={now} />
        </span>{' '}
        <span>{formatPosition(lat, lon)}</span>{' '}
        {altitudeFt !== null && (
          <span>{t('traceDetail.flightPosition.altitude', { feet: Math.round(altitudeFt) })}</span>
        )}{' '}
        {speed !== null && <span>{t('traceDetail.position.speed', { speed: speed.toFixed(0) })}</span>}
      </div>
      <div className="pt-muted">{t('traceDetail.flightPosition.heardBy', { name: heardBy, callsign })}</div>
    </section>
  );
}

/** What a mode shows besides: above the milestones, and instead of the map. */
export type TraceParts = { main?: ReactNode; side?: ReactNode };

/** The cargo with its milestones, or why there is none to show; beside it map, exceptions, history and sources. */
export function TraceBody({ onRefresh, onAsOf, main, side }: ComponentProps<typeof NoData> & TraceParts) {
  const t = useT();
  const trace = useTrace();
  const [chosen, setChosen] = useState<string>();
  const container =
    trace.containers.find((item) => item.containerNo === chosen) ??
    trace.containers.find((item) => item.containerNo === trace.booking.blNo) ??
    trace.containers[0];
  const open = trace.exceptions.filter((exception) => exception.open === 1).length;
  return (
    <div className="pt-trace-body">
      <div className="pt-trace-main">
        {container === undefined ? (
          <NoData onRefresh={onRefresh} onAsOf={onAsOf} />
        ) : (
          <>
            <Carriages onSelect={setChosen} />
            {main}
            {trace.containers.length > 1 && <ContainerChips selected={container.containerNo} onSelect={setChosen} />}
            <ContainerFacts container={container} />
            <FreeTimeBar container={container} />
            <div className="pt-timeline-box" tabIndex={0} role="region" aria-label={t('traceDetail.timeline')}>
              <Timeline container={container} />
            </div>
          </>
        )}
      </div>
      <aside className="pt-trace-side">
        {side ?? (trace.legs.length > 0 && <TraceMap />)}
        <VesselPosition />
        <FlightPosition />
        {isBySea(trace.mode) && trace.booking.endFlag !== 1 && trace.subscription !== undefined && (
          <WhatIfButton subscriptionId={trace.subscription.obmTkSubscribeId} />
        )}
        <Tabs
          size="small"
          // Where there is nothing to see, the question is who should have stated it.
          defaultActiveKey={container === undefined && open === 0 ? 'sources' : 'exceptions'}
          className="pt-trace-tabs"
          items={[
            {
              key: 'exceptions',
              label: open > 0 ? t('traceDetail.tab.exceptionsOpen', { count: open }) : t('traceDetail.tab.exceptions'),
              children: <ExceptionsPanel />,
            },
            { key: 'eta', label: t('traceDetail.tab.eta'), children: <EtaHistory /> },
            { key: 'sources', label: t('traceDetail.tab.sources'), children: <SourcesPanel /> },
            ...(isBySea(trace.mode)
              ? [{ key: 'cutoffs', label: t('traceSharing.cutoff.tab'), children: <CutoffsPanel /> }]
              : []),
          ]}
        />
      </aside>
    </div>
  );
}
