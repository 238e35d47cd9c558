import { z } from 'zod';
import { modes } from '#domain/tracking/journey/mode.ts';
import {
  feedCode,
  type FeedDeps,
  feedText,
  followOrderSystems,
  type OrderSystemList,
  readItems,
} from '#server/modules/tracking/subscription/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { findReferenceProblem, referencesIn } from '#shared/ids/order-references.ts';

const day = z.iso.date().refine((text) => text >= '2000-01-01' && text <= '2100-01-01');
const amount = z.number().min(0).max(1_000_000_000);

const line = z
  .object({
    lineNo: feedCode(10),
    productCode: feedCode(60).nullish(),
    productName: feedText(200),
    batchNo: feedCode(60).nullish(),
    quantity: amount.positive(),
    unit: feedText(20).default('PCS'),
    packages: z.number().int().min(0).max(10_000_000).nullish(),
    shippedQuantity: amount.nullish(),
    mode: z.enum(modes).default('sea'),
    shipBy: day.nullish(),
    promisedOn: day,
    references: z
      .array(feedText(60))
      .default([])
      .transform((all) => referencesIn(all.join(',')))
      .refine((all) => findReferenceProblem(all.join(',')) === null),
  })
  .refine(({ quantity, shippedQuantity }) => (shippedQuantity ?? 0) <= quantity, { path: ['shippedQuantity'] })
  .refine(({ shipBy, promisedOn }) => shipBy == null || shipBy <= promisedOn, { path: ['shipBy'] });

/** An order as an order system writes it. It is taken whole or not at all. */
const order = z
  .object({
    orderNo: feedCode(60),
    supplier: feedText(100),
    customer: feedText(100).nullish(),
    origin: feedCode(12).nullish(),
    destination: feedCode(12).nullish(),
    lines: z.array(line).min(1).max(500),
  })
  .refine(({ lines }) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, { path: ['lines'] });

type Order = z.output<typeof order>;

/** Stores lines of orders; one that is known and did not change stays as it is. */
async function saveOrders(database: Database, tenantId: number, orders: readonly Order[]): Promise<void> {
  // Of an order that a page has twice the later one counts.
  const byNumber = new Map(orders.map((one) => [one.orderNo, one]));
  const rows = [...byNumber.values()]
    .toSorted((a, b) => (a.orderNo < b.orderNo ? -1 : 1))
    .flatMap(({ lines, ...head }) =>
      lines.map((one) => ({
        order_no: head.orderNo,
        line_no: one.lineNo,
        supplier: head.supplier,
        customer: head.customer ?? null,
        product_code: one.productCode ?? null,
        product_name: one.productName,
        batch_no: one.batchNo ?? null,
        quantity: one.quantity,
        unit: one.unit,
        packages: one.packages ?? null,
        shipped_quantity: one.shippedQuantity ?? null,
        transport_mode: one.mode,
        origin_code: head.origin ?? null,
        destination_code: head.destination ?? null,
        ship_by: one.shipBy ?? null,
        promised_on: one.promisedOn,
        reference_nos: one.references.length === 0 ? null : one.references.join(', '),
      })),
    );
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).filter((column) => column !== 'order_no' && column !== 'line_no');
  const list = (prefix: string): string => columns.map((column) => `${prefix}.${column}`).join(', ');
  await database.execute(
    `insert into order_line (tenant_id, fed_at, order_no, line_no, ${columns.join(', ')})
     select $2, $3, r.order_no, r.line_no, ${list('r')} from jsonb_populate_recordset(null::order_line, $1::jsonb) r
     on conflict (tenant_id, lower(order_no), lower(line_no)) do update
       set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}, fed_at = excluded.fed_at, record_version = order_line.record_version + 1
     where (${list('order_line')}) is distinct from (${list('excluded')})`,
    [JSON.stringify(rows), tenantId, new Date(realClock.now())],
  );
}

const orderList = ({ database }: FeedDeps): OrderSystemList => ({
  path: 'orders',
  items: 'orders',
  cursorKey: (tenantCode) => `order_feed_${tenantCode}`,
  take: async (items, tenant) => {
    const { read, refused } = readItems(order, items);
    const values = read.map(({ value }) => value);
    await saveOrders(database, tenant.id, values);
    return refused;
  },
});

/** Takes the orders that the tenants' order systems have added or changed since the last time. */
export const takeOrders = (deps: FeedDeps): Promise<void> => followOrderSystems(deps, [orderList(deps)]);
