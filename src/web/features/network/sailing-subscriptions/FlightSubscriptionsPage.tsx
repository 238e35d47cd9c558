import { Input } from 'antd';
import { useCallback, useMemo } from 'react';
import type { FlightSubscription } from '#contract/network/flight.ts';
import { flightSubscriptionsList } from '#lists/flight-subscriptions.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { textOfKey, useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { type ListParts, useList } from '#web/list/use-list.tsx';
import { type ChangeWords, lastChangeCell } from './changes.tsx';
import { AllChanges, driftCell } from './Drift.tsx';
import { type LineProps, SubscribeDialog } from './SubscribeDialog.tsx';
import { SubscriptionList } from './SubscriptionList.tsx';

type Item = { airlineCode: string; flightNo: string; flightDate: string; fromAirport: string };

const blank: Item = { airlineCode: '', flightNo: '', flightDate: '', fromAirport: '' };
const fields = ['airlineCode', 'flightNo', 'flightDate', 'fromAirport'] as const;

function ItemFields({ item, number, onChange, remove }: LineProps<Item>) {
  const t = useT();
  const label = (field: keyof Item): string => t(`flightSubscriptions.form.${field}`);
  const choice = (field: 'airlineCode' | 'fromAirport') => (
    <RemoteSelect
      from={field === 'airlineCode' ? 'airlines' : 'airports'}
      single
      framed
      label={`${label(field)} ${number}`}
      placeholder={label(field)}
      value={item[field] === '' ? [] : [{ value: item[field], label: item[field] }]}
      onChange={([chosen]) => onChange({ ...item, [field]: chosen?.value ?? '' })}
    />
  );
  const text = (field: 'flightNo' | 'flightDate', placeholder: string) => (
    <Input
      aria-label={`${label(field)} ${number}`}
      placeholder={placeholder}
      value={item[field]}
      onChange={(event) => onChange({ ...item, [field]: event.target.value })}
    />
  );
  return (
    <>
      {choice('airlineCode')}
      {text('flightNo', label('flightNo'))}
      {text('flightDate', 'yyyy-MM-dd')}
      {choice('fromAirport')}
      {remove}
    </>
  );
}

function useChangeWords(): ChangeWords<FlightSubscription> {
  const t = useT();
  return useMemo(
    () => ({
      nameOf: (field) => textOfKey(`flightSubscriptions.value.${field}`),
      zoneOf: (row, field) => (field === 'plannedArrival' ? row.toZone : row.fromZone),
      timesOf: (row, turn) => ({ planned: turn === 'Arrival' ? row.arrivalTime : row.departureTime }),
      wordOf: (field, value) =>
        field === 'cancelled' ? t(`flightSubscriptions.value.${value === 'true' ? 'yes' : 'no'}`) : undefined,
    }),
    [t],
  );
}

function ChangesOf({ row }: { row: FlightSubscription }) {
  const words = useChangeWords();
  const { flightSubscriptionId } = row;
  const query = useCall('flightSubscriptionChanges', { flightSubscriptionId }, { staleTime: 0 });
  return <Loaded query={query}>{({ changes }) => <AllChanges row={row} changes={changes} words={words} />}</Loaded>;
}

function useCells(onAll: (row: FlightSubscription) => void): ListParts<typeof flightSubscriptionsList>['cells'] {
  const t = useT();
  const words = useChangeWords();
  return useMemo(() => {
    const moment = (
      of: (row: FlightSubscription) => [instant: number | null, zone: string | null],
    ): Cell<FlightSubscription> => ({
      text: (row) => timeAsText(...of(row)),
      render: (row, sourceText) => <TimeText instant={of(row)[0]} zone={of(row)[1]} short source={sourceText} />,
    });
    return {
      flightNo: {
        render: (row) => (
          <>
            <span className="pt-mono">{row.flightNo}</span>{' '}
            {row.cancelled && <StatusTag tone="danger">{t('flightSubscriptions.cancelled')}</StatusTag>}
          </>
        ),
      },
      route: { text: (row) => `${row.fromAirport} → ${row.toAirport}` },
      departure: moment((row) => [row.departureTime, row.fromZone]),
      arrival: moment((row) => [row.arrivalTime, row.toZone]),
      cutOff: moment((row) => [row.cutOffTime, row.fromZone]),
      drift: driftCell(t, words),
      lastChange: lastChangeCell(words, onAll),
    };
  }, [t, words, onAll]);
}

/** What the airline says of a flight. */
const ofAirline: ReadonlySet<string> = new Set(['flightNo', 'route', 'aircraft', 'departure', 'arrival', 'cutOff']);

/** Which source reported the values of a flight: its airline. */
function useFlightValueSource() {
  const { nameOf } = useCarriers();
  return useCallback(
    (row: FlightSubscription, column: string) =>
      ofAirline.has(column) ? { source: nameOf(row.airlineCode), time: row.saidTime } : undefined,
    [nameOf],
  );
}

/** Subscribed flights: what they are now, what changed last, adding, changing and cancelling. */
export function FlightSubscriptionsPage() {
  const t = useT();
  const viewed = useShown<FlightSubscription>();
  const use = useList(flightSubscriptionsList, { cells: useCells(viewed.show), valueSourceOf: useFlightValueSource() });
  return (
    <SubscriptionList
      use={use}
      add={t('flightSubscriptions.add')}
      viewed={viewed}
      changes={(row) => <ChangesOf row={row} />}
      nameOf={(row) => `${row.flightNo} ${row.flightDate}`}
      update={async ({ flightSubscriptionId, recordVersion }, days) =>
        (await callFull('flightSubscriptionUpdate', { flightSubscriptionId, recordVersion, ...days })).msg
      }
      cancel={async ({ flightSubscriptionId }) =>
        (await callFull('flightSubscriptionCancel', { flightSubscriptionIds: [flightSubscriptionId] })).msg
      }
      addDialog={(shown) => (
        <SubscribeDialog<Item>
          {...shown}
          title={t('flightSubscriptions.add')}
          heads={fields.map((field) => t(`flightSubscriptions.form.${field}`))}
          blank={blank}
          next={(last) => ({ ...blank, airlineCode: last?.airlineCode ?? '' })}
          line={(props) => <ItemFields {...props} />}
          subscribe={async (items, days) => (await callFull('flightSubscriptionInsert', { items, ...days })).msg}
        />
      )}
    />
  );
}
