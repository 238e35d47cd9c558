// unscoped: Ports, carriers and published prices have no tenant; rows of tenants were chosen by `ctx.db` before and are addressed by id.
import type { Ctx } from '#server/platform/context.ts';

const portNames = [
  'l.name as pol_name',
  'l.name_cn as pol_name_cn',
  'd.name as pod_name',
  'd.name_cn as pod_name_cn',
] as const;

/** Prices by id, with what their rates say besides. */
export const listPriceRows = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('rate_price as p')
    .innerJoin('freight_rate as r', 'r.id', 'p.rate_id')
    .innerJoin('md_port as l', 'l.id', 'r.pol_id')
    .innerJoin('md_port as d', 'd.id', 'r.pod_id')
    .selectAll('p')
    .select(portNames)
    .select(['r.rate_no', 'r.valid_to', 'r.transit_days', 'r.free_demurrage_days', 'r.free_detention_days'])
    .where('p.id', 'in', ids)
    .execute();

/** Offers by id, with the names of their ports. */
export const listSpotRows = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('spot_offer as o')
    .leftJoin('md_port as l', 'l.code', 'o.pol_code')
    .leftJoin('md_port as d', 'd.code', 'o.pod_code')
    .selectAll('o')
    .select(portNames)
    .select(['l.zone as pol_zone', 'd.zone as pod_zone'])
    .where('o.id', 'in', ids)
    .execute();

/** One price with its lines; undefined for one of somebody else. */
export const findPrice = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('rate_price').selectAll().where('id', '=', id).executeTakeFirst();

/** One offer with its lines. */
export const findOffer = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('spot_offer').selectAll().where('id', '=', id).executeTakeFirst();

/** What the market of a lane asked on each of the last days: quarter, middle, three quarters. */
export const listMarketDays = (ctx: Ctx, lane: { polCode: string; podCode: string; containerType: string }) =>
  ctx.unscoped.query<{ day: string; low: number; mid: number; high: number; n: number }>(
    `select quoted_on as day, count(*)::int as n,
       round(percentile_cont(0.25) within group (order by total_usd)::numeric, 2) as low,
       round(percentile_cont(0.5) within group (order by total_usd)::numeric, 2) as mid,
       round(percentile_cont(0.75) within group (order by total_usd)::numeric, 2) as high
     from spot_offer where pol_code = $1 and pod_code = $2 and container_type = $3 and total_usd is not null
     group by quoted_on order by quoted_on desc limit 30`,
    [lane.polCode, lane.podCode, lane.containerType],
  );
