import type { Text } from '#shared/i18n/text.ts';
import { Decimal } from 'decimal.js';

/** What is done to many prices at once. */
export type PriceChange =
  | { kind: 'percent'; percent: number; roundTo: number }
  | { kind: 'amount'; amount: number }
  | { kind: 'validity'; validFrom: string | null; validTo: string | null };

/** A line as it was before a change, with its version after it. */
export type ChangedLine = { id: number; version: number; before: Record<string, unknown> };

/** A price afterwards, or why it cannot be changed so. */
export type ChangedPrice = { price: number } | { problem: Text };

/** No price is more than this; a percentage is never more than 100. */
const limit = { amount: 10_000_000, percent: 100 };

/** The price after a change by percent or amount, rounded half up. `limit` says whether the price is money or itself a percentage. */
export function changedPrice(
  price: number,
  change: Extract<PriceChange, { kind: 'percent' | 'amount' }>,
  kind: 'amount' | 'percent' = 'amount',
): ChangedPrice {
  const old = new Decimal(price);
  const after =
    change.kind === 'percent'
      ? old
          .times(new Decimal(change.percent).plus(100))
          .div(100)
          .div(change.roundTo)
          .toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
          .times(change.roundTo)
      : old.plus(change.amount);
  const shown = after.toFixed(2);
  if (after.isNegative() && !after.isZero())
    return { problem: { zh: `结果为负数：${shown}`, en: `Would be below zero: ${shown}` } };
  if (after.greaterThan(limit[kind]))
    return {
      problem: { zh: `结果超过上限 ${limit[kind]}：${shown}`, en: `Would be more than ${limit[kind]}: ${shown}` },
    };
  return { price: after.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber() };
}

/** The validity after a change, or why a line cannot have it; `today` is the last day that has passed nowhere yet. */
export function changedValidity(
  line: { validFrom: string; validTo: string },
  change: Extract<PriceChange, { kind: 'validity' }>,
  today: string,
): { validFrom: string; validTo: string } | { problem: Text } {
  const validFrom = change.validFrom ?? line.validFrom;
  const validTo = change.validTo ?? line.validTo;
  if (validFrom > validTo)
    return {
      problem: {
        zh: `失效日期 ${validTo} 早于生效日期 ${validFrom}`,
        en: `Valid to ${validTo} is before valid from ${validFrom}`,
      },
    };
  if (validTo !== line.validTo && validTo < today)
    return { problem: { zh: `失效日期 ${validTo} 已经过去`, en: `Valid to ${validTo} has passed` } };
  return { validFrom, validTo };
}
