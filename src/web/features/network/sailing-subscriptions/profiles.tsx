import { useCallback, useMemo } from 'react';
import type { FlightSubscription } from '#contract/network/flight.ts';
import type { SailingSubscription } from '#contract/network/sailing.ts';
import { flightSubscriptionsList, sailingSubscriptionsList } from '#lists/schedule-subscriptions.ts';
import { callFull } from '#web/base/client.ts';
import { text, textOfKey, useLang, useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { bestTimeOf } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { type ListParts, useList } from '#web/list/use-list.tsx';
import { type Profile, SubscriptionsPage, useCommonCells } from './SubscriptionsPage.tsx';

type SailingField = 'carrierCode' | 'vesselName' | 'voyage' | 'portCode';

const sailing: Profile<SailingSubscription, SailingField> = {
  texts: 'sailing',
  fields: { carrierCode: 'carriers', vesselName: 'vessels', voyage: 'text', portCode: 'ports' },
  nameOf: ({ vesselName, voyage, portCode }) => `${vesselName} ${voyage} ${portCode}`,
  words: {
    nameOf: (field) => textOfKey(`sailingSubscriptions.sailing.value.${field}`),
    zoneOf: ({ zone }) => zone,
    timesOf: ({ arrival, departure }, turn) => (turn === 'Arrival' ? arrival : departure),
    wordOf: (field, value) => (field === 'omitted' ? text(value === 'true' ? 'common.yes' : 'common.no') : undefined),
  },
  changesOf: ({ sailingSubscriptionId }) => ['sailingSubscriptionChanges', { sailingSubscriptionId }],
  insert: (items, days) => callFull('sailingSubscriptionInsert', { items, ...days }),
  update: ({ sailingSubscriptionId, recordVersion }, days) =>
    callFull('sailingSubscriptionUpdate', { sailingSubscriptionId, recordVersion, ...days }),
  cancel: ({ sailingSubscriptionId }) =>
    callFull('sailingSubscriptionCancel', { sailingSubscriptionIds: [sailingSubscriptionId] }),
};

/** Subscribed sailings. */
export function SailingSubscriptionsPage() {
  const viewed = useShown<SailingSubscription>();
  const common = useCommonCells(sailing.words, viewed.show);
  const lang = useLang();
  const { nameOf } = useCarriers();
  const cells = useMemo<ListParts<typeof sailingSubscriptionsList>['cells']>(() => {
    const turn = (of: 'arrival' | 'departure'): Cell<SailingSubscription> => ({
      text: (row) => timeAsText(bestTimeOf(row[of])?.instant, row.zone),
      render: (row, sourceText) => <BestTime times={row[of]} zone={row.zone} source={sourceText} wordless short />,
    });
    return {
      ...common,
      port: { text: (row) => `${portNameIn(lang, row)} ${row.portCode}` },
      arrival: turn('arrival'),
      departure: turn('departure'),
    };
  }, [common, lang]);
  const valueSourceOf = useCallback(
    (row: SailingSubscription, column: string) => {
      const sourceText = column === 'arrival' ? row.arrivalSaid : column === 'departure' ? row.departureSaid : null;
      return sourceText === null ? undefined : { source: nameOf(sourceText.carrierCode), time: sourceText.saidTime };
    },
    [nameOf],
  );
  const use = useList(sailingSubscriptionsList, { cells, valueSourceOf });
  return <SubscriptionsPage profile={sailing} use={use} viewed={viewed} />;
}

/** Columns with what the airline reports of a flight. */
const ofAirline: ReadonlySet<string> = new Set(['flightNo', 'route', 'aircraft', 'departure', 'arrival', 'cutOff']);

type FlightField = 'airlineCode' | 'flightNo' | 'flightDate' | 'fromAirport';

const flight: Profile<FlightSubscription, FlightField> = {
  texts: 'flight',
  fields: { airlineCode: 'airlines', flightNo: 'text', flightDate: 'date', fromAirport: 'airports' },
  nameOf: ({ flightNo, flightDate }) => `${flightNo} ${flightDate}`,
  words: {
    nameOf: (field) => textOfKey(`sailingSubscriptions.flight.value.${field}`),
    zoneOf: ({ fromZone, toZone }, field) => (field === 'plannedArrival' ? toZone : fromZone),
    timesOf: ({ arrivalTime, departureTime }, turn) => ({ planned: turn === 'Arrival' ? arrivalTime : departureTime }),
    wordOf: (field, value) =>
      field === 'cancelled' ? text(`sailingSubscriptions.flight.value.${value === 'true' ? 'yes' : 'no'}`) : undefined,
  },
  changesOf: ({ flightSubscriptionId }) => ['flightSubscriptionChanges', { flightSubscriptionId }],
  insert: (items, days) => callFull('flightSubscriptionInsert', { items, ...days }),
  update: ({ flightSubscriptionId, recordVersion }, days) =>
    callFull('flightSubscriptionUpdate', { flightSubscriptionId, recordVersion, ...days }),
  cancel: ({ flightSubscriptionId }) =>
    callFull('flightSubscriptionCancel', { flightSubscriptionIds: [flightSubscriptionId] }),
};

/** Subscribed flights. */
export function FlightSubscriptionsPage() {
  const viewed = useShown<FlightSubscription>();
  const common = useCommonCells(flight.words, viewed.show);
  const t = useT();
  const { nameOf } = useCarriers();
  const cells = useMemo<ListParts<typeof flightSubscriptionsList>['cells']>(() => {
    const moment = (
      of: (row: FlightSubscription) => [instant: number | null, zone: string | null],
    ): Cell<FlightSubscription> => ({
      text: (row) => timeAsText(...of(row)),
      render: (row, sourceText) => <TimeText instant={of(row)[0]} zone={of(row)[1]} short source={sourceText} />,
    });
    return {
      ...common,
      flightNo: {
        render: (row) => (
          <>
            <span className="pt-mono">{row.flightNo}</span>{' '}
            {row.cancelled && <StatusTag tone="danger">{t('sailingSubscriptions.flight.cancelled')}</StatusTag>}
          </>
        ),
      },
      route: { text: (row) => `${row.fromAirport} → ${row.toAirport}` },
      departure: moment((row) => [row.departureTime, row.fromZone]),
      arrival: moment((row) => [row.arrivalTime, row.toZone]),
      cutOff: moment((row) => [row.cutOffTime, row.fromZone]),
    };
  }, [common, t]);
  const valueSourceOf = useCallback(
    (row: FlightSubscription, column: string) =>
      ofAirline.has(column) ? { source: nameOf(row.airlineCode), time: row.saidTime } : undefined,
    [nameOf],
  );
  const use = useList(flightSubscriptionsList, { cells, valueSourceOf });
  return <SubscriptionsPage profile={flight} use={use} viewed={viewed} />;
}
