import { Decimal } from 'decimal.js';

/** An amount in a currency, as decimal text or a number to the cent. */
export type Money = { amount: string | number; currency: string };

/** What a surcharge is counted by: every container, the bill of lading, or a share of the freight. */
export type SurchargeBasis = 'CONTAINER' | 'BL' | 'PERCENT';

/** A surcharge that is valid on the day of the question; null in its scope: all of them. */
export type SurchargeLine = {
  id: number;
  code: string;
  nameCn: string | null;
  nameEn: string | null;
  basis: SurchargeBasis;
  payer: 'PREPAID' | 'COLLECT';
  amount: string | number;
  currency: string | null;
  carrierId: number | null;
  polId: number | null;
  podId: number | null;
  containerTypeId: number | null;
};

/** What is asked about: the freight of one container, and where and as what it goes. */
export type PriceQuestion = {
  freight: Money;
  carrierId: number;
  polId: number;
  podId: number;
  containerTypeId: number | null;
  /** Containers on the bill of lading, at least 1: what is charged per bill is shared by them. */
  containers: number;
  /** Currency of the answer. */
  currency: string;
};

/** What one unit of a currency is worth in US dollars on the day of the question; undefined where nobody stated. */
export type UsdPerUnit = (currency: string) => string | number | undefined;

/** One line of a price per container, in the currency of the question; null: there is no exchange rate. */
export type PricedSurcharge = { line: SurchargeLine; perContainer: string | null };

/** A price per container with everything that is charged beside the freight. Amounts are decimal text with two digits. */
export type AllInPrice = {
  freight: string | null;
  surcharges: PricedSurcharge[];
  /** Sum of the rounded lines; null as long as one of them cannot be converted. */
  total: string | null;
  /** Currencies without an exchange rate on that day. */
  missing: string[];
};

const scopeOf = (line: SurchargeLine): (number | null)[] => [
  line.carrierId,
  line.polId,
  line.podId,
  line.containerTypeId,
];

const concerns = (line: SurchargeLine, question: PriceQuestion): boolean => {
  const requested = [question.carrierId, question.polId, question.podId, question.containerTypeId];
  return scopeOf(line).every((wanted, index) => wanted === null || wanted === requested[index]);
};

const precision = (line: SurchargeLine): number => scopeOf(line).filter((part) => part !== null).length;

/**
 * The surcharges that concern a container. Of several lines with the same code, payer and basis only those with the
 * narrowest scope count: one for a carrier and a port replaces one for all carriers.
 */
export function applicableSurcharges(lines: readonly SurchargeLine[], question: PriceQuestion): SurchargeLine[] {
  const groups = Map.groupBy(
    lines.filter((line) => concerns(line, question)),
    (line) => `${line.code}|${line.payer}|${line.basis}`,
  );
  return [...groups.values()].flatMap((group) => {
    const max = Math.max(...group.map(precision));
    return group.filter((line) => precision(line) === max);
  });
}

const cents = (value: Decimal): string => value.toFixed(2, Decimal.ROUND_HALF_UP);

/** An amount in another currency; undefined without an exchange rate. */
function convert(money: Money, to: string, usdPerUnit: UsdPerUnit): Decimal | undefined {
  if (money.currency === to) return new Decimal(money.amount);
  const [from, into] = [usdPerUnit(money.currency), usdPerUnit(to)];
  if (from === undefined || into === undefined || new Decimal(into).isZero()) return undefined;
  return new Decimal(money.amount).times(from).div(into);
}

/**
 * The price of one container with all surcharges. A percentage is taken of the freight alone, never of another surcharge, so
 * that surcharges cannot run in circles. Each line is rounded half up to cents and the total is the sum of the rounded lines.
 */
export function allInPrice(
  question: PriceQuestion,
  lines: readonly SurchargeLine[],
  usdPerUnit: UsdPerUnit,
): AllInPrice {
  const missing = new Set<string>();
  const inCurrency = (money: Money): Decimal | null => {
    const converted = convert(money, question.currency, usdPerUnit);
    if (converted !== undefined) return converted;
    for (const currency of [money.currency, question.currency])
      if (usdPerUnit(currency) === undefined) missing.add(currency);
    return null;
  };
  const freight = inCurrency(question.freight);
  const priceOf = (line: SurchargeLine): Decimal | null => {
    if (line.basis === 'PERCENT') return freight === null ? null : freight.times(line.amount).div(100);
    const amount = inCurrency({ amount: line.amount, currency: line.currency ?? question.freight.currency });
    return line.basis === 'BL' && amount !== null ? amount.div(question.containers) : amount;
  };
  const surcharges = applicableSurcharges(lines, question).map((line): PricedSurcharge => {
    const price = priceOf(line);
    return { line, perContainer: price === null ? null : cents(price) };
  });
  const parts = [freight === null ? null : cents(freight), ...surcharges.map(({ perContainer }) => perContainer)];
  const isWhole = parts.every((part) => part !== null);
  return {
    freight: parts[0] ?? null,
    surcharges,
    total: isWhole ? cents(parts.reduce((sum, part) => sum.plus(part), new Decimal(0))) : null,
    missing: [...missing].sort(),
  };
}
