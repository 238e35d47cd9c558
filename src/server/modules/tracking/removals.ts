import { removedBooking, withoutRemoved } from '#domain/fusion/removals.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Something that people removed from one record, or from all of a subscription's sources (''). */
export type Removal = { subscription_id: number; source_code: string; item: string; removed_at: Instant };

/** What was removed from the records of subscriptions. */
export async function listRemovals(database: Database, subscriptionIds: readonly number[]): Promise<Removal[]> {
  const { rows } = await database.execute<Removal>(
    'select subscription_id, source_code, item, removed_at from shipment_removal where subscription_id = any($1)',
    [subscriptionIds],
  );
  return rows;
}

type Removable = {
  subscription_id: number;
  fused: boolean;
  source_type: string;
  source_code: string;
  received_at: Instant;
  content: ShipmentContent;
};

/** Records without what was removed from them; whole records are left out until their source says something new. */
export function applyRemovals<T extends Removable>(rows: T[], removals: readonly Removal[]): T[] {
  if (removals.length === 0) return rows;
  const bySubscription = Map.groupBy(removals, (removal) => removal.subscription_id);
  return rows.flatMap((row) => {
    const own = bySubscription.get(row.subscription_id);
    if (own === undefined || row.fused) return [row];
    // What is removed from all sources is no word of an expert.
    const concerned = own.filter(
      ({ source_code: code }) => code === row.source_code || (code === '' && row.source_type !== 'EXPERT'),
    );
    if (concerned.some(({ item, removed_at: at }) => item === removedBooking && row.received_at <= at)) return [];
    const items = new Set(concerned.map(({ item }) => item));
    return items.size === 0 ? [row] : [{ ...row, content: withoutRemoved(row.content, items) }];
  });
}
