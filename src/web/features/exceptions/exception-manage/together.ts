import { exceptionId, type ExceptionRow } from './row-rules.ts';

/** Rows of a page in the order they are shown, and those that stand below another of the same shipment. */
export type Together = { rows: readonly ExceptionRow[]; followers: ReadonlySet<string> };

/** Brings the rows of one shipment together where the first of them stands; the order stays otherwise. */
export function bringTogether(rows: readonly ExceptionRow[]): Together {
  const byShipment = Map.groupBy(rows, (row) => row.obmAutotestResult.obmTkSubscribeId ?? exceptionId(row));
  const groups = [...byShipment.values()];
  return {
    rows: groups.flat(),
    followers: new Set(groups.flatMap((group) => group.slice(1).map(exceptionId))),
  };
}
