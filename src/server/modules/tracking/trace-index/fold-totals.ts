import type { Database } from '#server/platform/db/database.ts';

/** Folds the deltas of the totals of the tracking list; the sum stays the same. */
export async function foldTraceTotals(database: Database): Promise<void> {
  await database.execute(
    `with folded as (delete from trace_total returning tenant_id, state, troubled, mode, carrier_code, n)
     insert into trace_total (tenant_id, state, troubled, mode, carrier_code, n)
     select tenant_id, state, troubled, mode, carrier_code, sum(n) from folded group by 1, 2, 3, 4, 5 having sum(n) <> 0`,
  );
}
