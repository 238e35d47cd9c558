import { Tabs } from 'antd';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { isBySea } from '#domain/tracking/journey/mode.ts';
import { useT } from '#web/i18n/index.ts';
import { WhatIfButton } from '#web/what-if/WhatIfButton.tsx';
import { CutoffsPanel } from './CutoffsPanel.tsx';
import { EtaHistory } from './EtaHistory.tsx';
import { FreeTimeBar } from './FreeTimeBar.tsx';
import { NoData } from './NoData.tsx';
import { ExceptionsPanel, SourcesPanel } from './SidePanels.tsx';
import { ContainerChips, ContainerFacts, Timeline } from './Timeline.tsx';
import { Carriages } from './Carriages.tsx';
import { useTrace } from './trace-context.ts';
import { TraceMap } from './TraceMap.tsx';
import { FlightPosition } from './FlightPosition.tsx';
import { VesselPosition } from './VesselPosition.tsx';

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
