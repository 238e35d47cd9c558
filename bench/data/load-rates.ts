import { priceRates } from '#server/modules/commerce/freight/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { ReusablePostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { addTenTenants, indexedAfter, openLoadedPostgres } from './open-loaded.ts';

/** Rate lines: three of four are valid now, the fourth is the next version of the first. Six of ten are of the first tenant. */
export const rateCount = isSmall() ? 50_000 : 2_000_000;
const rowsAtOnce = 50_000;
const loadLimitMs = 3_600_000;
/** To be raised whenever other rows are made. */
const dataVersion = 1;

/** The first carriers and ports of the master data, numbered from 0; rates go from the first 40 ports to the next 150. */
const places = `
  create table bench_carrier as select row_number() over (order by code) - 1 as n, id, code from
    (select * from md_carrier order by code limit 30) c;
  create table bench_port as select row_number() over (order by code) - 1 as n, id, code from
    (select * from md_port where zone is not null order by code limit 190) p;
  create unique index on bench_carrier (n);
  create unique index on bench_port (n)`;

// t is the thing that is priced, k which of its four lines this is: three services now, and the next version of the first.
const insertRates = `
  insert into freight_rate (tenant_id, rate_no, supplier_type, agent_name, carrier_id, pol_id, pod_id, service, contract_no,
    valid_from, valid_to, currency, price20gp, price40hq, transit_days, free_demurrage_days, free_detention_days)
  select $3::bigint + greatest(0, (t * 7 + t / 40) % 10 - 5), 'R' || drawn.n, case when t % 3 = 0 then 'CARRIER' else 'AGENT' end,
    case when t % 3 > 0 then 'Agent ' || t % 12 end, c.id, l.id, d.id, (array['AE1','AE2','AE3','AE1'])[k + 1], 'C' || t,
    case when k = 3 then current_date + 401 else current_date - 10 end, case when k = 3 then current_date + 800 else current_date + 400 end,
    (array['USD','USD','USD','CNY','EUR'])[1 + t % 5], case when drawn.n % 3 = 0 then 500 + (drawn.n * 7919 % 90000) / 100.0 end,
    900 + (drawn.n * 104729 % 250000) / 100.0, 20 + drawn.n % 20, 7, 7
  from (select n, n / 4 as t, n % 4 as k from generate_series($1::int8, $2::int8) as n where n < $4::int8) as drawn
  join bench_carrier c on c.n = t / 6000 % 30 join bench_port l on l.n = t % 40 join bench_port d on d.n = 40 + t / 40 % 150`;

/** Charges of every kind of scope: all, a carrier, a port, a carrier and a port, a type of container; some of them over. */
const insertSurcharges = `
  insert into surcharge (tenant_id, line_no, surcharge_code, carrier_id, pol_id, pod_id, basis, container_type_id, currency, amount, payer,
    valid_from, valid_to)
  select t.id, s.code || row_number() over (order by s.code, s.carrier_id, s.pol_id, s.pod_id), s.code, s.carrier_id, s.pol_id, s.pod_id,
    s.basis, s.type_id, s.currency, s.amount, 'PREPAID', current_date + s.since, current_date + s.until
  from (select id from tenant where id >= $1::bigint and id < $1::bigint + 10) t cross join (
    select 'BAF' as code, null::bigint as carrier_id, null::bigint as pol_id, null::bigint as pod_id, 'PERCENT' as basis, null::bigint as type_id,
      null as currency, 12.5 as amount, -10 as since, 400 as until
    union all select 'BAF', id, null, null, 'PERCENT', null, null, 9 + n % 7 + 0.25, -10, 400 from bench_carrier where n % 2 = 0
    union all select 'THC', null, id, null, 'CONTAINER', null, 'CNY', 700 + n * 11.37, -10, 400 from bench_port where n < 40
    union all select 'DTHC', null, null, id, 'CONTAINER', null, 'EUR', 150 + n * 1.13, -10, 400 from bench_port where n >= 40
    union all select 'DOC', null, null, null, 'BL', null, 'USD', 45, -10, 400
    union all select 'ISPS', null, null, null, 'CONTAINER', null, 'USD', 14.4, -10, 400
    union all select 'LSS', null, null, null, 'CONTAINER', (select min(id) from md_container_type where trade_name = '40HQ'), 'USD', 80.05, -10, 400
    union all select 'PSS', c.id, null, p.id, 'CONTAINER', null, 'USD', 100 + (c.n * 37 + p.n) % 400, -10, 400
      from bench_carrier c, bench_port p where p.n >= 40 and (c.n + p.n) % 3 = 0
    union all select 'OLD', null, id, null, 'CONTAINER', null, 'USD', 99, -300, -11 from bench_port where n < 40) s`;

const insertExchange = `
  insert into exchange_rate (currency, valid_from, usd_per_unit)
  select c.code, current_date - d, c.worth * (1 - d * 0.001) from (values ('CNY', 0.13871234), ('EUR', 1.08231177)) as c(code, worth),
    generate_series(0, 3) as d on conflict do nothing`;

/** Ten offers of carriers on the spot for every third lane. */
const insertOffers = `
  insert into spot_offer (carrier_code, quoted_on, quoted_at, offer_ref, pol_code, pod_code, vessel_name, voyage, departs_at, arrives_at, space,
    container_type, currency, freight, price, total_usd)
  select c.code, current_date, now(), 'O' || l.n || '-' || d.n, l.code, d.code, 'BENCH', '1E', now() + interval '5 days', now() + interval '30 days',
    'OPEN', '40HQ', 'USD', 1500 + c.n * 90, '{}', 1500 + c.n * 90
  from bench_carrier c, bench_port l, bench_port d where c.n < 10 and l.n < 40 and d.n >= 40 and (l.n + d.n) % 3 = 0`;

async function load(database: Database): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  const first = await addTenTenants(database);
  await database.patient(loadLimitMs, async () => {
    for (const statement of places.split(';')) await database.execute(statement);
    await database.execute(insertExchange);
    await database.execute(insertOffers);
    await database.execute(insertSurcharges, [first]);
    // All of them are due in any case.
    await database.execute('alter table freight_rate disable trigger user');
    await indexedAfter(database, 'freight_rate', async () => {
      for (let from = 0; from < rateCount; from += rowsAtOnce)
        await database.execute(insertRates, [from, from + rowsAtOnce - 1, first, rateCount]);
    });
    await database.execute('alter table freight_rate enable trigger user');
    await database.execute('insert into freight_rate_total select tenant_id, count(*) from freight_rate group by 1');
    await database.execute('delete from rate_price_work');
    await database.execute('insert into rate_price_work (tenant_id) select distinct tenant_id from freight_rate');
    for (const table of ['freight_rate', 'surcharge', 'spot_offer']) await database.execute(`vacuum (analyze) ${table}`);
  });
  const startedAt = performance.now();
  while ((await priceRates({ database, clock: realClock })) > 0);
  const seconds = (performance.now() - startedAt) / 1000;
  await database.patient(loadLimitMs, async () => {
    await database.execute('vacuum (analyze) rate_price');
    await database.execute(`create table bench_priced as select $1::float8 as seconds, $2::float8 as megabytes, count(*) as prices from rate_price`, [
      seconds,
      process.resourceUsage().maxRSS / 1024,
    ]);
  });
}

/** Starts PostgreSQL with the rates loaded and priced; undefined where there is no PostgreSQL. */
export const openRatePostgres = (): Promise<ReusablePostgres | undefined> =>
  openLoadedPostgres(`rates-${rateCount}-${dataVersion}`, load);
