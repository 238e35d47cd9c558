import { expressionBuilder, sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { removedBooking, withoutRemoved } from '#domain/intake/fusion/removals.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { DB } from '#generated/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { TenantIds } from '#server/platform/db/tenant-ids.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Something that people removed from one record, or from all of a subscription's sources (''). */
export type Removal = { subscription_id: number; source_code: string; item: string; removed_at: Instant };

/** What was removed from the records of subscriptions. */
export async function listRemovals(database: Database, subscriptions: TenantIds): Promise<Removal[]> {
  const { rows } = await database.execute<Removal>(
    `select subscription_id, source_code, item, removed_at from shipment_removal
     where subscription_id = any($1) and tenant_id = any($2)`,
    [subscriptions.ids, subscriptions.tenantIds],
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

const build = expressionBuilder<DB, never>();

/** Removals of whole records of the subscription of a row of `shipment` under this name. */
const wholeRemovals = (name: string) =>
  build
    .selectFrom('shipment_removal as gone')
    .select('gone.removed_at')
    .where('gone.subscription_id', '=', sql.ref<number>(`${name}.subscription_id`))
    .where('gone.item', '=', removedBooking);

/** Condition on rows of `shipment` under this name: not a record that was deleted as a whole, as `applyRemovals` decides it. */
export const isStanding = (name: string) => {
  const received = sql<SqlBool>`gone.removed_at >= ${sql.ref(`${name}.received_at`)}`;
  const all = sql<SqlBool>`gone.source_code = '' and ${sql.ref(`${name}.source_type`)} <> 'EXPERT'`;
  const own = sql<SqlBool>`gone.source_code = ${sql.ref(`${name}.source_code`)}`;
  const removal = wholeRemovals(name)
    .where(received)
    .where(build.or([own, all]));
  return build.or([sql<SqlBool>`${sql.ref(`${name}.fused`)}`, build.not(build.exists(removal))]);
};

/** The same, and of a fused booking not all records were deleted. */
export const isStandingBooking = (name: string) => {
  const standing = build
    .selectFrom('shipment as standing')
    .select('standing.id')
    .where('standing.subscription_id', '=', sql.ref<number>(`${name}.subscription_id`))
    .where('standing.fused', '=', false)
    .where(isStanding('standing'));
  const whole = build.not(build.exists(wholeRemovals(name)));
  const kept = build.or([sql<SqlBool>`not ${sql.ref(`${name}.fused`)}`, whole, build.exists(standing)]);
  return build.and([isStanding(name), kept]);
};
