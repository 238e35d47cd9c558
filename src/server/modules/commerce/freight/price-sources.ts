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
  return rows.map(({ id, tenantId, rateId, demurrageDays, detentionDays, ...row }) => ({
    ...row,
    ratePriceId: String(id),
    surchargesUsd: difference(row.totalUsd, row.freightUsd),
    changeUsd: difference(row.totalUsd, row.previousUsd),
    freeDays: `${demurrageDays ?? '—'} / ${detentionDays ?? '—'}`,
    tenantCode: reference.tenants.get(tenantId)?.code ?? '',
    freightRateId: String(rateId),
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
  return rows.map(({ id, quotedOn, ...row }) => ({
    ...row,
    spotOfferId: String(id),
    polName: row.polName ?? row.polCode,
    podName: row.podName ?? row.podCode,
    transitDays: Math.ceil((row.arrivalTime - row.departureTime) / DAY_MS),
    space: row.space,
    // A carrier that does not answer leaves its offers of an earlier day.
    stale: quotedOn < today ? (1 as const) : (0 as const),
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
