import type { Lang } from '#shared/i18n/text.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import type { Cell } from '#web/list/list-columns.tsx';
import { portText } from '#web/list/port-filter.tsx';
import type { agentPricesList } from '#lists/agent-prices.ts';
import type { RowOf } from '#web/list/use-list.tsx';

export type PriceRow = RowOf<typeof agentPricesList>;

type Ports = {
  polCode: string;
  polName: string;
  polNameCn: string | null;
  podCode: string;
  podName: string;
  podNameCn: string | null;
};
type Prices = { totalUsd: number | null; changeUsd: number | null };

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount to the cent; nothing for one that is not known. */
export const moneyText = (amount: number | null): string => (amount === null ? '' : grouped.format(amount));

const signed = (amount: number | null): string =>
  amount === null ? '' : `${amount > 0 ? '▲ +' : amount < 0 ? '▼ ' : ''}${grouped.format(amount)}`;

/** Cells of the route, in the language of the reader. */
export const portCells = (lang: Lang): Record<'polCode' | 'podCode', { text: (row: Ports) => string }> => ({
  polCode: { text: (row) => portText(row.polCode, row.polName, row.polNameCn, lang) },
  podCode: { text: (row) => portText(row.podCode, row.podName, row.podNameCn, lang) },
});

/** Cells of a price and of how it changed; dearer is marked by a sign as well as by its tone. */
export const priceCells: { totalUsd: Cell<Prices>; changeUsd: Cell<Prices> } = {
  totalUsd: {
    text: ({ totalUsd }) => moneyText(totalUsd),
    render: ({ totalUsd }) => <strong>{totalUsd === null ? '—' : moneyText(totalUsd)}</strong>,
  },
  changeUsd: {
    text: ({ changeUsd }) => signed(changeUsd),
    render: ({ changeUsd }) => (
      <span
        className="pt-freight-change"
        data-change={changeUsd === null || changeUsd === 0 ? undefined : changeUsd > 0 ? 'up' : 'down'}
      >
        {signed(changeUsd)}
      </span>
    ),
  },
};

/** An amount in whole units, thousands apart. */
export const wholeText = (amount: number): string => formatCount(Math.round(amount));
