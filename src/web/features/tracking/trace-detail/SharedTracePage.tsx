import { useMemo, useState } from 'react';
import type { SharedTrace } from '#contract/tracking/trace-sharing.ts';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { EmptyState, LoadingState } from '#web/kit/state/States.tsx';
import { TestMark } from '#web/kit/value/TestMark.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText, TimeText } from '#web/kit/value/TimeText.tsx';
import { Carriages } from './Carriages.tsx';
import { ContainerChips, Timeline } from './Timeline.tsx';
import { TraceContext, useTrace } from './trace-context.ts';
import { ContainersApart, Route } from './TraceHeader.tsx';
import { TraceMap } from './TraceMap.tsx';
import { VesselPosition } from './VesselPosition.tsx';
import '#web/kit/value.css';
import './trace-detail.css';
import './trace-sharing.css';

const REFRESH_MS = 300_000;

/** What the parts of the trace page read, from the little that a link shows. */
function toTrace(shared: SharedTrace): TraceDetail {
  const { custEtd, custEtdPlanned, custEtdOverdue, atd, polCode, podCode, blNo, ctnNo } = shared;
  const { custEta, custEtaPlanned, custEtaOverdue, ata } = shared;
  return {
    booking: {
      obmBkId: '',
      custEtd,
      custEtdPlanned,
      custEtdOverdue,
      atd,
      custEta,
      custEtaPlanned,
      custEtaOverdue,
      ata,
      polCode,
      podCode,
      blNo,
      ctnNo,
    } as unknown as TraceDetail['booking'],
    mode: shared.mode,
    subscription: {} as TraceDetail['subscription'],
    places: shared.places,
    containers: shared.containers.map((container) => ({
      ...container,
      sealNo: null,
      volumeM3: null,
      lastFreeDay: null,
      tariff: null,
      stages: container.stages.map((stage) => ({
        ...stage,
        milestones: stage.milestones.map((milestone) => ({ ...milestone, path: '' })),
      })),
    })),
    legs: shared.legs,
    track: shared.track,
    way: null,
    vessel: shared.vessel,
    position: shared.position,
    flightPosition: null,
    forecast: null,
    etaHistory: [],
    provenance: {},
    sources: [],
    exceptions: [],
    withdrawn: null,
    boxes: shared.boxes,
    now: shared.now,
    // Nothing here can be corrected.
    asOf: shared.now,
  };
}

function Head({ shared }: { shared: SharedTrace }) {
  const t = useT();
  const lang = useLang();
  const carrier = lang === 'zh' ? shared.carrierNameCn : shared.carrierNameEn;
  return (
    <header className="pt-trace-head">
      <div className="pt-trace-numbers">
        <h1 className="pt-mono">{shared.blNo ?? shared.ctnNo ?? ''}</h1>
        <TestMark number={shared.blNo ?? shared.ctnNo} />
        <span>{carrier ?? shared.carrierCode}</span>
        {shared.ended && <StatusTag tone="ok">{t('traceDetail.ended')}</StatusTag>}
        <StatusTag tone="neutral">{t('traceSharing.shared.readOnly')}</StatusTag>
        <span className="pt-trace-gap" />
        {shared.freshTime !== null && (
          <span className="pt-muted">
            {t('traceSharing.shared.updated')} <ElapsedText instant={shared.freshTime} now={shared.now} />
          </span>
        )}
        <span className="pt-muted">
          {t('traceSharing.shared.expires')} <TimeText instant={shared.expireTime} />
        </span>
      </div>
      <Route />
      <ContainersApart />
    </header>
  );
}

function Body() {
  const t = useT();
  const trace = useTrace();
  const [chosen, setChosen] = useState<string>();
  const container = trace.containers.find((item) => item.containerNo === chosen) ?? trace.containers[0];
  return (
    <div className="pt-trace-body">
      <div className="pt-trace-main">
        {container === undefined ? (
          <EmptyState title={t('traceDetail.noContainers')} />
        ) : (
          <>
            <Carriages onSelect={setChosen} />
            <ContainerChips selected={container.containerNo} onSelect={setChosen} />
            <div className="pt-timeline-box" tabIndex={0} role="region" aria-label={t('traceDetail.timeline')}>
              <Timeline container={container} />
            </div>
          </>
        )}
      </div>
      <aside className="pt-trace-side">
        <TraceMap zones={false} />
        <VesselPosition />
      </aside>
    </div>
  );
}

/** The trace of one shipment for anyone who has a link: no session, no menu, nothing to change. */
export function SharedTracePage({ token }: { token: string }) {
  const t = useT();
  const query = useCall(
    'sharedTrace',
    { token },
    { enabled: token !== '', retry: false, refetchInterval: REFRESH_MS, refetchOnWindowFocus: false },
  );
  const trace = useMemo(() => (query.data === undefined ? undefined : toTrace(query.data)), [query.data]);
  if (token === '' || query.isError)
    return (
      <>
        <h1 className="pt-sr-only">{t('traceSharing.shared.gone')}</h1>
        <EmptyState
          title={t('traceSharing.shared.gone')}
          text={query.error?.message ?? t('traceSharing.shared.noLink')}
        />
      </>
    );
  if (query.data === undefined || trace === undefined) return <LoadingState />;
  return (
    <TraceContext value={trace}>
      <div className="pt-trace">
        <Head shared={query.data} />
        <Body />
      </div>
    </TraceContext>
  );
}
