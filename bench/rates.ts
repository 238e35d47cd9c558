/**
 * Search in 2,000,000 rate lines on PostgreSQL, with their validity, some 5,000 surcharges a tenant, three currencies and the market of the
 * spot: all-in prices (agents' prices) and the rate lines themselves, the whole request of the product beside hand-written statements
 * by pg that give the same ids and the same total. All-in totals are compared with a plain recomputation by SQL on a sample. Then a
 * rate and a surcharge are changed, and the time until all prices that they concern are right is reported.
 * Options: --small, --rounds=40, --day (works all prices out again, as when another day begins).
 */
import pg from 'pg';
import { priceRates } from '#server/modules/commerce/freight/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { localLogin } from './data/open-loaded.ts';
import { openRatePostgres, rateCount } from './data/load-rates.ts';
import { type ListCase, measureList, type OnePage, tenantOfLogin } from './support/list-bench.ts';
import type { ReusablePostgres } from './support/postgres.ts';
import { type Figure, report, rounded } from './support/report.ts';

/** A search is good below this, and a page of everything by the limits of all lists. */
const limitMs = 100;
const search = { limitMs };
const sampleSize = 2_000;

type Case = ListCase & { where: string; values: unknown[]; order?: string; offset?: number };

const ownTenant = tenantOfLogin(localLogin.userCode);

async function page(client: pg.Client, from: string, one: Case, order: string): Promise<OnePage> {
  const { title, offset = 0 } = one;
  const own = one.login === undefined ? [] : await ownTenant(client);
  const values = [...one.values, ...own];
  const where = own.length === 0 ? one.where : `(${one.where}) and tenant_id = $${values.length}`;
  const rows = await client.query<{ id: string }>({
    name: `rows ${from} ${title}`,
    text: `select * from ${from} where ${where} order by ${order} limit 20 offset ${offset}`,
    values,
  });
  const count = await client.query<{ n: string }>({
    name: `count ${from} ${title}`,
    text: `select count(*) as n from ${from} where ${where}`,
    values,
  });
  return { ids: rows.rows.map(({ id }) => String(id)), total: Number(count.rows[0]?.n) };
}

const cheapest = 'pol_code, pod_code, container_type desc, total_usd, id';

/** Searches for all-in prices, and for rate lines by number, route and day. */
async function casesOf(client: pg.Client): Promise<{ prices: Case[]; lines: Case[] }> {
  const { rows } = await client.query<{
    pol: string;
    pod: string;
    carrier: string;
    pol_id: string;
    pod_id: string;
    day: string;
  }>(
    `select l.code as pol, d.code as pod, c.code as carrier, l.id as pol_id, d.id as pod_id, current_date::text as day
     from bench_port l, bench_port d, bench_carrier c where l.n = 7 and d.n = 45 and c.n = 3`,
  );
  const { pol, pod, carrier, day } = rows[0] as (typeof rows)[number];
  const login = localLogin;
  const lane = { where: 'pol_code = $1 and pod_code = $2', values: [pol, pod] };
  return {
    prices: [
      {
        title: 'a lane and type of container',
        login,
        body: { polCode: [pol], podCode: [pod], containerType: ['40HQ'] },
        where: `${lane.where} and container_type = $3`,
        values: [pol, pod, '40HQ'],
      },
      { title: 'a lane, all tenants', body: { polCode: [pol], podCode: [pod] }, ...lane },
      {
        title: 'a lane and carrier, by total',
        login,
        body: {
          polCode: [pol],
          podCode: [pod],
          carrierCode: [carrier],
          sortRules: [{ columnName: 'totalUsd', sortType: 'desc' }],
        },
        where: `${lane.where} and carrier_code = $3`,
        values: [pol, pod, carrier],
        order: 'total_usd desc nulls last, pol_code, pod_code, container_type desc, id desc',
      },
      {
        title: 'a port of loading, below the market',
        login,
        body: { polCode: [pol], marketPlace: ['below'] },
        where: 'pol_code = $1 and market_place = $2',
        values: [pol, 'below'],
      },
      { title: 'no filter', login, body: {}, where: 'true', values: [] },
      { title: 'no filter, all tenants', body: {}, where: 'true', values: [] },
    ],
    lines: [
      {
        title: 'a lane',
        login,
        body: { polCode: [pol], podCode: [pod] },
        where: `pol_id = (select id from md_port where code = $1) and pod_id = (select id from md_port where code = $2)`,
        values: [pol, pod],
      },
      {
        title: 'a lane, valid today',
        login,
        body: {
          polCode: [pol],
          podCode: [pod],
          searchColumns: [
            { columnName: 'validFrom', operation: 'between', endValue: day },
            { columnName: 'validTo', operation: 'between', startValue: day },
          ],
        },
        where: `pol_id = (select id from md_port where code = $1) and pod_id = (select id from md_port where code = $2) and valid_from <= $3 and valid_to >= $3`,
        values: [pol, pod, day],
      },
      { title: 'no filter', login, body: {}, where: 'true', values: [] },
    ],
  };
}

