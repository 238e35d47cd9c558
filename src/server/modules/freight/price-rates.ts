import type { SurchargeLine } from '#domain/freight/all-in-price.ts';
import { type MarketBand, placeInMarket } from '#domain/freight/market-band.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { dayBefore, dayOf, readDayRates } from './day-rates.ts';
import { type DayRates, priceDocument } from './price-document.ts';

/** Container types that rate lines have prices for: column and trade name. */
const pricedTypes = [
  ['price20gp', '20GP'],
  ['price40gp', '40GP'],
  ['price40hq', '40HQ'],
  ['price45hq', '45HQ'],
  ['price20rf', '20RF'],
  ['price40rh', '40RH'],
] as const;

type RateRow = { [K in (typeof pricedTypes)[number][0]]: number | null } & {
  id: number;
  supplier_type: string;
  agent_name: string | null;
  carrier_id: number;
  carrier_code: string;
  pol_id: number;
  pol_code: string;
  transship_port_id: number | null;
  pod_id: number;
  pod_code: string;
  service: string | null;
  contract_no: string | null;
  currency: string;
};

/** Prices of the same thing on different days agree in this. */
const sameThing = (rate: RateRow): string =>
  [
    rate.supplier_type,
    rate.agent_name,
    rate.carrier_id,
    rate.pol_id,
    rate.transship_port_id,
    rate.pod_id,
    rate.service,
    rate.contract_no,
    rate.currency,
  ].join('|');

const listRates = (database: Database, tenantId: number, day: string): Promise<RateRow[]> =>
  database.query<RateRow>(
    `select r.id, r.supplier_type, r.agent_name, r.carrier_id, c.code as carrier_code, r.pol_id, l.code as pol_code,
       r.transship_port_id, r.pod_id, d.code as pod_code, r.service, r.contract_no, r.currency,
       ${pricedTypes.map(([column]) => `r.${column}`).join(', ')}
     from freight_rate r join md_carrier c on c.id = r.carrier_id join md_port l on l.id = r.pol_id join md_port d on d.id = r.pod_id
     where r.tenant_id = $1 and r.valid_from <= $2::date and r.valid_to >= $2::date order by r.id`,
    [tenantId, day],
  );

type TypedLine = SurchargeLine & { tradeName: string | null };

const listSurcharges = (database: Database, tenantId: number, day: string): Promise<TypedLine[]> =>
  database.query<TypedLine>(
    `select s.id, s.surcharge_code as code, s.surcharge_name_cn as "nameCn", s.surcharge_name_en as "nameEn", s.basis, s.payer,
       s.amount::text as amount, s.currency, s.carrier_id as "carrierId", s.pol_id as "polId", s.pod_id as "podId",
       s.container_type_id as "containerTypeId", t.trade_name as "tradeName"
     from surcharge s left join md_container_type t on t.id = s.container_type_id
     where s.tenant_id = $1 and s.valid_from <= $2::date and s.valid_to >= $2::date order by s.surcharge_code, s.id`,
    [tenantId, day],
  );

/** Stands for the type asked about: several ISO codes share a trade name, so the name decides. */
const thisType = 1;
const linesFor = (lines: readonly TypedLine[], containerType: string): SurchargeLine[] =>
  lines
    .filter(({ tradeName }) => tradeName === null || tradeName === containerType)
    .map(({ tradeName, ...line }) => ({ ...line, containerTypeId: tradeName === null ? null : thisType }));

type Day = { lines: readonly TypedLine[]; rates: DayRates };

function priceOf(rate: RateRow, [column, containerType]: (typeof pricedTypes)[number], { lines, rates }: Day) {
  const amount = rate[column];
  if (amount === null) return undefined;
  return priceDocument(
    {
      freight: { amount: String(amount), currency: rate.currency },
      carrierId: rate.carrier_id,
      polId: rate.pol_id,
      podId: rate.pod_id,
      containerTypeId: thisType,
    },
    linesFor(lines, containerType),
    rates,
  );
}

