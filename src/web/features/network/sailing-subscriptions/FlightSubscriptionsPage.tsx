import { useCallback, useMemo } from 'react';
import type { FlightSubscription } from '#contract/network/flight.ts';
import { flightSubscriptionsList } from '#lists/schedule-subscriptions.ts';
import { callFull } from '#web/base/client.ts';
import { text, textOfKey, useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { type ListParts, useList } from '#web/list/use-list.tsx';
import { type Profile, SubscriptionsPage, useCommonCells } from './SubscriptionsPage.tsx';

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
