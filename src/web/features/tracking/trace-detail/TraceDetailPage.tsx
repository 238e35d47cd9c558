import { Button } from 'antd';
import { useMemo } from 'react';
import { asRecord } from '#shared/values/objects.ts';
import { CallError, isNotFound } from '#web/base/client.ts';
import { useLive } from '#web/base/live.ts';
import { useGo, usePageSearch, usePageTitle } from '#web/base/page-hooks.ts';
import { preferenceKey } from '#web/base/session.ts';
import { localStore, readJson } from '#web/base/storage.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { AsOfBar } from './AsOfBar.tsx';
import { TraceAct } from './TraceAct.tsx';
import { TraceBody, type TraceParts } from './TraceBody.tsx';
import { TraceContext } from './trace-context.ts';
import { TraceHeader } from './TraceHeader.tsx';
import '#web/kit/value.css';
import { useOwnPage } from './use-own-page.ts';
import './trace-detail.css';
import './trace-sharing.css';

const REFRESH_MS = 60_000;

/** Which shipment: by the address, or, for links of the older kind, what the opener left in local storage. */
function useSubject(route: string): { obmBkId: string | undefined; dataSource: string | undefined } {
  const { search } = usePageSearch(route);
  return useMemo(() => {
    if (search['obmBkId']) return { obmBkId: search['obmBkId'], dataSource: search['dataSource'] };
    const kept = asRecord(readJson(localStore, preferenceKey('trace-detail')));
    const text = (value: unknown): string | undefined =>
      typeof value === 'string' && value !== '' ? value : undefined;
    return { obmBkId: text(kept['obmBkId']), dataSource: text(kept['dataSource']) };
  }, [search]);
}

/** The moment whose knowledge is shown, kept in the address. */
function useAsOf(route: string): [number | undefined, (asOf: number | undefined) => void] {
  const { search, setSearch } = usePageSearch(route);
  const asOf = Number(search['asOf']);
  return [
    Number.isInteger(asOf) && asOf > 0 ? asOf : undefined,
    (next) => setSearch({ ...search, asOf: next === undefined ? undefined : String(next) }),
  ];
}

/** An id that leads nowhere, a person who may not look, or an answer that did not come: only the last is worth another try. */
function Failure({ error, id, onRetry }: { error: Error; id: string; onRetry: () => void }) {
  const t = useT();
  const { httpStatus, data } = error instanceof CallError ? error : { httpStatus: 0, data: null };
  const isNoId = data !== null && typeof data === 'object' && 'fields' in data;
  if (isNotFound(error) || isNoId)
    return <EmptyState title={t('traceDetail.notFound')} text={t('traceDetail.notFoundText', { id })} />;
  if (httpStatus === 403)
    return <EmptyState title={t('traceDetail.forbidden')} text={t('traceDetail.forbiddenText')} />;
  return <ErrorState message={error.message} onRetry={onRetry} />;
}

/** The trace of one shipment: where it is, what is planned, what was shown by whom. */
export function TraceDetailPage({ route = '/trace-detail', ...parts }: { route?: string } & TraceParts) {
  const t = useT();
  const go = useGo();
  const subject = useSubject(route);
  const [asOf, setAsOf] = useAsOf(route);
  const query = useCall(
    'getTrace',
    { obmBkId: subject.obmBkId ?? null, dataSource: subject.dataSource, asOf },
    {
      enabled: subject.obmBkId !== undefined,
      refetchInterval: asOf === undefined ? REFRESH_MS : false,
      keep: asOf !== undefined,
    },
  );
  useLive('exception', () => void query.refetch());
  const moving = useOwnPage(route, query.data?.mode);
  usePageTitle(query.data?.booking.blNo ?? query.data?.booking.ctnNo ?? undefined);

  const back = (
    <Button size="small" type="primary" onClick={() => go('/exception-manage')}>
      {t('traceDetail.toList')}
    </Button>
  );
  if (subject.obmBkId === undefined) {
    return (
      <div className="pt-trace-state">
        <EmptyState title={t('traceDetail.noSubject')} text={t('traceDetail.noSubjectText')} />
        {back}
      </div>
    );
  }
  if (query.data === undefined && query.isError) {
    return (
      <div className="pt-trace-state">
        <Failure error={query.error} id={subject.obmBkId} onRetry={() => void query.refetch()} />
        {back}
      </div>
    );
  }
  if (query.data === undefined || moving)
    return (
      <div className="pt-trace-state">
        <LoadingState />
      </div>
    );
  return (
    <TraceContext value={query.data}>
      <div className="pt-trace">
        <TraceHeader />
        <AsOfBar asOf={asOf} onAsOf={setAsOf} />
        <TraceBody {...parts} onRefresh={() => void query.refetch()} onAsOf={setAsOf} />
        <TraceAct />
      </div>
    </TraceContext>
  );
}

/** The trace of one consignment by air: its flights with the pieces on each, and what every source says of it. */
export const AirTraceDetailPage = () => <TraceDetailPage route="/air-trace-detail" />;

/** The trace of a domestic shipment: coast and river with delivery to the door, without customs. */
export const DomesticTraceDetailPage = () => <TraceDetailPage route="/domestic-trace-detail" />;
