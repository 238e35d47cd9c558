// unscoped: The order was found by `ctx.db` before: lines, ties and value sources are addressed by its ids.
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';
import { listCarried, listLines } from './order-queries.ts';
import { judgeStored } from './work-out-orders.ts';
import { tenantsOf, withTenants } from '#server/platform/db/tenant-ids.ts';

/** A line that a shipment carries, and how late it is for each arrival of that shipment; negative days come before the promise. */
export type LineByArrival = {
  orderId: number;
  orderNo: string;
  lineNo: string;
  promisedOn: string;
  /** As things are. */
  lateDays: number | null;
  /** In the order of the arrivals. */
  lateBy: (number | null)[];
};

/** Judges the lines that a shipment of the caller's tenants carries as if it arrived at other times; nothing is written. */
export async function judgeWithArrivals(
  ctx: Ctx,
  subscriptionId: number,
  arrivals: readonly Instant[],
  reference: ReferenceSnapshot,
): Promise<LineByArrival[]> {
  const tied = await ctx.db
    .selectFrom('order_tie as t')
    .innerJoin('order_line as l', 'l.id', 't.line_id')
    .innerJoin('cargo_order as o', (join) =>
      join.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.order_no', '=', 'l.order_no'),
    )
    .select(['l.id as line_id', 'o.id as order_id', 'o.tenant_id'])
    .distinct()
    .where('t.subscription_id', '=', subscriptionId)
    .where('t.undone', '=', false)
    .execute();
  if (tied.length === 0) return [];
  const orderOf = new Map(tied.map((row) => [row.line_id, row.order_id]));
  const tenantIds = tenantsOf(tied);
  const orders = { ids: [...new Set(orderOf.values())], tenantIds };
  const lines = (await listLines(ctx.unscoped, orders)).filter(({ id }) => orderOf.has(id));
  const carried = await listCarried(ctx.unscoped, withTenants(lines));
  const now = ctx.clock.now();
  const lateDays = (line: (typeof lines)[number], arrival: Instant | null): number | null => {
    const rows =
      arrival === null
        ? carried
        : carried.map((row) => (row.subscription_id === subscriptionId ? { ...row, eta: arrival, ata: null } : row));
    return judgeStored(line, rows, reference, now).lateDays;
  };
  return lines.map((line) => ({
    orderId: orderOf.get(line.id) ?? 0,
    orderNo: line.order_no,
    lineNo: line.line_no,
    promisedOn: line.promised_on,
    lateDays: lateDays(line, null),
    lateBy: arrivals.map((arrival) => lateDays(line, arrival)),
  }));
}
