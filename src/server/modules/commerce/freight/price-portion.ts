import { type MarketBand, placeInMarket } from '#domain/commerce/freight/market-band.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { dayBefore } from './day-rates.ts';
import {
  type PriceDay,
  pricedTypes,
  priceOf,
  rateColumns,
  rateJoins,
  type RateRow,
  readPriceDay,
} from './price-day.ts';
import { agreeIn, sameRate } from './same-price.ts';

/** What today's and yesterday's prices of a tenant are made of. */
export type TwoDays = { day: string; today: PriceDay; yesterday: PriceDay };

/** Reads what prices are made of on a day and on the day before. */
export const readTwoDays = async (database: Database, tenantId: number, day: string): Promise<TwoDays> => ({
  day,
  today: await readPriceDay(database, tenantId, day),
  yesterday: await readPriceDay(database, tenantId, dayBefore(day)),
});

const listRates = (database: Database, ids: readonly number[], day: string): Promise<RateRow[]> =>
  database.query<RateRow>(
    `select ${rateColumns} from freight_rate r ${rateJoins}
     where r.id = any($1::bigint[]) and r.valid_from <= $2::date and r.valid_to >= $2::date order by r.id`,
    [ids, day],
  );

/** The rates that were valid the day before for the same thing as these, by the id of these; the newest where there are several. */
async function listFormer(database: Database, ids: readonly number[], day: string): Promise<Map<number, RateRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<RateRow & { next_id: number }>(
    `select distinct on (n.id) n.id as next_id, ${rateColumns}
     from freight_rate n join freight_rate r on r.tenant_id = n.tenant_id and ${agreeIn(sameRate, 'r', 'n')}
       and r.valid_to >= $2::date and r.valid_from <= $2::date
     ${rateJoins} where n.id = any($1::bigint[]) order by n.id, r.id desc`,
    [ids, dayBefore(day)],
  );
  return new Map(rows.map((row) => [row.next_id, row]));
}

const laneOf = (rate: { pol_code: string; pod_code: string }, type: string): string =>
  [rate.pol_code, rate.pod_code, type].join('|');

/** The market of the lanes of these rates, by type: what carriers ask today on the spot. */
async function readMarket(database: Database, rates: readonly RateRow[]): Promise<ReadonlyMap<string, MarketBand>> {
  const lanes = [...new Map(rates.map((rate) => [laneOf(rate, ''), rate])).values()];
  const rows = await database.query<MarketBand & { lane: string }>(
    `select concat_ws('|', o.pol_code, o.pod_code, o.container_type) as lane, count(*)::int as count,
       round(percentile_cont(0.25) within group (order by o.total_usd)::numeric, 2) as low,
       round(percentile_cont(0.5) within group (order by o.total_usd)::numeric, 2) as mid,
       round(percentile_cont(0.75) within group (order by o.total_usd)::numeric, 2) as high
     from unnest($1::text[], $2::text[]) as w(pol, pod) join spot_offer o on o.pol_code = w.pol and o.pod_code = w.pod
     where o.current and o.total_usd is not null and o.space <> 'SOLD_OUT'
     group by o.pol_code, o.pod_code, o.container_type`,
    [lanes.map(({ pol_code }) => pol_code), lanes.map(({ pod_code }) => pod_code)],
  );
  return new Map(rows.map((row) => [row.lane, row]));
}

async function rowsFor(database: Database, ids: readonly number[], days: TwoDays): Promise<Record<string, unknown>[]> {
  const rates = await listRates(database, ids, days.day);
  const begun = rates.filter(({ valid_from }) => valid_from === days.day).map(({ id }) => id);
  const formerOf = await listFormer(database, begun, days.day);
  const market = await readMarket(database, rates);
  return rates.flatMap((rate) => {
    const former = rate.valid_from < days.day ? rate : formerOf.get(rate.id);
    return pricedTypes.flatMap((type): Record<string, unknown>[] => {
      const price = priceOf(rate, type, days.today);
      if (price === undefined) return [];
      const band = market.get(laneOf(rate, type[1]));
      return [
        {
          rate_id: rate.id,
          container_type: type[1],
          pol_code: rate.pol_code,
          pod_code: rate.pod_code,
          carrier_code: rate.carrier_code,
          supplier_type: rate.supplier_type,
          supplier: rate.agent_name ?? rate.carrier_code,
          currency: rate.currency,
          freight: rate[type[0]],
          freight_usd: price.freight,
          total_usd: price.total,
          previous_usd: former === undefined ? null : (priceOf(former, type, days.yesterday)?.total ?? null),
          market_low: band?.low ?? null,
          market_mid: band?.mid ?? null,
          market_high: band?.high ?? null,
          market_count: band?.count ?? 0,
          market_place: placeInMarket(price.total, band),
        },
      ];
    });
  });
}

const columns = [
  'container_type',
  'pol_code',
  'pod_code',
  'carrier_code',
  'supplier_type',
  'supplier',
  'currency',
  'freight',
  'freight_usd',
  'total_usd',
  'previous_usd',
  'market_low',
  'market_mid',
  'market_high',
  'market_count',
  'market_place',
] as const;

const keyOf = ({ rate_id, container_type }: { rate_id?: unknown; container_type?: unknown }): string =>
  `${String(rate_id)} ${String(container_type)}`;

/** Removes the prices of these rates that they have no more. */
async function removeOthers(database: Database, ids: readonly number[], rows: readonly object[]): Promise<void> {
  const kept = new Set(rows.map(keyOf));
  const stored = await database.query<{ id: number; rate_id: number; container_type: string }>(
    'select id, rate_id, container_type from rate_price where rate_id = any($1::bigint[])',
    [ids],
  );
  const gone = stored.flatMap((price) => (kept.has(keyOf(price)) ? [] : [price.id]));
  if (gone.length > 0) await database.execute('delete from rate_price where id = any($1::bigint[])', [gone]);
}

/** Brings the prices of these rates of a tenant up to date, and removes those of rates that are not valid today. */
export async function pricePortion(
  database: Database,
  tenantId: number,
  ids: readonly number[],
  days: TwoDays,
  at: Instant,
): Promise<void> {
  const rows = await rowsFor(database, ids, days);
  await removeOthers(database, ids, rows);
  await database.execute(
    `insert into rate_price (tenant_id, rate_id, priced_on, priced_at, ${columns.join(', ')})
     select $1, n.rate_id, $2::date, $3, ${columns.map((column) => `n.${column}`).join(', ')}
     from jsonb_populate_recordset(null::rate_price, $4::jsonb) n
     on conflict (rate_id, container_type) do update set priced_on = excluded.priced_on, priced_at = excluded.priced_at,
       ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [tenantId, days.day, new Date(at), JSON.stringify(rows)],
  );
}
