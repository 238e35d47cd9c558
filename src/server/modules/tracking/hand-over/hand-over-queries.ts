import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';

const shown = 20;
/** How exceptions stand that wait for somebody. */
export const waiting = [0, 1, 4];
const at = (instant: Instant): Date => new Date(instant);

const columns = [
  'id',
  'tenant_id',
  'type_code',
  'severity',
  'params',
  'bill_no',
  'container_no',
  'carrier_code',
  'assignee_name',
  'money_usd',
  'created_at',
  'resolved_at',
  'handle_time',
] as const;

/** Exceptions of the caller's tenants. */
const exceptions = (ctx: Ctx) => ctx.db.selectFrom('shipment_exception');

/** How many wait for somebody, of shipments that go on. */
export const countOpen = (ctx: Ctx) =>
  exceptions(ctx)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where severity = 'high'))::int`.as('high'),
      sql<number>`(count(*) filter (where assignee_code is null))::int`.as('unassigned'),
    ])
    .where('handle_status', 'in', waiting)
    .where('ended', '=', false)
    .executeTakeFirstOrThrow();

/** The dearest and worst of those that wait. */
export const listOpen = (ctx: Ctx) =>
  exceptions(ctx)
    .select(columns)
    .where('handle_status', 'in', waiting)
    .where('ended', '=', false)
    .orderBy('money_usd', 'desc')
    .orderBy(sql`array_position(array['low', 'medium', 'high'], severity)`, 'desc')
    .orderBy('id', 'desc')
    .limit(shown)
    .execute();

const since = (from: Instant, by: string | undefined) => {
  const moment = at(from);
  const own = by === undefined ? sql<boolean>`true` : sql<boolean>`assignee_code = ${by}`;
  return {
    opened: sql<boolean>`created_at >= ${moment}`,
    resolved: sql<boolean>`resolved_at >= ${moment}`,
    handled: sql<boolean>`handle_time >= ${moment} and ${own}`,
  };
};

/** How many came, went and were handled since a moment. */
export function countChanged(ctx: Ctx, from: Instant, by: string | undefined) {
  const { opened, resolved, handled } = since(from, by);
  return exceptions(ctx)
    .select([
      sql<number>`(count(*) filter (where ${opened}))::int`.as('opened'),
      sql<number>`(count(*) filter (where ${resolved}))::int`.as('resolved'),
      sql<number>`(count(*) filter (where ${handled}))::int`.as('handled'),
    ])
    .where('updated_at', '>=', from)
    .executeTakeFirstOrThrow();
}

/** What changed last since a moment. */
export function listChanged(ctx: Ctx, from: Instant, by: string | undefined) {
  const { opened, resolved, handled } = since(from, by);
  return exceptions(ctx)
    .select(columns)
    .where('updated_at', '>=', from)
    .where(sql<boolean>`(${opened} or ${resolved} or ${handled})`)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shown)
    .execute();
}

/** What comes due between two moments: postponed exceptions, events, arrivals, promised orders. */
export async function listDue(ctx: Ctx, from: Instant, to: Instant) {
  const [snoozed, events, arrivals, orders] = await Promise.all([
    exceptions(ctx)
      .select(['id', 'bill_no', 'container_no', 'snoozed_until as time'])
      .where('snoozed_until', '>=', from)
      .where('snoozed_until', '<', to)
      .orderBy('snoozed_until')
      .limit(shown)
      .execute(),
    ctx.db
      .selectFrom('shipment_event')
      .select(['id', 'reference_no', 'due_at as time'])
      .where('state', '<>', 'closed')
      .where('due_at', '>=', from)
      .where('due_at', '<', to)
      .orderBy('due_at')
      .limit(shown)
      .execute(),
    ctx.db
      .selectFrom('subscription as s')
      .innerJoin('shipment as h', 'h.id', 's.shipment_id')
      .select(['h.id', 's.bill_no', 's.container_no', 'h.eta as time', 'h.port_of_discharge as port'])
      .where('s.ended', '=', false)
      .where('h.ata', 'is', null)
      .where('h.eta', '>=', from)
      .where('h.eta', '<', to)
      .orderBy('h.eta')
      .limit(shown)
      .execute(),
    ctx.db
      .selectFrom('cargo_order')
      .select(['id', 'order_no', 'promised_noon as time'])
      .where('risk', '<>', 'done')
      .where('promised_noon', '>=', from)
      .where('promised_noon', '<', to)
      .orderBy('promised_noon')
      .limit(shown)
      .execute(),
  ]);
  return { snoozed, events, arrivals, orders };
}
