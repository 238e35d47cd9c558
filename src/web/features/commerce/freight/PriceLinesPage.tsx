import { freightRate } from '#entities/freight-rate.ts';
import { surcharge } from '#entities/surcharge.ts';
import { EntityList } from '#web/entity/EntityList.tsx';
import { useEntityListState } from '#web/entity/EntityListPage.tsx';
import { queryOf } from '#web/entity/list-state.ts';
import { useMayWrite } from '#web/entity/use-may-write.ts';
import { ChangePricesButton } from './ChangePricesButton.tsx';
import type { PriceName } from './price-calls.ts';
import './freight.css';

const entities = { freightRate, surcharge };

/** What a price is for, what it is and until when stand before everything else: on a notebook they are in sight without scrolling. */
const firstColumns = {
  freightRate: [
    'rateNo',
    'carrierId',
    'polId',
    'podId',
    'currency',
    'price20gp',
    'price40gp',
    'price40hq',
    'validTo',
    'validFrom',
    'transitDays',
    'service',
  ],
  surcharge: [
    'surchargeCode',
    'surchargeNameCn',
    'surchargeNameEn',
    'basis',
    'currency',
    'amount',
    'payer',
    'polId',
    'podId',
    'validTo',
    'carrierId',
  ],
} as const satisfies Record<PriceName, readonly string[]>;

function PriceLinesPage({ of, route }: { of: PriceName; route: string }) {
  const entity = entities[of];
  const [state, onState] = useEntityListState(entity, route);
  const mayWrite = useMayWrite(entity);
  return (
    <EntityList
      entity={entity}
      firstColumns={firstColumns[of]}
      route={route}
      state={state}
      onState={onState}
      toolbar={mayWrite && <ChangePricesButton of={of} chosen={{ filter: queryOf(state) }} />}
    />
  );
}

/** Rates of carriers and agents. */
export const FreightRatesPage = () => <PriceLinesPage of="freightRate" route="/freight-rate-management" />;

/** What is charged beside the freight. */
export const SurchargesPage = () => <PriceLinesPage of="surcharge" route="/surcharge-management" />;