/** What a price comes to, by SQL alone: of each code the charges of the narrowest scope, each line rounded to cents. */
const recomputed = `
  with sampled as (select p.*, r.carrier_id, r.pol_id, r.pod_id from rate_price p join freight_rate r on r.id = p.rate_id order by md5(p.id::text) limit $1),
  worth as (select s.id, (select case when s.currency = 'USD' then 1 else (select usd_per_unit from exchange_rate e where e.currency = s.currency
      and e.valid_from <= s.priced_on order by e.valid_from desc limit 1) end) * s.freight as usd from sampled s),
  charged as (select s.id, w.usd, c.*, rank() over (partition by s.id, c.surcharge_code, c.payer, c.basis order by
      num_nonnulls(c.carrier_id, c.pol_id, c.pod_id, c.container_type_id) desc) as place
    from sampled s join worth w on w.id = s.id join surcharge c on c.tenant_id = s.tenant_id
      and c.valid_from <= s.priced_on and c.valid_to >= s.priced_on and coalesce(c.carrier_id, s.carrier_id) = s.carrier_id
      and coalesce(c.pol_id, s.pol_id) = s.pol_id and coalesce(c.pod_id, s.pod_id) = s.pod_id
      and (c.container_type_id is null or (select trade_name from md_container_type t where t.id = c.container_type_id) = s.container_type)),
  sums as (select g.sampled_id as id, sum(round(g.usd, 2)) as usd from (
      select c.sampled_id, case when c.basis = 'PERCENT' then c.usd * c.amount / 100 when c.currency = 'USD' then c.amount
        else c.amount * (select usd_per_unit from exchange_rate e where e.currency = c.currency and e.valid_from <= c.priced_on
          order by e.valid_from desc limit 1) end as usd
      from charged c where c.place = 1) g group by 1)
  select count(*)::int as n, count(*) filter (where s.total_usd is distinct from round(w.usd, 2) + coalesce(u.usd, 0))::int as wrong
  from sampled s join worth w on w.id = s.id left join sums u on u.id = s.id`;

async function checkTotals(client: pg.Client): Promise<Figure> {
  const { rows } = await client.query<{ n: number; wrong: number }>(
    recomputed.replace(
      'select s.id, w.usd, c.*,',
      'select s.id as sampled_id, s.priced_on, w.usd, c.surcharge_code, c.payer, c.basis, c.amount, c.currency,',
    ),
    [sampleSize],
  );
  const { n, wrong } = rows[0] as (typeof rows)[number];
  return {
    name: `all-in totals of ${n} prices, recomputed by SQL`,
    goal: 'exact to the cent',
    measured: `${wrong} differ`,
    beside: '-',
    ratio: '-',
    reached: wrong === 0 && n > 0,
  };
}

/** Seconds from a change to the moment when every price that it concerns is right. */
async function changes(server: ReusablePostgres): Promise<Figure[]> {
  const database = await openDatabase({ url: server.url, poolSize: 2, log: createLogger({ level: 'warn' }) });
  const figures: Figure[] = [];
  const reported = async (name: string, statement: string): Promise<void> => {
    if (statement !== '') await database.execute(statement);
    const at = realClock.now();
    const startedAt = performance.now();
    while ((await priceRates({ database, clock: realClock })) > 0);
    const seconds = (performance.now() - startedAt) / 1000;
    const [row] = await database.query<{ n: number }>(
      'select count(*)::int as n from rate_price where priced_at >= $1',
      [new Date(at)],
    );
    figures.push({
      name,
      goal: '-',
      measured: `${rounded(seconds)} s for ${row?.n} prices`,
      beside: '-',
      ratio: '-',
      reached: undefined,
    });
  };
  try {
    // Another day may have begun since the data were loaded.
    if (process.argv.includes('--day'))
      await reported(
        'all prices, as when a day begins',
        'insert into rate_price_work (tenant_id) select tenant_id from rate_price_day',
      );
    else await database.execute('delete from rate_price_work');
    await database.execute(`update rate_price_day set priced_on = (now() at time zone 'UTC')::date`);
    await reported('one rate changed', `update freight_rate set price40hq = price40hq + 1 where rate_no = 'R4000'`);
    await reported(
      'a surcharge of a carrier and port changed',
      `update surcharge set amount = amount + 1 where id = (select min(id) from surcharge where surcharge_code = 'PSS')`,
    );
    await reported(
      'a surcharge of a port changed',
      `update surcharge set amount = amount + 1 where id = (select min(id) from surcharge where surcharge_code = 'DTHC')`,
    );
  } finally {
    await database.close();
  }
  return figures;
}

async function main(): Promise<void> {
  const server = await openRatePostgres();
  if (server === undefined) return report([]);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const { prices, lines } = await casesOf(client);
    const { rows } = await client.query<{ seconds: number; megabytes: number; prices: string }>(
      'select * from bench_priced',
    );
    const first = rows[0] as (typeof rows)[number];
    report([
      {
        name: `${first.prices} prices of ${rateCount} rates worked out for the first time`,
        goal: '-',
        measured: `${rounded(first.seconds)} s, ${rounded(first.megabytes)} MB at most`,
        beside: '-',
        ratio: '-',
        reached: undefined,
      },
      await checkTotals(client),
      ...(await measureList<Case, { ratePriceId: string }>(
        {
          name: 'all-in prices',
          cases: prices.map((one) => (one.where === 'true' ? one : { ...one, ...search })),
          path: '/api/data/agentPrice/query',
          ask: { pageSize: 20 },
          idOf: ({ ratePriceId }) => ratePriceId,
          byHand: (hand, one) => page(hand, 'rate_price', one, one.order ?? cheapest),
          fineMs: limitMs,
        },
        server,
      )),
      ...(await measureList<Case, { freightRateId: string }>(
        {
          name: 'rate lines',
          cases: lines.map((one) => (one.where === 'true' ? one : { ...one, ...search })),
          path: '/api/product/freightRate/query',
          ask: { pageSize: 20 },
          idOf: ({ freightRateId }) => freightRateId,
          byHand: (hand, one) => page(hand, 'freight_rate', one, 'valid_to desc, rate_no, id'),
          fineMs: limitMs,
        },
        server,
      )),
      ...(await changes(server)),
      // Once more, after the changes.
      await checkTotals(client),
    ]);
  } finally {
    await client.end();
    await server.stop();
  }
}

await main();
