// unscoped: The order was found by `ctx.db` before: lines, ties and value sources are addressed by its ids.
import { type PackedProvenance, packedOrNone, reportedAt } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Statement, SourcesOfRow } from '#shared/list/declare.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { TenantIds } from '#server/platform/db/tenant-ids.ts';

/** Lines of an order whose writer is looked up: so many of those that were added last. */
const maxLines = 50;

const ofLines = ['orderNo', 'supplier', 'customer', 'originCode', 'destinationCode', 'shipBy', 'promisedOn', 'lines'];
/** What follows from the line that decides over the order, and what from all of its lines. */
const ofDecidingLine = ['risk', 'reason', 'lateDays'];
const ofAllLines = ['progress', 'mode', 'stage'];

type Written = { id: number; fed_at: Instant | null; at: Instant | null; who: string | null };

const newest = (all: readonly Statement[]): Statement | undefined =>
  all.toSorted((one, other) => other.time - one.time)[0];

/** Who wrote order lines last: the order system of their tenant, or a person. Lines of which it is not known are left out. */
export async function listLineWriters(ctx: Ctx, lineIds: readonly number[]): Promise<Map<number, Statement>> {
  const rows = await ctx.unscoped.query<Written>(
    `select l.id, l.fed_at, a.at, coalesce(u.name_cn, a.actor_code) as who from order_line l
       left join lateral (select at, actor_id, actor_code from audit_log where entity = 'orderLine' and entity_id = l.id::text
         and action in ('insert', 'update', 'restore') order by id desc limit 1) a on true
       left join app_user u on u.id = a.actor_id
     where l.id = any($1)`,
    [lineIds],
  );
  const system = serverText('source.orderSystem', {}, ctx.lang);
  return new Map(
    rows.flatMap(({ id, fed_at: fed, at, who }) => {
      const writer = newest([
        ...(at === null || who === null ? [] : [{ source: who, time: at }]),
        ...(fed === null ? [] : [{ source: system, time: fed }]),
      ]);
      return writer === undefined ? [] : [[id, writer] as const];
    }),
  );
}

/** Who wrote lines of orders last, by order. */
async function listOrderWriters(ctx: Ctx, orders: TenantIds): Promise<Map<number, Statement>> {
  const lines = await ctx.unscoped.query<{ order_id: number; id: number }>(
    `select o.id as order_id, l.id from cargo_order o
       cross join lateral (select id from order_line where tenant_id = o.tenant_id and order_no = o.order_no
         order by id desc limit ${maxLines}) l
     where o.id = any($1) and o.tenant_id = any($2)`,
    [orders.ids, orders.tenantIds],
  );
  const writers = await listLineWriters(
    ctx,
    lines.map(({ id }) => id),
  );
  const found = [...Map.groupBy(lines, (line) => line.order_id)].flatMap(([orderId, own]) => {
    const writer = newest(own.flatMap(({ id }) => writers.get(id) ?? []));
    return writer === undefined ? [] : [[orderId, writer] as const];
  });
  return new Map(found);
}

type Carrier = { id: number; decides: boolean; arrival: Instant | null; provenance: unknown };

/** The shipments that carry lines of orders, and whether they carry the line that decides over the order. */
const listCarriers = (ctx: Ctx, orders: TenantIds): Promise<Carrier[]> =>
  ctx.unscoped.query<Carrier>(
    `select o.id, l.line_no is not distinct from o.reason->>'lineNo' as decides, coalesce(h.ata, h.eta) as arrival, h.provenance
     from cargo_order o
       cross join lateral (select id, line_no from order_line where tenant_id = o.tenant_id and order_no = o.order_no
         order by id desc limit ${maxLines}) l
       join order_tie t on t.line_id = l.id and t.tenant_id = o.tenant_id and not t.undone
       join subscription s on s.id = t.subscription_id and s.tenant_id = o.tenant_id
       join shipment h on h.id = s.shipment_id and h.tenant_id = o.tenant_id
     where o.id = any($1) and o.tenant_id = any($2)`,
    [orders.ids, orders.tenantIds],
  );

const times = ['ata', 'eta', 'plannedArrival', 'atd', 'etd', 'plannedDeparture'] as const;

/** Which source reported when the goods arrive, or else when they leave. */
const valueSourceOfTimes = (packed: PackedProvenance, nameOf: (code: string) => string): Statement | undefined =>
  times
    .map((attribute) => reportedAt(packed, 'booking', attribute, nameOf))
    .find((statement) => statement !== undefined);

type Reported = { decides: boolean; arrival: Instant | null; statement: Statement };

/** Which source reported when the last of the goods arrive. */
const valueSourceOfLast = (reported: readonly Reported[]): Statement | undefined =>
  reported
    .filter(({ arrival }) => arrival !== null)
    .toSorted((one, other) => (other.arrival ?? 0) - (one.arrival ?? 0))[0]?.statement;

/**
 * Source and time of the values in the rows of orders, by order id. Values that were entered (supplier, dates, places) name who wrote
 * the lines last. Values worked out from shipments name the source of their times, or that writer while no shipment is known; the
 * expected delivery then has no source.
 */
export async function listOrderValueSources(
  ctx: Ctx,
  orders: TenantIds,
  nameOf: (code: string) => string,
): Promise<Map<string, SourcesOfRow>> {
  const [writers, carriers] = await Promise.all([listOrderWriters(ctx, orders), listCarriers(ctx, orders)]);
  const carriersOf = Map.groupBy(carriers, ({ id }) => id);
  return new Map(
    orders.ids.map((id) => {
      const writer = writers.get(id);
      const reported = (carriersOf.get(id) ?? []).flatMap(({ decides, arrival, provenance }): Reported[] => {
        const statement = valueSourceOfTimes(packedOrNone(provenance), nameOf);
        return statement === undefined ? [] : [{ decides, arrival, statement }];
      });
      const deciding = newest(reported.filter(({ decides }) => decides).map(({ statement }) => statement)) ?? writer;
      const all = newest(reported.map(({ statement }) => statement)) ?? writer;
      const statement = [
        ...ofLines.map((column) => [column, writer] as const),
        ...ofDecidingLine.map((column) => [column, deciding] as const),
        ...ofAllLines.map((column) => [column, all] as const),
        ['expectedTime', valueSourceOfLast(reported)] as const,
      ];
      return [
        String(id),
        Object.fromEntries(statement.flatMap(([column, by]) => (by === undefined ? [] : [[column, by]]))),
      ];
    }),
  );
}
