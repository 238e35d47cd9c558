import { keepState, readState } from '#server/platform/db/app-state.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { tenantsOf, type TenantIds } from '#server/platform/db/tenant-ids.ts';

/** An order that is to be worked out again. */
export type DueOrder = { id: number; tenant_id: number; order_no: string };

/** A line as it is stored. */
export type LineRow = {
  id: number;
  tenant_id: number;
  order_no: string;
  line_no: string;
  supplier: string;
  customer: string | null;
  transport_mode: Mode;
  origin_code: string | null;
  destination_code: string | null;
  ship_by: string | null;
  promised_on: string;
  reference_nos: string | null;
  /** Its order was worked out before. */
  known: boolean;
};

/** What carries a line, with what is known of it. */
export type CarriedRow = {
  line_id: number;
  subscription_id: number;
  reference_no: string;
  mode: Mode;
  open_exceptions: number;
  ended_at: Instant | null;
  carriage: string | null;
  atd: Instant | null;
  planned_arrival: Instant | null;
  first_eta: Instant | null;
  eta: Instant | null;
  /** Until when any source expects the arrival; null once it has happened. */
  awaited_until: Instant | null;
  ata: Instant | null;
  newest_change: number | null;
};

/** Orders whose time has come, locked; those that somebody else works on are left out. */
export const lockDueOrders = async (database: Database, at: Instant, limit: number): Promise<DueOrder[]> =>
  (
    await database.execute<DueOrder>(
      `select id, tenant_id, order_no from cargo_order where due_at <= $1 order by due_at, id limit $2 for update skip locked`,
      [new Date(at), limit],
    )
  ).rows;

/** One order, locked. */
export const lockOrder = async (database: Database, id: number): Promise<DueOrder[]> =>
  (await database.execute<DueOrder>('select id, tenant_id, order_no from cargo_order where id = $1 for update', [id]))
    .rows;

/** The lines of orders, in the order of their numbers. */
export const listLines = (database: Database, orders: TenantIds): Promise<LineRow[]> =>
  database.query<LineRow>(
    `select l.id, l.tenant_id, l.order_no, l.line_no, l.supplier, l.customer, l.transport_mode, l.origin_code, l.destination_code,
       l.ship_by::text as ship_by, l.promised_on::text as promised_on, l.reference_nos, o.changed_at is not null as known
     from cargo_order o join order_line l on l.tenant_id = o.tenant_id and l.order_no = o.order_no
     where o.id = any($1) and o.tenant_id = any($2) order by l.order_no, length(l.line_no), l.line_no`,
    [orders.ids, orders.tenantIds],
  );

/** Makes the ties of lines those of their references; what people tied or untied stays. */
export async function syncReferences(
  database: Database,
  wanted: readonly { tenantId: number; lineId: number; references: readonly string[] }[],
): Promise<void> {
  const rows = wanted.flatMap(({ tenantId, lineId, references }) =>
    references.map((reference) => ({ tenant_id: tenantId, line_id: lineId, reference_no: reference })),
  );
  await database.execute(
    `with named as (select * from jsonb_to_recordset($2::jsonb) as r(tenant_id bigint, line_id bigint, reference_no text)),
     gone as (delete from order_tie t where t.line_id = any($1) and t.tenant_id = any($3) and not t.by_hand
       and not exists (select from named n where n.line_id = t.line_id and n.reference_no = t.reference_no))
     insert into order_tie (tenant_id, line_id, reference_no) select tenant_id, line_id, reference_no from named
     on conflict (line_id, reference_no, tenant_id) do nothing`,
    [wanted.map(({ lineId }) => lineId), JSON.stringify(rows), tenantsOf(wanted)],
  );
}

