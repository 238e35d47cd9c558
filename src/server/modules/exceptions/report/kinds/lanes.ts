import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';

/** Arrivals of one carrier between two ports, against their plans; delays in days, negative = early. */
export type Lane = {
  carrier: string;
  pol: string | null;
  pod: string | null;
  n: number;
  /** At most a day after the planned arrival. */
  on_time: number;
  mean: number;
  median: number;
  worst: number;
};

type Period = { at: Instant; days: number };

/** Arrivals of the period with their delay: one record for each tracked shipment, where both times are known. */
const arrivalsOf = (ctx: Ctx, { at, days }: Period) =>
  ctx.db
    .selectFrom('subscription as s')
    .innerJoin('shipment as h', 'h.id', 's.shipment_id')
    .select([
      's.carrier_code as carrier',
      'h.port_of_loading as pol',
      'h.port_of_discharge as pod',
      sql<number>`extract(epoch from (h.ata - h.planned_arrival))::float8 / 86400`.as('delay'),
    ])
    .where('h.planned_arrival', 'is not', null)
    .where('h.ata', '>=', ts(at - days * DAY_MS))
    .where('h.ata', '<=', ts(at))
    .as('a');

/** Lanes by the number of their arrivals, the most first. */
export const listLanes = (ctx: Ctx, period: Period): Promise<Lane[]> =>
  ctx.db
    .selectFrom(arrivalsOf(ctx, period))
    .select([
      'carrier',
      'pol',
      'pod',
      sql<number>`count(*)::int`.as('n'),
      sql<number>`(count(*) filter (where delay <= 1))::int`.as('on_time'),
      sql<number>`avg(delay)::float8`.as('mean'),
      sql<number>`(percentile_cont(0.5) within group (order by delay))::float8`.as('median'),
      sql<number>`max(delay)::float8`.as('worst'),
    ])
    .groupBy(['carrier', 'pol', 'pod'])
    .orderBy('n', 'desc')
    .orderBy('carrier')
    .orderBy('pol')
    .orderBy('pod')
    .limit(50_000)
    .execute();

/** How many arrivals were how late. */
export const countDelays = (ctx: Ctx, period: Period) =>
  ctx.db
    .selectFrom(arrivalsOf(ctx, period))
    .select([
      sql<number>`(count(*) filter (where delay < -1))::int`.as('early'),
      sql<number>`(count(*) filter (where delay between -1 and 1))::int`.as('onTime'),
      sql<number>`(count(*) filter (where delay > 1 and delay <= 3))::int`.as('three'),
      sql<number>`(count(*) filter (where delay > 3 and delay <= 7))::int`.as('week'),
      sql<number>`(count(*) filter (where delay > 7))::int`.as('more'),
    ])
    .executeTakeFirstOrThrow();
