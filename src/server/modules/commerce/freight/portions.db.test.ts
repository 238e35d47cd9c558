import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '#server/platform/clock/clock.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { priceRates } from './price-rates.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 4, 4, 3);
const clock = manualClock(start);
const deps = { database, clock };
const tenant = await buildTenant(database);
const idOf = async (statement: string): Promise<number> =>
  (await database.execute<{ id: number }>(statement)).rows[0]?.id as number;
const carrier = (code: string) =>
  idOf(`insert into md_carrier (code, name_en, search_text) values ('${code}', '${code}', '') returning id`);
const port = (code: string) =>
  idOf(`insert into md_port (code, name, zone, search_text) values ('${code}', '${code}', 'UTC', '') returning id`);
const [one, two] = [await carrier('PRTA'), await carrier('PRTB')];
const [pol, pod, elsewhere] = [await port('PRAAA'), await port('PRBBB'), await port('PRCCC')];

type Rate = { no: string; carrier?: number; pod?: number; from?: string; to?: string; price?: number };
const addRate = ({ no, ...rate }: Rate): Promise<number> =>
  idOf(`insert into freight_rate (tenant_id, rate_no, supplier_type, carrier_id, pol_id, pod_id, valid_from, valid_to, currency, price40hq)
    values (${tenant.id}, '${no}', 'CARRIER', ${rate.carrier ?? one}, ${pol}, ${rate.pod ?? pod}, '${rate.from ?? '2026-05-01'}',
      '${rate.to ?? '2026-05-31'}', 'USD', ${rate.price ?? 1000}) returning id`);
const addSurcharge = (no: string, amount: number, carrierId: number | null, podId: number | null) =>
  database.execute(
    `insert into surcharge (tenant_id, line_no, surcharge_code, carrier_id, pod_id, basis, currency, amount, payer, valid_from, valid_to)
     values ($1, $2, $2, $3, $4, 'CONTAINER', 'USD', $5, 'PREPAID', '2026-01-01', '2026-12-31')`,
    [tenant.id, no, carrierId, podId, amount],
  );
type Price = { rate_no: string; total_usd: number; previous_usd: number | null; priced_at: number };
const prices = async (): Promise<Record<string, Price>> =>
  Object.fromEntries(
    (
      await database.query<Price>(
        `select rate_no, total_usd, previous_usd, priced_at from rate_price p join freight_rate r on r.id = p.rate_id order by rate_no`,
      )
    ).map((row) => [row.rate_no, row]),
  );
const totals = async () =>
  Object.fromEntries(Object.entries(await prices()).map(([no, { total_usd }]) => [no, total_usd]));
/** Works out everything, and gives the numbers of the rates that were worked out. */
async function priced(): Promise<string[]> {
  clock.advance(1000);
  const at = clock.now();
  while ((await priceRates(deps)) > 0);
  return Object.values(await prices()).flatMap(({ rate_no, priced_at }) => (Number(priced_at) === at ? [rate_no] : []));
}

beforeEach(async () => {
  clock.set(start);
  await database.execute('delete from freight_rate');
  await database.execute('delete from surcharge');
  await addRate({ no: 'A' });
  await addRate({ no: 'B', carrier: two });
  await addRate({ no: 'C', pod: elsewhere });
  await priced();
});

test('a rate that changes is worked out again alone', async () => {
  await database.execute(`update freight_rate set price40hq = 1200 where rate_no = 'B'`);
  expect(await priced()).toEqual(['B']);
  expect(await totals()).toEqual({ A: 1000, B: 1200, C: 1000 });
  expect(await priced()).toEqual([]);
});

test('a surcharge concerns the rates of its carrier and ports only', async () => {
  await addSurcharge('S1', 50, one, pod);
  expect(await priced()).toEqual(['A']);
  await addSurcharge('S2', 7, null, elsewhere);
  expect(await priced()).toEqual(['C']);
  await addSurcharge('S3', 1, null, null);
  expect(await priced()).toEqual(['A', 'B', 'C']);
  expect(await totals()).toEqual({ A: 1051, B: 1001, C: 1008 });
  await database.execute(`update surcharge set carrier_id = $1 where line_no = 'S1'`, [two]);
  expect(await priced()).toEqual(['A', 'B']);
  await database.execute(`delete from surcharge where line_no = 'S2'`);
  expect(await priced()).toEqual(['C']);
  expect(await totals()).toEqual({ A: 1001, B: 1051, C: 1001 });
});

test('another day concerns all: what ended goes, what begins is compared with what it takes the place of', async () => {
  await database.execute(`update freight_rate set valid_to = '2026-05-04' where rate_no in ('A', 'B')`);
  await addRate({ no: 'A2', from: '2026-05-05', price: 1100 });
  await addRate({ no: 'D', carrier: two, pod: elsewhere, from: '2026-05-05', price: 900 });
  expect(await priced()).toEqual(['A', 'B']);
  expect(await totals()).toEqual({ A: 1000, B: 1000, C: 1000 });
  clock.advance(DAY_MS);
  expect(await priced()).toEqual(['A2', 'C', 'D']);
  expect(await prices()).toMatchObject({
    A2: { total_usd: 1100, previous_usd: 1000 },
    C: { total_usd: 1000, previous_usd: 1000 },
    D: { total_usd: 900, previous_usd: null },
  });
  await database.execute(`update freight_rate set price40hq = 950 where rate_no = 'A'`);
  expect(await priced()).toEqual(['A2']);
  expect(await prices()).toMatchObject({ A2: { total_usd: 1100, previous_usd: 950 } });
});

test('work goes on where it was, portion by portion, and what people change comes first', async () => {
  await database.execute(
    `insert into freight_rate (tenant_id, rate_no, supplier_type, carrier_id, pol_id, pod_id, valid_from, valid_to, currency, price40hq, service)
     select $1, 'N' || n, 'CARRIER', $2, $3, $4, '2026-05-01', '2026-05-31', 'USD', 100 + n, 'S' || n from generate_series(1, 20) n`,
    [tenant.id, one, pol, pod],
  );
  await priced();
  await addSurcharge('S1', 10, null, null);
  const turn = () => priceRates(deps, { ratesAtOnce: 4, maxMs: 0 });
  const raised = async () =>
    Object.entries(await totals()).filter(([no, total]) => total === 110 + Number(no.slice(1)));
  await turn();
  await turn();
  expect((await raised()).length).toBe(5);
  await database.execute(`update freight_rate set price40hq = 1, remark = 'now' where rate_no = 'N20'`);
  await turn();
  expect(await totals()).toMatchObject({ N20: 11, N19: 119 });
  while ((await turn()) > 0);
  expect(await totals()).toMatchObject({ A: 1010, N1: 111, N19: 129, N20: 11 });
  expect(await database.query('select 1 from rate_price_work')).toEqual([]);
});

test('many surcharge changes are priced in one pass, and a pass that is under way starts again', async () => {
  for (let n = 0; n < 120; n += 1) await addSurcharge(`M${n}`, 1, one, n % 2 === 0 ? pod : null);
  await priceRates(deps, { ratesAtOnce: 1, maxMs: 0 });
  expect(await database.query('select after_id > 0 as begun from rate_price_work')).toEqual([{ begun: true }]);
  await addSurcharge('ALL', 5, null, null);
  expect(await priced()).toEqual(['A', 'B', 'C']);
  expect(await totals()).toEqual({ A: 1125, B: 1005, C: 1065 });
});
