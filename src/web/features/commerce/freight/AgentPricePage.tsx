import { useCallback, useMemo } from 'react';
import { agentPricesList } from '#lists/agent-prices.ts';
import { useCall } from '#web/base/use-call.ts';
import { mayOpen, useSession } from '#web/base/session.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { useList } from '#web/list/use-list.tsx';
import { moneyText, portCells, priceCells, type PriceRow } from './cells.tsx';
import { LanePrices } from './LanePrices.tsx';
import { MarketBand } from './MarketBand.tsx';
import { ChangePricesButton } from './ChangePricesButton.tsx';
import { PriceDrawer } from './PriceDrawer.tsx';
import { containerTypes } from './container-types.ts';
import './freight.css';

/** Columns that compare prices of several suppliers, or say themselves when they were made. */
const worked = new Set(['changeUsd', 'marketPlace', 'band', 'pricedTime', 'tenantCode']);

const ownCells = {
  ...priceCells,
  freightUsd: { text: (row: PriceRow) => moneyText(row.freightUsd) },
  surchargesUsd: { text: (row: PriceRow) => moneyText(row.surchargesUsd) },
  band: {
    text: ({ marketLow, marketHigh }: PriceRow) => `${moneyText(marketLow)} – ${moneyText(marketHigh)}`,
    render: ({ marketLow, marketMid, marketHigh, totalUsd }: PriceRow) =>
      marketLow === null || marketMid === null || marketHigh === null ? (
        <span className="pt-muted">—</span>
      ) : (
        <MarketBand low={marketLow} mid={marketMid} high={marketHigh} total={totalUsd} />
      ),
  },
};

/** Prices of agents and carriers side by side: what a container comes to with everything, against yesterday and the market. */
export function AgentPricePage() {
  const t = useT();
  const lang = useLang();
  const { nameOf } = useCarriers();
  const cells = useMemo(
    () => ({
      ...ownCells,
      ...portCells(lang),
      supplier: { text: (row: PriceRow) => (row.supplierType === 'CARRIER' ? nameOf(row.supplier) : row.supplier) },
    }),
    [lang, nameOf],
  );
  // What a price comes to is worked out from the rate of the supplier, at that time.
  const valueSourceOf = useCallback(
    (row: PriceRow, column: string) =>
      worked.has(column) ? undefined : { source: cells.supplier.text(row), time: row.pricedTime },
    [cells],
  );
  const list = useList(agentPricesList, {
    cells,
    valueSourceOf,
    choices: { containerType: containerTypes },
  });
  const mayChange = useSession((session) => mayOpen(session, '/freight-rate-management'));
  const viewed = useShown<PriceRow>();
  const query = useCall(
    'agentPriceGet',
    { ratePriceId: viewed.item?.ratePriceId ?? '' },
    { enabled: viewed.open, staleTime: 0 },
  );
  return (
    <div className="pt-list">
      <ListView
        use={list}
        toolbar={mayChange && <ChangePricesButton of="freightRate" chosen={{ prices: list.question }} />}
        actions={[viewAction(t('freight.view'), viewed.show)]}
        onOpen={viewed.show}
        picture={<LanePrices query={list.query} cells={cells} onOpen={viewed.show} />}
      />
      <PriceDrawer
        open={viewed.open}
        onClose={viewed.hide}
        title={
          viewed.item &&
          `${cells.supplier.text(viewed.item)} · ${cells.polCode.text(viewed.item)} → ${cells.podCode.text(viewed.item)} · ${viewed.item.containerType}`
        }
        query={query}
      />
    </div>
  );
}
