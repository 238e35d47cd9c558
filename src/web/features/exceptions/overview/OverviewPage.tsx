import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLiveStatus } from '#web/base/live.ts';
import { useSession } from '#web/base/session.ts';
import { prepareCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { ErrorState } from '#web/kit/state/States.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import { AgesChart, DaysChart, Panel, TypesChart } from './Charts.tsx';
import { EtaScorePanel } from './EtaScorePanel.tsx';
import { ownHref, unassignedHref } from './links.ts';
import { QueuePanel } from './QueuePanel.tsx';
import { SourcesPanel } from './SourcesPanel.tsx';
import { Tiles } from './Tiles.tsx';
import { type OverviewData, useOverview } from './use-overview.ts';
import { WaitingList } from './WaitingList.tsx';
import './overview.css';

/** Asks for the figures before the page is on screen. */
export const prepareOverview = (): void => prepareCall('overview');

function Head({ data, busy, onReload }: { data: OverviewData; busy: boolean; onReload: () => void }) {
  const t = useT();
  const connected = useLiveStatus((state) => state.connected);
  return (
    <header className="pt-ov-head">
      {/* The heading itself stands above every page, for screen readers. */}
      <p className="pt-ov-title" aria-hidden="true">
        {t('overview.title')}
      </p>
      <span className="pt-muted">
        {t('overview.asOf')} <TimeText instant={data.now} zone={data.zone} />
      </span>
      <StatusTag tone={connected ? 'ok' : 'warn'}>{t(connected ? 'overview.live' : 'overview.notLive')}</StatusTag>
      <Button size="small" icon={<ReloadOutlined />} loading={busy} onClick={onReload}>
        {t('common.refresh')}
      </Button>
    </header>
  );
}

function Content({ data, onMended }: { data: OverviewData; onMended: () => void }) {
  const t = useT();
  const userCode = useSession((session) => session.user?.userCode ?? '');
  return (
    <div className="pt-ov-grid" data-queue={data.queue !== null || undefined}>
      <Panel title={t('overview.days.title')} area="days">
        <DaysChart days={data.days} />
      </Panel>
      <Panel title={t('overview.ages.title')} area="ages">
        <AgesChart ages={data.ages} />
      </Panel>
      <Panel title={t('overview.types.title')} area="types">
        <TypesChart types={data.types} />
      </Panel>
      <Panel
        title={t('overview.waiting.unassigned')}
        area="unassigned"
        extra={<GoLink href={unassignedHref()}>{t('overview.waiting.all')}</GoLink>}
      >
        <WaitingList
          rows={data.unassigned.records}
          now={data.now}
          label={t('overview.waiting.unassigned')}
          empty={t('overview.waiting.noneUnassigned')}
        />
      </Panel>
      <Panel
        title={t('overview.waiting.mine')}
        area="mine"
        extra={<GoLink href={ownHref(userCode)}>{t('overview.waiting.all')}</GoLink>}
      >
        <WaitingList
          rows={data.mine.records}
          now={data.now}
          label={t('overview.waiting.mine')}
          empty={t('overview.waiting.noneMine')}
        />
      </Panel>
      <Panel title={t('overview.sources.title')} area="sources">
        <SourcesPanel sources={data.sources} now={data.now} />
      </Panel>
      <Panel title={t('overview.eta.title')} area="eta">
        <EtaScorePanel />
      </Panel>
      {data.queue !== null && (
        <Panel title={t('overview.queue.title')} area="queue">
          <QueuePanel queue={data.queue} now={data.now} onMended={onMended} />
        </Panel>
      )}
    </div>
  );
}

/** The frames of the page, as high as they will be, until the figures are there. */
function Placeholder() {
  const t = useT();
  return (
    <div className="pt-ov" role="status">
      <span className="pt-sr-only">{t('common.loading')}</span>
      <div className="pt-ov-head pt-ov-head-empty" />
      <div className="pt-ov-tiles pt-ov-tiles-empty">
        {Array.from({ length: 7 }, (_, index) => (
          <div key={index} className="pt-ov-tile" />
        ))}
      </div>
      <div className="pt-ov-grid">
        {['days', 'ages', 'types', 'unassigned', 'mine', 'sources', 'eta'].map((area) => (
          <div key={area} className="pt-ov-panel" style={{ gridArea: area }} />
        ))}
      </div>
    </div>
  );
}

/** How things stand, on one page; every figure leads to what it counts. */
export function OverviewPage() {
  const query = useOverview();
  const { data } = query;
  const reload = (): void => void query.refetch();
  if (data === undefined) {
    return query.isError ? <ErrorState message={query.error.message} onRetry={reload} /> : <Placeholder />;
  }
  return (
    <div className="pt-ov">
      <Head data={data} busy={query.isFetching && !query.isPending} onReload={reload} />
      {query.isError && <ErrorState message={query.error.message} onRetry={reload} />}
      <Tiles data={data} />
      <Content data={data} onMended={reload} />
    </div>
  );
}