/** Ties what is not tied yet to the newest subscription of the tenant with that number, or whose shipment has that container. */
export const resolveTies = (database: Database, lines: TenantIds) =>
  database.execute(
    `update order_tie t set subscription_id = (
       select f.id from (
         select s.id, s.subscribed_at, 0 as way from subscription s
           where s.tenant_id = t.tenant_id and s.bill_no = t.reference_no
         union all select s.id, s.subscribed_at, 1 from subscription s
           where s.tenant_id = t.tenant_id and s.container_no = t.reference_no
         union all select s.id, s.subscribed_at, 2 from shipment h
             join subscription s on s.id = h.subscription_id and s.tenant_id = h.tenant_id
           where h.tenant_id = t.tenant_id and h.fused and h.container_nos @> array[t.reference_no]) f
       order by f.way, f.subscribed_at desc, f.id desc limit 1)
     where t.line_id = any($1) and t.tenant_id = any($2) and t.subscription_id is null`,
    [lines.ids, lines.tenantIds],
  );

/** What carries lines now. */
export const listCarried = (database: Database, lines: TenantIds): Promise<CarriedRow[]> =>
  database.query<CarriedRow>(
    `select t.line_id, t.subscription_id, t.reference_no, s.mode, s.open_exceptions, h.vessel_name as carriage,
       case when s.ended then coalesce(s.ended_at, h.ended_at, h.updated_at) end as ended_at,
       h.atd, h.planned_arrival, h.eta, h.awaited_until, h.ata, (h.history->'eta'->0->>'value')::float8 as first_eta,
       (select max(c.id) from shipment_change c where c.shipment_id = h.id and c.tenant_id = h.tenant_id) as newest_change
     from order_tie t join subscription s on s.id = t.subscription_id and s.tenant_id = t.tenant_id
     left join shipment h on h.id = s.shipment_id and h.tenant_id = s.tenant_id
     where t.line_id = any($1) and t.tenant_id = any($2) and not t.undone order by t.id`,
    [lines.ids, lines.tenantIds],
  );

/** Shipments of which lines claim more packages than they carry; a line that several shipments carry claims of none alone. */
export const listOverclaimed = (
  database: Database,
  subscriptions: TenantIds,
): Promise<{ subscription_id: number; reference: string; carried: number; claimed: number }[]> =>
  database.query(
    `select c.subscription_id, c.reference, c.claimed, p.carried from (
       select t.subscription_id, min(t.tenant_id) as tenant_id, min(coalesce(s.bill_no, s.container_no)) as reference, min(s.shipment_id) as shipment_id,
         sum(l.packages)::int as claimed
       from order_tie t join order_line l on l.id = t.line_id and l.tenant_id = t.tenant_id
         join subscription s on s.id = t.subscription_id and s.tenant_id = t.tenant_id
       where t.subscription_id = any($1) and t.tenant_id = any($2) and not t.undone and l.packages is not null
         and not exists (select from order_tie o
           where o.line_id = t.line_id and o.tenant_id = t.tenant_id and o.id <> t.id and not o.undone)
       group by t.subscription_id) c
     join shipment h on h.id = c.shipment_id and h.tenant_id = c.tenant_id and h.tenant_id = any($2)
     cross join lateral (select case when h.content->>'mode' is null then sum((u->>'quantity')::float8)
         else max((u->>'quantity')::float8) end::int as carried
       from json_array_elements(h.content->'containers') u
       where h.content->>'mode' is null or u->>'containerNo' = h.bill_no) p
     where p.carried > 0 and c.claimed > p.carried`,
    [subscriptions.ids, subscriptions.tenantIds],
  );

/** What an order comes to, ready to be stored. */
export type OrderSummary = {
  id: number;
  tenant_id: number;
  supplier: string;
  customer: string | null;
  modes: string[];
  origin: string | null;
  destination: string | null;
  ship_by: string | null;
  promised_on: string | null;
  expected: string | null;
  lines: number;
  stage_lines: Readonly<Record<string, number>>;
  stage: string;
  risk: string;
  late_days: number | null;
  reason: object | null;
  problem: object | null;
  exceptions: number;
  seen_change: number;
  due: string | null;
};

