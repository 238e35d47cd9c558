import { Input, Select } from 'antd';
import { useMemo } from 'react';
import type { SailingSubscription } from '#contract/sailing.ts';
import { callFull } from '#web/app/client.ts';
import { useCall } from '#web/app/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { pageOf } from '#web/kit/list/list-state.ts';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { bestTimeOf } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { type LineProps, SubscribeDialog } from './SubscribeDialog.tsx';
import { type ChangeWords, subscriptionAddress, SubscriptionList } from './SubscriptionList.tsx';

type Item = { carrierCode: string; vesselName: string; voyage: string; portCode: string };

const blank: Item = { carrierCode: '', vesselName: '', voyage: '', portCode: '' };
const fields = ['carrierCode', 'vesselName', 'voyage', 'portCode'] as const;

function ItemFields({ item, number, onChange, remove }: LineProps<Item>) {
  const t = useT();
  const carriers = useCarriers();
  const name = (field: keyof Item): string => `${t(`sailingSubscriptions.form.${field}`)} ${number}`;
  return (
    <>
      <Select
        aria-label={name('carrierCode')}
        placeholder={t('sailingSubscriptions.form.carrierCode')}
        value={item.carrierCode || null}
        options={carriers.options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(carrierCode: string) => onChange({ ...item, carrierCode })}
      />
      <span className="pt-sub-vessel">
        <RemoteText
          from="vessels"
          label={name('vesselName')}
          value={item.vesselName}
          onChange={(vesselName) => onChange({ ...item, vesselName })}
        />
      </span>
      <Input
        aria-label={name('voyage')}
        placeholder={t('sailingSubscriptions.form.voyage')}
        value={item.voyage}
        onChange={(event) => onChange({ ...item, voyage: event.target.value })}
      />
      <RemoteSelect
        from="ports"
        single
        framed
        label={name('portCode')}
        placeholder={t('sailingSubscriptions.form.portCode')}
        value={item.portCode === '' ? [] : [{ value: item.portCode, label: item.portCode }]}
        onChange={([chosen]) => onChange({ ...item, portCode: chosen?.value ?? '' })}
      />
      {remove}
    </>
  );
}

function useColumns(): DataColumn<SailingSubscription>[] {
  const t = useT();
  const lang = useLang();
  const carriers = useCarriers();
  return useMemo(
    () => [
      {
        key: 'vesselName',
        title: t('sailingSubscriptions.form.vesselName'),
        width: 180,
        text: (row) => row.vesselName,
      },
      { key: 'voyage', title: t('sailingSubscriptions.form.voyage'), width: 90, text: (row) => row.voyage },
      {
        key: 'port',
        title: t('sailingSubscriptions.form.portCode'),
        width: 150,
        text: (row) => `${(lang === 'zh' ? row.portNameCn : null) ?? row.portName} ${row.portCode}`,
      },
      {
        key: 'carrierCode',
        title: t('sailingSubscriptions.form.carrierCode'),
        width: 130,
        text: (row) => carriers.nameOf(row.carrierCode),
      },
      {
        key: 'arrival',
        title: t('sailingSubscriptions.column.arrival'),
        width: 176,
        text: (row) => timeAsText(bestTimeOf(row.arrival)?.instant, row.zone),
        render: (row) => <BestTime times={row.arrival} zone={row.zone} wordless short />,
      },
      {
        key: 'departure',
        title: t('sailingSubscriptions.column.departure'),
        width: 176,
        text: (row) => timeAsText(bestTimeOf(row.departure)?.instant, row.zone),
        render: (row) => <BestTime times={row.departure} zone={row.zone} wordless short />,
      },
    ],
    [t, lang, carriers],
  );
}

/** Subscribed sailings: what they are now, what changed last, adding, changing and cancelling. */
export function SubscriptionsPage() {
  const t = useT();
  const list = useListState('/vessel-subscribe', subscriptionAddress);
  const query = useCall('sailingSubscriptionQuery', { ...pageOf(list.state), ...list.state.values }, { keep: true });
  const columns = useColumns();
  const words = useMemo(
    (): ChangeWords<SailingSubscription> => ({
      nameOf: (field) => t(`sailingSubscriptions.value.${field as 'vessel'}`),
      zoneOf: ({ zone }) => zone,
    }),
    [t],
  );
  return (
    <SubscriptionList<SailingSubscription>
      list={list}
      query={query}
      columns={columns}
      words={words}
      texts={{
        table: 'sailingSubscriptions',
        title: t('sailingSubscriptions.title'),
        empty: t('sailingSubscriptions.empty'),
        add: t('sailingSubscriptions.add'),
        keyword: t('sailingSubscriptions.field.keyword'),
      }}
      idOf={(row) => row.sailingSubscriptionId}
      nameOf={(row) => `${row.vesselName} ${row.voyage} ${row.portCode}`}
      update={async ({ sailingSubscriptionId, recordVersion }, days) =>
        (await callFull('sailingSubscriptionUpdate', { sailingSubscriptionId, recordVersion, ...days })).msg
      }
      cancel={async ({ sailingSubscriptionId }) =>
        (await callFull('sailingSubscriptionCancel', { sailingSubscriptionIds: [sailingSubscriptionId] })).msg
      }
      addDialog={(shown) => (
        <SubscribeDialog<Item>
          {...shown}
          title={t('sailingSubscriptions.add')}
          heads={fields.map((field) => t(`sailingSubscriptions.form.${field}`))}
          blank={blank}
          next={(last) => ({ ...blank, carrierCode: last?.carrierCode ?? '' })}
          line={(props) => <ItemFields {...props} />}
          subscribe={async (items, days) => (await callFull('sailingSubscriptionInsert', { items, ...days })).msg}
        />
      )}
    />
  );
}
