import { type PackedProvenance, packedOrNone, toldAt } from '#server/modules/tracking/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Said, SaidOfRow } from '#shared/list/declare.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Lines of an order that are asked who wrote them, the newest first. */
const mostLines = 50;

const ofLines = ['orderNo', 'supplier', 'customer', 'originCode', 'destinationCode', 'shipBy', 'promisedOn', 'lines'];
const ofShipments = ['risk', 'reason', 'progress', 'lateDays', 'mode', 'expectedTime', 'stage'];

type Written = { id: number; fed_at: Instant | null; at: Instant | null; who: string | null };

const newest = (all: readonly Said[]): Said | undefined => all.toSorted((one, other) => other.time - one.time)[0];

/** Who wrote order lines last: the order system of their tenant, or a person. Lines of which it is not known are left out. */
export async function listLineWriters(ctx: Ctx, lineIds: readonly number[]): Promise<Map<number, Said>> {
  const rows = await ctx.database.query<Written>(
    `select l.id, l.fed_at, a.at, coalesce(u.name_cn, a.actor_code) as who from order_line l
       left join lateral (select at, actor_id, actor_code from audit_log where entity = 'orderLine' and entity_id = l.id::text
         order by id desc limit 1) a on true
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
async function listWriters(ctx: Ctx, orderIds: readonly number[]): Promise<Map<number, Said>> {
  const lines = await ctx.database.query<{ order_id: number; id: number }>(
    `select o.id as order_id, l.id from cargo_order o
       cross join lateral (select id from order_line where tenant_id = o.tenant_id and order_no = o.order_no
         order by id desc limit ${mostLines}) l
     where o.id = any($1)`,
    [orderIds],
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

type Carrier = { id: number; provenance: unknown };

/** The shipments that carry the line which decides over each order. */
const listCarriers = (ctx: Ctx, orderIds: readonly number[]): Promise<Carrier[]> =>
  ctx.database.query<Carrier>(
    `select o.id, h.provenance from cargo_order o
       join order_line l on l.tenant_id = o.tenant_id and l.order_no = o.order_no and l.line_no = o.reason->>'lineNo'
       join order_tie t on t.line_id = l.id and not t.undone
       join subscription s on s.id = t.subscription_id join shipment h on h.id = s.shipment_id
     where o.id = any($1)`,
    [orderIds],
  );

const arrival = ['ata', 'eta', 'plannedArrival', 'atd', 'etd', 'plannedDeparture'] as const;

/** Who told when the goods arrive, or else when they leave. */
const tellerOfArrival = (packed: PackedProvenance, nameOf: (code: string) => string): Said | undefined =>
  arrival.map((attribute) => toldAt(packed, 'booking', attribute, nameOf)).find((said) => said !== undefined);

/**
 * Who told the values of orders of the caller, by their ids: those of their lines whoever wrote these last, and what follows from
 * shipments the source of the newest time of the line that decides.
 */
export async function listOrderTellers(
  ctx: Ctx,
  orderIds: readonly number[],
  nameOf: (code: string) => string,
): Promise<Map<string, SaidOfRow>> {
  const [writers, carriers] = await Promise.all([listWriters(ctx, orderIds), listCarriers(ctx, orderIds)]);
  const carriersOf = Map.groupBy(carriers, ({ id }) => id);
  return new Map(
    orderIds.map((id) => {
      const writer = writers.get(id);
      const told = (carriersOf.get(id) ?? []).flatMap(
        ({ provenance }) => tellerOfArrival(packedOrNone(provenance), nameOf) ?? [],
      );
      const ofTransport = newest(told) ?? writer;
      const columns = [
        ...(writer === undefined ? [] : ofLines.map((column) => [column, writer] as const)),
        ...(ofTransport === undefined ? [] : ofShipments.map((column) => [column, ofTransport] as const)),
      ];
      return [String(id), Object.fromEntries(columns)];
    }),
  );
}
