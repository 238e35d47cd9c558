import { useCallback, useMemo } from 'react';
import type { SailingSubscription } from '#contract/network/sailing.ts';
import { sailingSubscriptionsList } from '#lists/schedule-subscriptions.ts';
import { callFull } from '#web/base/client.ts';
import { text, textOfKey, useLang } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { bestTimeOf } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
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
