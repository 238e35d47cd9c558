import { allInPrice, type PriceQuestion, type SurchargeLine } from '#domain/commerce/freight/all-in-price.ts';

/** What a currency is worth in US dollars, since when. */
export type UsdRate = { usdPerUnit: number; validFrom: string };
/** The exchange rates that count on a day, by currency. */
export type DayRates = ReadonlyMap<string, UsdRate>;

/** A price with everything charged beside the freight, as it is stored and shown. Amounts are decimal text. */
export type PriceDocument = {
  currency: 'USD';
  freight: string | null;
  total: string | null;
  lines: {
    code: string;
    nameCn: string | null;
    nameEn: string | null;
    basis: SurchargeLine['basis'];
    payer: SurchargeLine['payer'];
    amount: string;
    currency: string | null;
    perContainer: string | null;
  }[];
  /** Exchange rates that were used, with their days. */
  rates: { currency: string; usdPerUnit: number; validFrom: string }[];
  missing: string[];
};

/** Works out what one container comes to in US dollars by the exchange rates of a day. */
export function priceDocument(
  question: Omit<PriceQuestion, 'currency' | 'containers'>,
  lines: readonly SurchargeLine[],
  rates: DayRates,
): PriceDocument {
  const used = new Set<string>();
  const price = allInPrice({ ...question, currency: 'USD', containers: 1 }, lines, (currency) => {
    used.add(currency);
    return currency === 'USD' ? 1 : rates.get(currency)?.usdPerUnit;
  });
  return {
    currency: 'USD',
    freight: price.freight,
    total: price.total,
    lines: price.surcharges.map(({ line, perContainer }) => ({
      code: line.code,
      nameCn: line.nameCn,
      nameEn: line.nameEn,
      basis: line.basis,
      payer: line.payer,
      amount: String(line.amount),
      currency: line.currency,
      perContainer,
    })),
    rates: [...used]
      .filter((currency) => currency !== 'USD')
      .sort()
      .flatMap((currency) => {
        const rate = rates.get(currency);
        return rate === undefined ? [] : [{ currency, ...rate }];
      }),
    missing: price.missing,
  };
}
