import { useMemo } from 'react';
import type { PortCallRow } from '#contract/network/sailing.ts';
import { goTo } from '#web/base/navigate.ts';
import { useMay } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { type Translate, useT } from '#web/i18n/index.ts';
import { listAddress, pageOf } from '#web/kit/list/list-state.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { type Names, useCarriers } from '#web/kit/search/use-names.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import type { DataColumn, RowAction } from '#web/kit/table/column-model.ts';
import { bestTimeOf } from '#web/kit/value/known-time.ts';
import { BestTime, PlanTime } from '#web/kit/value/PlanTime.tsx';
import { bookingHref } from '#web/kit/value/sailing-links.ts';
import { useSubscribing } from '#web/kit/value/use-subscribing.ts';
import { SourceAges } from '#web/kit/value/SourceAges.tsx';
import { useStatementText } from '#web/kit/value/use-source-text.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { BoardSwitch } from '#web/list/BoardSwitch.tsx';
import { BOARD, SHOWN_AS } from '#web/list/list-address.ts';
import { BerthPlan, maxCalls } from './BerthPlan.tsx';
import { CallDrawer } from './CallDrawer.tsx';
import { portCallFields, turns, usePortCallFields } from './fields.tsx';

const keeps = [SHOWN_AS];
const ROUTE = '/port-vessel-schedule';
const busiest = 'CNSHA';
const address = listAddress({
  name: 'portCalls',
  fields: [...portCallFields, { name: SHOWN_AS, kind: 'text' }],
  pageSize: 20,
  opening: { values: { portCode: [busiest] }, sortRules: [] },
});
const tones: Readonly<Record<PortCallRow['state'], Tone>> = {
  expected: 'neutral',
  anchorage: 'warn',
  berthed: 'info',
  sailed: 'ok',
  omitted: 'danger',
};

const cutOffCodes = ['EFC', 'FCO', 'DCO', 'VCO', 'CCO'] as const;

const cutOffOf = (row: PortCallRow, code: string): PortCallRow['cutOffs'][number] | undefined =>
  row.cutOffs.find((cutOff) => cutOff.code === code);

type TurnProps = {
  times: PortCallRow['arrival'];
  seen: number | null;
  zone: string | null;
  source: string | undefined;
};

/** A turn: what positions show where the carrier has not reported it yet, and beside what she reported. */
function Turn({ times, seen, zone, source }: TurnProps) {
  const t = useT();
  return (
    <>
      {times.actual === null && seen !== null ? (
        <PlanTime kind="actual" instant={seen} zone={zone} source={t('portCalls.bySeen')} wordless short />
      ) : (
        <BestTime times={times} zone={zone} source={source} wordless short />
      )}
      {seen !== null && (
        <span className="pt-muted" title={t('portCalls.seenHint', { time: timeAsText(seen, zone) })}>
          {' '}
          AIS
        </span>
      )}
    </>
  );
}

const textOf = (times: PortCallRow['arrival'], seen: number | null, zone: string | null): string =>
  timeAsText(times.actual ?? seen ?? bestTimeOf(times)?.instant, zone);

/** The column of a cut-off: its time, and which source reported it. */
const cutOffColumn = (
  code: (typeof cutOffCodes)[number],
  t: Translate,
  zone: string | null,
  sourceText: ReturnType<typeof useStatementText>,
): DataColumn<PortCallRow> => ({
  key: `cutOff${code}`,
  title: t(`value.cutoff.${code}`),
  width: 150,
  text: (row) => timeAsText(cutOffOf(row, code)?.time, zone),
  render: (row) => {
    const reported = cutOffOf(row, code);
    return <TimeText instant={reported?.time} zone={zone} short source={sourceText(reported?.said ?? null)} />;
  },
});

