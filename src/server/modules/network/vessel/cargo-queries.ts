import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A vessel with cargo of the caller's tenants as stored; money in US dollars. */
export type CargoRow = {
  mmsi: number;
  name: string | null;
  bookings: number;
  troubled: number;
  money: number;
  /** Of how many vessels this is one. */
  total: number;
  /** Her next call as her carrier announces it, and when we last expected her there. */
  next_port: string | null;
  next_at: Instant | null;
  own_at: Instant | null;
  /** Where her next cargo goes, for vessels without announced calls. */
  cargo_port: string | null;
  cargo_at: Instant | null;
  predicted_at: Instant | null;
  worst_id: number | null;
  worst_type: string | null;
  worst_severity: string | null;
  worst_reference: string | null;
};

// As the indexes have them; grouped and joined in their order, so that nothing has to be sorted.
const isAboard = sql<boolean>`state in ('loading', 'underway')`;
const isOpen = sql<boolean>`open and not ended`;
const severityRank = sql<number>`array_position(array['low', 'medium', 'high'], severity)`;

/** Vessels with bookings aboard, the riskiest first: by what their open exceptions may cost, then by the worst of them. */
function ranked({ db }: Ctx, limit: number) {
  const aboard = db
    .selectFrom('voyage_watch')
    .select(['tenant_id', 'subscription_id', 'mmsi'])
    .where(isAboard)
    .groupBy(['tenant_id', 'subscription_id', 'mmsi'])
    .as('w');
  const trouble = db
    .selectFrom('shipment_exception')
    .select((eb) => [
      'tenant_id',
      'subscription_id',
      // Two problems of one shipment are about the same money.
      eb.fn.max('money_usd').as('money'),
      eb.fn.max(severityRank).as('severity'),
    ])
    .where(isOpen)
    .groupBy(['tenant_id', 'subscription_id'])
    .as('t');
  const money = sql<number>`coalesce(sum(t.money), 0)::float8`;
  return db
    .selectFrom(aboard)
    .leftJoin(trouble, (join) =>
      join.onRef('t.tenant_id', '=', 'w.tenant_id').onRef('t.subscription_id', '=', 'w.subscription_id'),
    )
    .select((eb) => [
      'w.mmsi',
      sql<number>`count(*)::int`.as('bookings'),
      sql<number>`count(t.subscription_id)::int`.as('troubled'),
      money.as('money'),
      eb.fn.max('t.severity').as('severity'),
      sql<number>`(count(*) over ())::int`.as('total'),
    ])
    .groupBy('w.mmsi')
    .orderBy(money, 'desc')
    .orderBy(sql`max(t.severity)`, (order) => order.desc().nullsLast())
    .orderBy('bookings', 'desc')
    .orderBy('w.mmsi')
    .limit(limit);
}

/** The riskiest vessels with what is announced and expected of their next calls. */
const withNextCalls = (ctx: Ctx, now: Instant, limit: number) =>
  ctx.db
    .selectFrom(ranked(ctx, limit).as('r'))
    .leftJoin('ais_vessel as v', 'v.mmsi', 'r.mmsi')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('md_vessel')
          .select(['imo', 'name'])
          .where('mmsi', '=', sql<string>`lpad(r.mmsi::text, 9, '0')`)
          .limit(1)
          .as('m'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('port_visit')
          .select(['port_code', sql<Instant>`coalesce(departed_at, arrived_at)`.as('seen_at')])
          .whereRef('mmsi', '=', 'r.mmsi')
          .orderBy('arrived_at', 'desc')
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('sailing_call as c')
          .select(['c.port_code', 'c.arrives_at'])
          .where('c.imo', '=', sql<string>`coalesce(v.imo, m.imo)`)
          .where('c.omitted', '=', false)
          .where('c.actual_arrival', 'is', null)
          .where('c.arrives_at', '>', sql<Instant>`coalesce(p.seen_at, ${ts(now)})`)
          .where(sql<boolean>`c.port_code is distinct from p.port_code`)
          .orderBy('c.arrives_at')
          .limit(1)
          .as('n'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('vessel_outlook as o')
          .select('o.own')
          .whereRef('o.mmsi', '=', 'r.mmsi')
          .whereRef('o.to_port', '=', 'n.port_code')
          .where('o.arrived_at', 'is', null)
          .where('o.hindcast', '=', false)
          .where('o.departed_at', '>=', sql<Instant>`p.seen_at`)
          .where('o.own', 'is not', null)
          .orderBy('o.at', 'desc')
          .limit(1)
          .as('f'),
      (join) => join.onTrue(),
    );

/** Vessels with cargo of the caller's tenants, the riskiest first, with their next calls and worst open exceptions. */
export const listCargo = (ctx: Ctx, now: Instant, limit: number): Promise<CargoRow[]> =>
  withNextCalls(ctx, now, limit)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('voyage_watch')
          .select([
            'vessel_name',
            'to_port',
            sql<number | null>`(prediction ->> 'eta')::float8`.as('predicted_at'),
            sql<number | null>`(leg ->> 'eta')::float8`.as('told_at'),
          ])
          .whereRef('mmsi', '=', 'r.mmsi')
          .where(isAboard)
          .orderBy(sql`coalesce((prediction ->> 'eta')::float8, (leg ->> 'eta')::float8)`)
          .limit(1)
          .as('g'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('shipment_exception as e')
          .innerJoin('voyage_watch as b', 'b.subscription_id', 'e.subscription_id')
          .select([
            'e.id',
            'e.type_code',
            'e.severity',
            sql<string | null>`coalesce(e.bill_no, e.container_no)`.as('no'),
          ])
          .whereRef('b.mmsi', '=', 'r.mmsi')
          .where(sql<boolean>`b.state in ('loading', 'underway') and e.open and not e.ended`)
          .orderBy(sql`array_position(array['low', 'medium', 'high'], e.severity)`, 'desc')
          .orderBy('e.money_usd', 'desc')
          .orderBy('e.id')
          .limit(1)
          .as('x'),
      (join) => join.onTrue(),
    )
    .select([
      'r.mmsi',
      'r.bookings',
      'r.troubled',
      'r.money',
      'r.total',
      sql<string | null>`coalesce(v.name, m.name, g.vessel_name)`.as('name'),
      'n.port_code as next_port',
      'n.arrives_at as next_at',
      'f.own as own_at',
      'g.to_port as cargo_port',
      'g.told_at as cargo_at',
      'g.predicted_at as predicted_at',
      'x.id as worst_id',
      'x.type_code as worst_type',
      'x.severity as worst_severity',
      'x.no as worst_reference',
    ])
    .orderBy('r.money', 'desc')
    .orderBy('r.severity', (order) => order.desc().nullsLast())
    .orderBy('r.bookings', 'desc')
    .orderBy('r.mmsi')
    .execute();