/** The market of each lane and type: what carriers ask today on the spot. */
async function readMarket(database: Database): Promise<ReadonlyMap<string, MarketBand>> {
  const rows = await database.query<MarketBand & { lane: string }>(
    `select concat_ws('|', pol_code, pod_code, container_type) as lane, count(*)::int as count,
       round(percentile_cont(0.25) within group (order by total_usd)::numeric, 2) as low,
       round(percentile_cont(0.5) within group (order by total_usd)::numeric, 2) as mid,
       round(percentile_cont(0.75) within group (order by total_usd)::numeric, 2) as high
     from spot_offer where current and total_usd is not null and space <> 'SOLD_OUT'
     group by pol_code, pod_code, container_type`,
  );
  return new Map(rows.map((row) => [row.lane, row]));
}

const dayFor = async (database: Database, tenantId: number, day: string): Promise<Day> => ({
  lines: await listSurcharges(database, tenantId, day),
  rates: await readDayRates(database, day),
});

async function rowsFor(database: Database, tenantId: number, day: string): Promise<Record<string, unknown>[]> {
  const before = dayBefore(day);
  const [today, yesterday] = [await dayFor(database, tenantId, day), await dayFor(database, tenantId, before)];
  const earlier = await listRates(database, tenantId, before);
  const byId = new Map(earlier.map((rate) => [rate.id, rate]));
  const byThing = new Map(earlier.map((rate) => [sameThing(rate), rate]));
  const market = await readMarket(database);
  return (await listRates(database, tenantId, day)).flatMap((rate) =>
    pricedTypes.flatMap((type): Record<string, unknown>[] => {
      const price = priceOf(rate, type, today);
      if (price === undefined) return [];
      const former = byId.get(rate.id) ?? byThing.get(sameThing(rate));
      const band = market.get([rate.pol_code, rate.pod_code, type[1]].join('|'));
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
          previous_usd: former === undefined ? null : (priceOf(former, type, yesterday)?.total ?? null),
          price,
          market_low: band?.low ?? null,
          market_mid: band?.mid ?? null,
          market_high: band?.high ?? null,
          market_count: band?.count ?? 0,
          market_place: placeInMarket(price.total, band),
        },
      ];
    }),
  );
}

const columns = `container_type, pol_code, pod_code, carrier_code, supplier_type, supplier, currency, freight, freight_usd, total_usd,
  previous_usd, price, market_low, market_mid, market_high, market_count, market_place`;

/** Recalculates today's all-in prices of all rates of a tenant. */
async function priceTenant(database: Database, tenantId: number, at: number): Promise<void> {
  const day = dayOf(at);
  await database.transaction(async () => {
    // What is noted from here on is worked out the next time.
    await database.execute('delete from rate_price_due where tenant_id = $1', [tenantId]);
    const rows = await rowsFor(database, tenantId, day);
    await database.execute(
      `insert into rate_price (tenant_id, rate_id, priced_on, priced_at, ${columns})
       select $1, n.rate_id, $2::date, $3, ${columns.replace(/(\w+)(,|$)/g, 'n.$1$2')}
       from jsonb_populate_recordset(null::rate_price, $4::jsonb) n
       on conflict (rate_id, container_type) do update set priced_on = excluded.priced_on, priced_at = excluded.priced_at,
         ${columns
           .split(',')
           .map((column) => `${column.trim()} = excluded.${column.trim()}`)
           .join(', ')}`,
      [tenantId, day, new Date(at), JSON.stringify(rows)],
    );
    await database.execute(
      'delete from rate_price where tenant_id = $1 and (priced_at < $2 or priced_on <> $3::date)',
      [tenantId, new Date(at), day],
    );
  });
}

/** Works out the prices of all tenants for which something changed, or for which another day began. */
export async function priceRates({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const at = clock.now();
  const tenants = await database.query<{ tenant_id: number }>(
    `select tenant_id from rate_price_due union select tenant_id from rate_price where priced_on <> $1::date order by tenant_id`,
    [dayOf(at)],
  );
  for (const { tenant_id } of tenants) await priceTenant(database, tenant_id, at);
  return tenants.length;
}
