import { Input, Select } from 'antd';
import { useCallback, useMemo } from 'react';
import type { SailingSubscription } from '#contract/network/sailing.ts';
import { sailingSubscriptionsList } from '#lists/sailing-subscriptions.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, textOfKey, useT } from '#web/i18n/index.ts';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { RemoteSelect, RemoteText } from '#web/kit/search/RemoteSelect.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { bestTimeOf } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { type ListParts, useList } from '#web/list/use-list.tsx';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { type LineProps, SubscribeDialog } from './SubscribeDialog.tsx';
import { type ChangeWords, lastChangeCell } from './changes.tsx';
import { AllChanges, driftCell } from './Drift.tsx';
import { SubscriptionList } from './SubscriptionList.tsx';

type Item = { carrierCode: string; vesselName: string; voyage: string; portCode: string };

const blank: Item = { carrierCode: '', vesselName: '', voyage: '', portCode: '' };
const fields = ['carrierCode', 'vesselName', 'voyage', 'portCode'] as const;

function ItemFields({ item, number, onChange, remove }: LineProps<Item>) {
  const t = useT();
  const carriers = useCarriers();
  const lang = useLang();
  const port = usePorts([item.portCode]).get(item.portCode);
  const portName = port === undefined ? '' : portNameIn(lang, port);
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

function useChangeWords(): ChangeWords<SailingSubscription> {
  const t = useT();
  return useMemo(
    () => ({
      nameOf: (field) => textOfKey(`sailingSubscriptions.value.${field}`),
      zoneOf: ({ zone }) => zone,
      timesOf: ({ arrival, departure }, turn) => (turn === 'Arrival' ? arrival : departure),
      wordOf: (field, value) => (field === 'omitted' ? t(value === 'true' ? 'common.yes' : 'common.no') : undefined),
    }),
    [t],
  );
}

function ChangesOf({ row }: { row: SailingSubscription }) {
  const words = useChangeWords();
  const { sailingSubscriptionId } = row;
  const query = useCall('sailingSubscriptionChanges', { sailingSubscriptionId }, { staleTime: 0 });
  return <Loaded query={query}>{({ changes }) => <AllChanges row={row} changes={changes} words={words} />}</Loaded>;
}

function useCells(onAll: (row: SailingSubscription) => void): ListParts<typeof sailingSubscriptionsList>['cells'] {
  const t = useT();
  const lang = useLang();
  const words = useChangeWords();
  return useMemo(() => {
    const turn = (of: 'arrival' | 'departure'): Cell<SailingSubscription> => ({
      text: (row) => timeAsText(bestTimeOf(row[of])?.instant, row.zone),
      render: (row, sourceText) => <BestTime times={row[of]} zone={row.zone} source={sourceText} wordless short />,
    });
    return {
      port: { text: (row) => `${portNameIn(lang, row)} ${row.portCode}` },
      arrival: turn('arrival'),
      departure: turn('departure'),
      drift: driftCell(t, words),
      lastChange: lastChangeCell(words, onAll),
    };
  }, [t, words, lang, onAll]);
}

/** Which source reported when a ship comes and goes. */
function useCallValueSource() {
  const { nameOf } = useCarriers();
  return useCallback(
    (row: SailingSubscription, column: string) => {
      const sourceText = column === 'arrival' ? row.arrivalSaid : column === 'departure' ? row.departureSaid : null;
      return sourceText === null ? undefined : { source: nameOf(sourceText.carrierCode), time: sourceText.saidTime };
    },
    [nameOf],
  );
}

/** Subscribed sailings: what they are now, what changed last, adding, changing and cancelling. */
export function SubscriptionsPage() {
  const t = useT();
  const viewed = useShown<SailingSubscription>();
  const use = useList(sailingSubscriptionsList, { cells: useCells(viewed.show), valueSourceOf: useCallValueSource() });
  return (
    <SubscriptionList
      use={use}
      add={t('sailingSubscriptions.add')}
      viewed={viewed}
      changes={(row) => <ChangesOf row={row} />}
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
