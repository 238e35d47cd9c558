import { sql, type SqlBool } from 'kysely';
import { agentPricesList } from '#lists/agent-prices.ts';
import { spotOffersList } from '#lists/spot-offers.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import { carrierText, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { dayOf } from './day-rates.ts';
import { listPriceRows, listSpotRows } from './price-queries.ts';

const money = (value: number): number => Math.round(value * 100) / 100;
const difference = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : money(now - before);

async function loadPrices(ctx: Ctx, ids: readonly number[], reference: ReferenceSnapshot) {
  const rows = await listPriceRows(ctx, ids);
  return rows.map((row) => ({
    ratePriceId: String(row.id),
    polCode: row.pol_code,
    polName: row.pol_name,
    polNameCn: row.pol_name_cn,
    podCode: row.pod_code,
    podName: row.pod_name,
    podNameCn: row.pod_name_cn,
    containerType: row.container_type,
    supplierType: row.supplier_type,
    supplier: row.supplier,
    carrierCode: row.carrier_code,
    currency: row.currency,
    freight: row.freight,
    freightUsd: row.freight_usd,
    totalUsd: row.total_usd,
    surchargesUsd: difference(row.total_usd, row.freight_usd),
    previousUsd: row.previous_usd,
    changeUsd: difference(row.total_usd, row.previous_usd),
    marketPlace: row.market_place,
    marketLow: row.market_low,
    marketMid: row.market_mid,
    marketHigh: row.market_high,
    marketCount: row.market_count,
    transitDays: row.transit_days,
    freeDays: `${row.free_demurrage_days ?? '—'} / ${row.free_detention_days ?? '—'}`,
    rateNo: row.rate_no,
    validTo: row.valid_to,
    pricedTime: row.priced_at,
    tenantCode: reference.tenants.get(row.tenant_id)?.code ?? '',
    freightRateId: String(row.rate_id),
  }));
}

/** What the prices of the caller's tenants come to today. */
export const agentPricesSource = (reference: () => ReferenceSnapshot): ListSource =>
  listSource(agentPricesList, {
    from: (ctx) => ctx.db.selectFrom('rate_price as p'),
    id: 'p.id',
    columns: {
      polCode: 'p.pol_code',
      podCode: 'p.pod_code',
      containerType: 'p.container_type',
      carrierCode: 'p.carrier_code',
      supplierType: 'p.supplier_type',
      supplier: 'p.supplier',
      totalUsd: 'p.total_usd',
      freightUsd: 'p.freight_usd',
      changeUsd: 'p.change_usd',
      marketPlace: 'p.market_place',
    },
    cells: {
      supplier: ({ supplier, supplierType }, ctx) =>
        supplierType === 'CARRIER'
          ? carrierText({ reference: reference(), lang: ctx.lang }, String(supplier))
          : String(supplier),
      band: ({ marketLow, marketMid, marketHigh }) =>
        marketMid === null ? '' : `${String(marketLow)} – ${String(marketMid)} – ${String(marketHigh)}`,
    },
    load: (ctx, ids) => loadPrices(ctx, ids, reference()),
  });

async function loadOffers(ctx: Ctx, ids: readonly number[]) {
  const rows = await listSpotRows(ctx, ids);
  const today = dayOf(ctx.clock.now());
  return rows.map((row) => ({
    spotOfferId: String(row.id),
    polCode: row.pol_code,
    polName: row.pol_name ?? row.pol_code,
    polNameCn: row.pol_name_cn,
    polZone: row.pol_zone,
    podCode: row.pod_code,
    podName: row.pod_name ?? row.pod_code,
    podNameCn: row.pod_name_cn,
    podZone: row.pod_zone,
    carrierCode: row.carrier_code,
    vesselName: row.vessel_name,
    voyage: row.voyage,
    departureTime: row.departs_at,
    arrivalTime: row.arrives_at,
    transitDays: Math.ceil((row.arrives_at - row.departs_at) / DAY_MS),
    containerType: row.container_type,
    space: row.space as 'OPEN',
    totalUsd: row.total_usd,
    freight: row.freight,
    currency: row.currency,
    changeUsd: row.change_usd,
    previousUsd: row.previous_usd,
    previousDay: row.previous_on,
    serviceCode: row.service_code,
    quotedTime: row.quoted_at,
    // A carrier that does not answer leaves its offers of an earlier day.
    stale: row.quoted_on < today ? (1 as const) : (0 as const),
  }));
}

/** What carriers ask today: data of everybody, of sailings that have not left. */
export const spotOffersSource: ListSource = listSource(spotOffersList, {
  from: (ctx) =>
    ctx.db
      .selectFrom('spot_offer as o')
      .where('o.current', '=', true)
      .where(sql<SqlBool>`o.departs_at > ${new Date(ctx.clock.now())}`),
  id: 'o.id',
  columns: {
    polCode: 'o.pol_code',
    podCode: 'o.pod_code',
    carrierCode: 'o.carrier_code',
    vesselName: 'o.vessel_name',
    departureTime: 'o.departs_at',
    arrivalTime: 'o.arrives_at',
    containerType: 'o.container_type',
    space: 'o.space',
    totalUsd: 'o.total_usd',
    freight: 'o.freight',
    changeUsd: 'o.change_usd',
    quotedTime: 'o.quoted_at',
  },
  load: loadOffers,
});