/** Stores what orders come to; `changed_at` moves where something did. */
export const keepOrders = (database: Database, rows: readonly OrderSummary[], at: Instant) =>
  database.execute(
    `update cargo_order o set supplier = r.supplier, customer = r.customer, transport_modes = r.modes, origin_code = r.origin,
       destination_code = r.destination, ship_by = r.ship_by, promised_on = r.promised_on, expected_at = r.expected, lines = r.lines,
       stage_lines = r.stage_lines, stage = r.stage, risk = r.risk, late_days = r.late_days, reason = r.reason, problem = r.problem,
       open_exceptions = r.exceptions, seen_change = r.seen_change, due_at = r.due,
       changed_at = case when o.changed_at is null or (o.stage_lines, o.risk, o.late_days, o.lines, o.problem)
         is distinct from (r.stage_lines, r.risk, r.late_days, r.lines, r.problem) then $2 else o.changed_at end
     from jsonb_to_recordset($1::jsonb) as r(id bigint, tenant_id bigint, supplier text, customer text, modes text[], origin text, destination text,
       ship_by date, promised_on date, expected timestamptz, lines int, stage_lines jsonb, stage text, risk text, late_days int,
       reason jsonb, problem jsonb, exceptions int, seen_change bigint, due timestamptz)
     where o.id = r.id and o.tenant_id = r.tenant_id`,
    [JSON.stringify(rows), new Date(at)],
  );

/** Changes and subscriptions become visible in another order than they are numbered: so many are looked at again. */
const overlap = 500;
const changesAtOnce = 5_000;

/** Has orders worked out again whose shipments changed after a change or ended, or whose references are tracked since a subscription. */
export async function markChanged(
  database: Database,
  seen: { change: number; subscription: number },
): Promise<{ change: number; subscription: number }> {
  const { rows } = await database.execute<{ change: number | null; subscription: number | null }>(
    `with part as materialized (select id, shipment_id from shipment_change where id > $1::bigint - ${overlap} order by id limit ${changesAtOnce}),
     news as (select shipment_id, max(id) as id from part group by shipment_id),
     added as materialized (select id, tenant_id, bill_no, container_no from subscription where id > $2::bigint - ${overlap} order by id limit ${changesAtOnce}),
     ended as (delete from order_ended_shipment returning subscription_id),
     due as (
       select o.id from news n join shipment h on h.id = n.shipment_id join order_tie t on t.subscription_id = h.subscription_id
         join order_line l on l.id = t.line_id join cargo_order o on o.tenant_id = l.tenant_id and o.order_no = l.order_no
       where n.id > o.seen_change
       union
       select o.id from ended e join order_tie t on t.subscription_id = e.subscription_id
         join order_line l on l.id = t.line_id join cargo_order o on o.tenant_id = l.tenant_id and o.order_no = l.order_no
       union
       select o.id from added s join order_tie t on t.subscription_id is null and t.tenant_id = s.tenant_id
           and t.reference_no in (s.bill_no, s.container_no)
         join order_line l on l.id = t.line_id join cargo_order o on o.tenant_id = l.tenant_id and o.order_no = l.order_no),
     marked as (update cargo_order set due_at = 'epoch' where id in (select id from due))
     select (select max(id) from part)::bigint as change, (select max(id) from added)::bigint as subscription`,
    [seen.change, seen.subscription],
  );
  return {
    change: Math.max(seen.change, Number(rows[0]?.change ?? 0)),
    subscription: Math.max(seen.subscription, Number(rows[0]?.subscription ?? 0)),
  };
}

const progressKey = 'order_progress';

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Up to which change and subscription orders were looked at. */
export async function readProgress(database: Database): Promise<{ change: number; subscription: number }> {
  const { change, subscription } = asRecord(await readState(database, progressKey));
  return { change: numberOf(change), subscription: numberOf(subscription) };
}

/** Keeps up to which change and subscription orders were looked at. */
export const keepProgress = (database: Database, progress: { change: number; subscription: number }) =>
  keepState(database, progressKey, progress);
