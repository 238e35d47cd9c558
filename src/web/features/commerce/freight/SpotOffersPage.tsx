import { ShoppingCartOutlined } from '@ant-design/icons';
import { spotOffersList } from '#lists/spot-offers.ts';
import { goTo } from '#web/base/navigate.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { bookingHref } from '#web/kit/value/sailing-links.ts';
import { ListView } from '#web/list/ListView.tsx';
import { useList } from '#web/list/use-list.tsx';
import { containerTypes } from './container-types.ts';
import { PriceDrawer } from './PriceDrawer.tsx';
import { SailingPrices } from './SailingPrices.tsx';
import { type OfferRow, useOfferCells, useOfferValueSource } from './spot-cells.tsx';
import './freight.css';

/** What carriers ask online today for space on their next sailings, and how that changed since yesterday. */
export function SpotOffersPage() {
  const t = useT();
  const cells = useOfferCells();
  const titleOf = (row: OfferRow): string =>
    [
      `${row.vesselName} ${row.voyage}`,
      `${cells.polCode.text(row)} → ${cells.podCode.text(row)}`,
      row.containerType,
    ].join(' · ');
  const list = useList(spotOffersList, {
    cells,
    valueSourceOf: useOfferValueSource(),
    choices: { containerType: containerTypes },
  });
  const viewed = useShown<OfferRow>();
  const query = useCall(
    'spotOfferGet',
    { spotOfferId: viewed.item?.spotOfferId ?? '' },
    { enabled: viewed.open, staleTime: 0 },
  );
  return (
    <div className="pt-list">
      <ListView
        use={list}
        actions={[
          viewAction(t('freight.view'), viewed.show),
          {
            key: 'book',
            label: t('freight.book'),
            icon: <ShoppingCartOutlined />,
            run: (row) => goTo(bookingHref(row)),
          },
        ]}
        onOpen={viewed.show}
        picture={<SailingPrices query={list.query} cells={cells} onOpen={viewed.show} />}
      />
      <PriceDrawer open={viewed.open} onClose={viewed.hide} title={viewed.item && titleOf(viewed.item)} query={query} />
    </div>
  );
}
