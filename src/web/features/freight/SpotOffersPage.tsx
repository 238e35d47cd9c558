import { bookingHref } from '#web/kit/value/sailing-links.ts';
import { ShoppingCartOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { spotOffersList } from '#lists/spot-offers.ts';
import { goTo } from '#web/app/navigate.ts';
import { useCall } from '#web/app/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { type RowOf, useList } from '#web/list/use-list.tsx';
import { moneyText, portCells, priceCells } from './cells.tsx';
import { containerTypes } from './container-types.ts';
import { PriceDrawer } from './PriceDrawer.tsx';
import './freight.css';

type OfferRow = RowOf<typeof spotOffersList>;

const ownCells = {
  ...priceCells,
  freight: { text: (row: OfferRow) => moneyText(row.freight) },
  departureTime: {
    text: (row: OfferRow) => timeAsText(row.departureTime, row.polZone),
    render: (row: OfferRow) => <TimeText instant={row.departureTime} zone={row.polZone} short />,
  },
  arrivalTime: {
    text: (row: OfferRow) => timeAsText(row.arrivalTime, row.podZone),
    render: (row: OfferRow) => <TimeText instant={row.arrivalTime} zone={row.podZone} short />,
  },
};

/** What carriers ask online today for space on their next sailings, and how that changed since yesterday. */
export function SpotOffersPage() {
  const t = useT();
  const lang = useLang();
  const cells = useMemo(() => ({ ...ownCells, ...portCells(lang) }), [lang]);
  const list = useList(spotOffersList, {
    cells,
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
      />
      <PriceDrawer
        open={viewed.open}
        onClose={viewed.hide}
        title={viewed.item && `${viewed.item.vesselName} ${viewed.item.voyage} · ${viewed.item.containerType}`}
        query={query}
      />
    </div>
  );
}
