import { changedPrice, changedValidity, type PriceChange } from '#domain/commerce/freight/change-price.ts';
import type { RawRow } from '#server/entity/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Text } from '#shared/entity/declare.ts';
import { todayAt } from '../day-rates.ts';
import type { PriceKind } from './price-kinds.ts';

/** What a change makes of one line: new values by column, or why it cannot be. */
export type PlannedLine = { row: RawRow; values: Record<string, unknown>; problem: Text | undefined };

/** Columns of a line that a change is about; all of them unless stated. */
export type ColumnsOf = ReadonlyMap<number, ReadonlySet<string>> | undefined;

function planAmounts(
  kind: PriceKind,
  row: RawRow,
  change: Extract<PriceChange, { kind: 'percent' | 'amount' }>,
  only: ReadonlySet<string> | undefined,
): PlannedLine {
  const values: Record<string, unknown> = {};
  for (const column of kind.amounts) {
    const before = row[column];
    if (typeof before !== 'number' || only?.has(column) === false) continue;
    const after = changedPrice(before, change, kind.isPercent(row) ? 'percent' : 'amount');
    if ('problem' in after) return { row, values, problem: after.problem };
    if (after.price !== before) values[column] = after.price;
  }
  return { row, values, problem: undefined };
}

/** What a change makes of a line. */
export function planLine(
  kind: PriceKind,
  row: RawRow,
  change: PriceChange,
  { only, now }: { only: ColumnsOf; now: Instant },
): PlannedLine {
  if (change.kind !== 'validity') return planAmounts(kind, row, change, only?.get(Number(row['id'])));
  const before = { validFrom: String(row['valid_from']), validTo: String(row['valid_to']) };
  const after = changedValidity(before, change, todayAt(now));
  if ('problem' in after) return { row, values: {}, problem: after.problem };
  return {
    row,
    values: {
      ...(after.validFrom === before.validFrom ? {} : { valid_from: after.validFrom }),
      ...(after.validTo === before.validTo ? {} : { valid_to: after.validTo }),
    },
    problem: undefined,
  };
}

/** Currencies of the lines; a percentage stands for one of its own. */
export const currenciesOf = (kind: PriceKind, rows: readonly RawRow[]): string[] =>
  [...new Set(rows.map((row) => (kind.isPercent(row) ? '%' : String(row['currency']))))].sort();