function useColumns(zone: string | null, carriers: Names): DataColumn<PortCallRow>[] {
  const t = useT();
  const sourceText = useStatementText(carriers.nameOf);
  return useMemo(
    () => [
      {
        key: 'state',
        title: t('portCalls.column.state'),
        width: 96,
        text: (row) => t(`portCalls.state.${row.state}`),
        render: (row) => <StatusTag tone={tones[row.state]}>{t(`portCalls.state.${row.state}`)}</StatusTag>,
      },
      {
        key: 'vesselName',
        title: t('portCalls.column.vessel'),
        width: 190,
        text: (row) => row.vesselName,
        copyable: true,
      },
      {
        key: 'voyages',
        title: t('portCalls.column.voyages'),
        width: 124,
        text: (row) => `${row.importVoyage ?? '—'} / ${row.exportVoyage ?? '—'}`,
      },
      {
        key: 'carrierCode',
        title: t('portCalls.column.carrier'),
        width: 130,
        text: (row) => carriers.nameOf(row.carrierCode),
      },
      { key: 'serviceCode', title: t('portCalls.column.service'), width: 84, text: (row) => row.serviceCode },
      { key: 'terminal', title: t('portCalls.column.terminal'), width: 90, text: (row) => row.terminal ?? '—' },
      {
        key: 'arrival',
        title: t('portCalls.column.arrival'),
        width: 196,
        text: (row) => textOf(row.arrival, row.seenArrival, zone),
        render: (row) => (
          <Turn times={row.arrival} seen={row.seenArrival} zone={zone} source={sourceText(row.arrivalSaid)} />
        ),
      },
      {
        key: 'berthing',
        title: t('portCalls.column.berthing'),
        width: 166,
        text: (row) => textOf(row.berthing, null, zone),
        render: (row) => (
          <BestTime
            times={row.berthing}
            zone={zone}
            source={t(row.berthing.actual === null ? 'portCalls.berthHint' : 'portCalls.bySeen')}
            wordless
            short
          />
        ),
      },
      {
        key: 'departure',
        title: t('portCalls.column.departure'),
        width: 196,
        text: (row) => textOf(row.departure, row.seenDeparture, zone),
        render: (row) => (
          <Turn times={row.departure} seen={row.seenDeparture} zone={zone} source={sourceText(row.departureSaid)} />
        ),
      },
      {
        key: 'differs',
        title: t('portCalls.column.differs'),
        width: 96,
        text: (row) => (row.differs ? t('portCalls.differs') : ''),
        render: (row) => row.differs && <StatusTag tone="warn">{t('portCalls.differs')}</StatusTag>,
      },
      ...cutOffCodes.map((code) => cutOffColumn(code, t, zone, sourceText)),
    ],
    [t, sourceText, zone, carriers],
  );
}

/** Booking a vessel that leaves, and subscribing its call. */
function useActions(port: string): RowAction<PortCallRow>[] {
  const t = useT();
  const mayBook = useMay('/booking-record-management');
  const subscribe = useSubscribing('sailingSubscriptionInsert', t('portCalls.subscribeFailed'));
  const subscribing = subscribe && {
    key: 'subscribe',
    label: t('portCalls.subscribe'),
    run: ({ callId }: PortCallRow) => void subscribe([{ callId }]),
  };
  const booking = mayBook
    ? [
        {
          key: 'book',
          label: t('portCalls.book'),
          run: (row: PortCallRow) =>
            goTo(
              bookingHref({
                carrierCode: row.carrierCode,
                polCode: port,
                vesselName: row.vesselName,
                voyage: row.exportVoyage,
                departureTime: bestTimeOf(row.departure)?.instant ?? null,
              }),
            ),
        },
      ]
    : [];
  return subscribing === undefined ? booking : [subscribing, ...booking];
}

/** Vessels that call at a port, with the state of each call from schedules and positions. */
export function PortCallsPage() {
  const t = useT();
  const list = useListState(ROUTE, address);
  const { portCode, dateOf: turn, dateFrom, dateTo, [SHOWN_AS]: shownAs, ...values } = list.state.values;
  const isPlan = shownAs === BOARD;
  const port = portCode?.[0] ?? '';
  const question = {
    ...values,
    portCode: port,
    dateOf: turns.find((one) => one === turn?.[0]) ?? 'arrival',
    dateFrom: typeof dateFrom === 'string' ? dateFrom : undefined,
    dateTo: typeof dateTo === 'string' ? dateTo : undefined,
  };
  const query = useCall(
    'portCallQuery',
    { ...(isPlan ? { currentPage: 1, pageSize: maxCalls } : pageOf(list.state)), ...question },
    { keep: true, enabled: port !== '', refetchInterval: 60_000 },
  );
  const carriers = useCarriers();
  const columns = useColumns(query.data?.port.zone ?? null, carriers);
  const fields = usePortCallFields(port, question.dateOf);
  const actions = useActions(port);
  const shown = useShown<PortCallRow>();
  return (
    <div className="pt-list">
      <QueryList<PortCallRow>
        list={list}
        query={query}
        fields={fields}
        table="portCalls"
        viewsAt={ROUTE}
        middle={
          <span className="pt-toolbar-gap">
            {query.data !== undefined && (
              <SourceAges
                sources={query.data.sources}
                since={t('portCalls.since', { count: query.data.sources.length })}
                nameOf={carriers.nameOf}
              />
            )}
          </span>
        }
        {...(port === '' ? {} : { exported: { list: 'portCalls', query: question } })}
        extra={<BoardSwitch label={t('portCalls.plan.title')} isPicture control={list} />}
        keeps={keeps}
        {...(isPlan && port !== '' ? { instead: <BerthPlan query={query} onOpen={shown.show} /> } : {})}
        label={t('portCalls.title')}
        columns={columns}
        rowKey={(row) => row.callId}
        actions={actions}
        onOpen={shown.show}
        emptyText={port === '' ? t('portCalls.choosePort') : t('portCalls.empty')}
      />
      <CallDrawer shown={shown} columns={columns} actions={actions} />
      {port === '' && <EmptyState title={t('portCalls.choosePort')} />}
    </div>
  );
}
