/** What a lane costs on the market: a quarter of the offers ask less than `low`, a quarter more than `high`. */
export type MarketBand = { low: number; mid: number; high: number; count: number };

/** Where a price stands in the market of its lane. */
export type MarketPlace = 'below' | 'within' | 'above' | 'unknown';

/** Fewer offers than this are no market. */
const offersLeast = 3;

/** Where a total stands; unknown without a total or with too few offers to compare it with. */
export function placeInMarket(total: string | null, band: MarketBand | undefined): MarketPlace {
  if (total === null || band === undefined || band.count < offersLeast) return 'unknown';
  const amount = Number(total);
  if (amount < band.low) return 'below';
  return amount > band.high ? 'above' : 'within';
}
