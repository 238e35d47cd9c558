// unscoped: Ports, carriers and published prices have no tenant; rows of tenants were chosen by `ctx.db` before and are addressed by id.
import type { Ctx } from '#server/platform/context.ts';

const portNames = [
  'l.name as polName',
  'l.name_cn as polNameCn',
  'd.name as podName',
  'd.name_cn as podNameCn',
] as const;

/** Prices by id, with what their rates say besides. */
export const listPriceRows = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('rate_price as p')
    .innerJoin('freight_rate as r', 'r.id', 'p.rate_id')
    .innerJoin('md_port as l', 'l.id', 'r.pol_id')
    .innerJoin('md_port as d', 'd.id', 'r.pod_id')
    .select([
      'p.id',
      'p.tenant_id as tenantId',
      'p.rate_id as rateId',
      'p.pol_code as polCode',
      'p.pod_code as podCode',
    ])
    .select(['p.container_type as containerType', 'p.supplier_type as supplierType', 'p.supplier'])
    .select(['p.carrier_code as carrierCode', 'p.currency', 'p.freight', 'p.freight_usd as freightUsd'])
    .select(['p.total_usd as totalUsd', 'p.previous_usd as previousUsd', 'p.market_place as marketPlace'])
    .select(['p.market_low as marketLow', 'p.market_mid as marketMid', 'p.market_high as marketHigh'])
    .select(['p.market_count as marketCount', 'p.priced_at as pricedTime'])
    .select(portNames)
    .select(['r.rate_no as rateNo', 'r.valid_to as validTo', 'r.transit_days as transitDays'])
    .select(['r.free_demurrage_days as demurrageDays', 'r.free_detention_days as detentionDays'])
    .where('p.id', 'in', ids)
    .execute();

/** Offers by id, with the names of their ports. */
export const listSpotRows = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('spot_offer as o')
    .leftJoin('md_port as l', 'l.code', 'o.pol_code')
    .leftJoin('md_port as d', 'd.code', 'o.pod_code')
    .select(['o.id', 'o.pol_code as polCode', 'o.pod_code as podCode', 'o.carrier_code as carrierCode'])
    .select(['o.vessel_name as vesselName', 'o.voyage', 'o.departs_at as departureTime', 'o.arrives_at as arrivalTime'])
    .select(['o.container_type as containerType', 'o.space', 'o.total_usd as totalUsd', 'o.freight', 'o.currency'])
    .select(['o.change_usd as changeUsd', 'o.previous_usd as previousUsd', 'o.previous_on as previousDay'])
    .select(['o.service_code as serviceCode', 'o.quoted_at as quotedTime', 'o.quoted_on as quotedOn'])
    .select(portNames)
    .select(['l.zone as polZone', 'd.zone as podZone'])
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
