import { Input, Select } from 'antd';
import { useMemo } from 'react';
import type { SailingSubscription } from '#contract/sailing.ts';
import { sailingSubscriptionsList } from '#lists/sailing-subscriptions.ts';
import { callFull } from '#web/app/client.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { bestTimeOf } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { type ListParts, useList } from '#web/list/use-list.tsx';
import { type LineProps, SubscribeDialog } from './SubscribeDialog.tsx';
import { lastChangeCell, SubscriptionList } from './SubscriptionList.tsx';

type Item = { carrierCode: string; vesselName: string; voyage: string; portCode: string };

const blank: Item = { carrierCode: '', vesselName: '', voyage: '', portCode: '' };
const fields = ['carrierCode', 'vesselName', 'voyage', 'portCode'] as const;

function ItemFields({ item, number, onChange, remove }: LineProps<Item>) {
  const t = useT();
  const carriers = useCarriers();
  const lang = useLang();
  const port = usePorts([item.portCode]).get(item.portCode);
  const portName = port === undefined ? '' : ((lang === 'zh' ? port.portNameCn : null) ?? port.portName);
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
        value={item.portCode === '' ? [] : [{ value: item.portCode, label: `${item.portCode} ${portName}`.trim() }]}
        onChange={([chosen]) => onChange({ ...item, portCode: chosen?.value ?? '' })}
      />
      {remove}
    </>
  );
}

function useCells(): ListParts<typeof sailingSubscriptionsList>['cells'] {
  const t = useT();
  const lang = useLang();
  return useMemo(() => {
    const turn = (of: 'arrival' | 'departure'): Cell<SailingSubscription> => ({
      text: (row) => timeAsText(bestTimeOf(row[of])?.instant, row.zone),
      render: (row) => <BestTime times={row[of]} zone={row.zone} wordless short />,
    });
    return {
      port: { text: (row) => `${(lang === 'zh' ? row.portNameCn : null) ?? row.portName} ${row.portCode}` },
      arrival: turn('arrival'),
      departure: turn('departure'),
      lastChange: lastChangeCell<SailingSubscription>({
        nameOf: (field) => t(`sailingSubscriptions.value.${field as 'vessel'}`),
        zoneOf: ({ zone }) => zone,
        wordOf: (field, value) => (field === 'omitted' ? t(value === 'true' ? 'common.yes' : 'common.no') : undefined),
      }),
    };
  }, [t, lang]);
}

/** Subscribed sailings: what they are now, what changed last, adding, changing and cancelling. */
export function SubscriptionsPage() {
  const t = useT();
  const use = useList(sailingSubscriptionsList, { cells: useCells() });
  return (
    <SubscriptionList
      use={use}
      add={t('sailingSubscriptions.add')}
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
