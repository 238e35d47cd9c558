import { Input } from 'antd';
import { useMemo } from 'react';
import type { FlightSubscription } from '#contract/flight.ts';
import { callFull } from '#web/app/client.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { pageOf } from '#web/kit/list/list-state.ts';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { findAirlines, findAirports } from '#web/kit/search/air-finders.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { type LineProps, SubscribeDialog } from './SubscribeDialog.tsx';
import { type ChangeWords, subscriptionAddress, SubscriptionList } from './SubscriptionList.tsx';

type Item = { airlineCode: string; flightNo: string; flightDate: string; fromAirport: string };

const blank: Item = { airlineCode: '', flightNo: '', flightDate: '', fromAirport: '' };
const fields = ['airlineCode', 'flightNo', 'flightDate', 'fromAirport'] as const;

function ItemFields({ item, number, onChange, remove }: LineProps<Item>) {
  const t = useT();
  const label = (field: keyof Item): string => t(`flightSubscriptions.form.${field}`);
  const choice = (field: 'airlineCode' | 'fromAirport') => (
    <RemoteSelect
      from={field === 'airlineCode' ? findAirlines : findAirports}
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

function useColumns(): DataColumn<FlightSubscription>[] {
  const t = useT();
  return useMemo(() => {
    const moment = (
      key: 'departure' | 'arrival' | 'cutOff',
      of: (row: FlightSubscription) => [instant: number | null, zone: string | null],
    ): DataColumn<FlightSubscription> => ({
      key,
      title: t(`flightSubscriptions.column.${key}`),
      width: 150,
      text: (row) => timeAsText(...of(row)),
      render: (row) => <TimeText instant={of(row)[0]} zone={of(row)[1]} short />,
    });
    return [
      {
        key: 'flightNo',
        title: t('flightSubscriptions.form.flightNo'),
        width: 130,
        text: (row) => row.flightNo,
        render: (row) => (
          <>
            <span className="pt-mono">{row.flightNo}</span>{' '}
            {row.cancelled && <StatusTag tone="danger">{t('flightSubscriptions.cancelled')}</StatusTag>}
          </>
        ),
      },
      { key: 'flightDate', title: t('flightSubscriptions.form.flightDate'), width: 110, text: (row) => row.flightDate },
      {
        key: 'route',
        title: t('flightSubscriptions.column.route'),
        width: 110,
        text: (row) => `${row.fromAirport} → ${row.toAirport}`,
      },
      {
        key: 'aircraft',
        title: t('flightSubscriptions.column.aircraft'),
        width: 80,
        text: (row) => row.aircraft ?? '',
      },
      moment('departure', (row) => [row.departureTime, row.fromZone]),
      moment('arrival', (row) => [row.arrivalTime, row.toZone]),
      moment('cutOff', (row) => [row.cutOffTime, row.fromZone]),
    ];
  }, [t]);
}

/** Subscribed flights: what they are now, what changed last, adding, changing and cancelling. */
export function FlightSubscriptionsPage() {
  const t = useT();
  const list = useListState('/air-schedule-index', subscriptionAddress);
  const query = useCall('flightSubscriptionQuery', { ...pageOf(list.state), ...list.state.values }, { keep: true });
  const columns = useColumns();
  const words = useMemo(
    (): ChangeWords<FlightSubscription> => ({
      nameOf: (field) => t(`flightSubscriptions.value.${field as 'aircraft'}`),
      zoneOf: (row, field) => (field === 'plannedArrival' ? row.toZone : row.fromZone),
      wordOf: (field, value) =>
        field === 'cancelled' ? t(`flightSubscriptions.value.${value === 'true' ? 'yes' : 'no'}`) : undefined,
    }),
    [t],
  );
  return (
    <SubscriptionList<FlightSubscription>
      list={list}
      query={query}
      columns={columns}
      words={words}
      texts={{
        table: 'flightSubscriptions',
        title: t('flightSubscriptions.title'),
        empty: t('flightSubscriptions.empty'),
        add: t('flightSubscriptions.add'),
        keyword: t('flightSubscriptions.keyword'),
      }}
      idOf={(row) => row.flightSubscriptionId}
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
