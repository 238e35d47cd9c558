import { normalOrders, toPrecedence } from '#domain/intake/fusion/precedence-orders.ts';
import type { PrecedenceOrders } from '#domain/intake/fusion/precedence-orders.ts';
import type { Precedence } from '#domain/intake/fusion/types.ts';
import type { Database } from '#server/platform/db/database.ts';

/** The precedence in force; version 0 = nobody has changed the default yet. */
export type StoredPrecedence = { version: number; orders: PrecedenceOrders; precedence: Precedence };

const nobody: StoredPrecedence = { version: 0, orders: {}, precedence: toPrecedence({}) };

const lastRead = new WeakMap<Database, StoredPrecedence>();

/**
 * The precedence in force, read in the current transaction. A fusion reads it after it holds the locks of its
 * subscriptions: whatever was fused by an older version is committed before a recompute run gets those locks.
 */
export async function currentPrecedence(database: Database): Promise<StoredPrecedence> {
  const known = lastRead.get(database) ?? nobody;
  const { rows } = await database.execute<{ version: number; orders: PrecedenceOrders | null }>(
    `select version, case when version <> $1 then orders end as orders
     from fusion_precedence order by version desc limit 1`,
    [known.version],
  );
  const [row] = rows;
  if (row === undefined) return nobody;
  if (row.orders === null) return known;
  const orders = normalOrders(row.orders);
  const current = { version: row.version, orders, precedence: toPrecedence(orders) };
  lastRead.set(database, current);
  return current;
}

/** The precedence of a version that was read before: from the memory of this process where that is it, else read. */
export async function precedenceAt(database: Database, version: number): Promise<Precedence> {
  const known = lastRead.get(database) ?? nobody;
  return known.version === version ? known.precedence : (await currentPrecedence(database)).precedence;
}
