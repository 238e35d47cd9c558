import { beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '#server/platform/clock/clock.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { priceRates } from '../price-rates.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const clock = manualClock(Date.UTC(2026, 0, 10));
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const mine = await buildTenant(database, { code: 'BLK' });
const theirs = await buildTenant(database, { code: 'BLX' });
const menus = ['/freight-rate-management', '/surcharge-management', '/agent-price-index'];
await buildUser(database, { tenantId: mine.id, userCode: 'blk.clerk', menus });
await buildUser(database, { tenantId: theirs.id, userCode: 'blk.stranger', menus });
const clerk = await signedIn('blk.clerk');
const stranger = await signedIn('blk.stranger');

const { rows: carriers } = await database.execute<{ id: number }>(
  `insert into md_carrier (code, name_en, search_text) values ('BLKC', 'Bulk Carrier', '') returning id`,
);
const { rows: ports } = await database.execute<{ id: number }>(
  `insert into md_port (code, name, zone, search_text) values ('BLAAA', 'Aaa', 'UTC', ''), ('BLBBB', 'Bbb', 'UTC', '') returning id`,
);
const [pol, pod] = ports.map(({ id }) => id);
const day = (days: number): string => new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);

type Rate = { no: string; hq?: number | null; gp?: number | null; currency?: string; service?: string; agent?: string };
async function addRate(
  tenantId: number,
  { no, hq = 1000, gp = null, currency = 'USD', service, agent }: Rate,
  days = [0, 30],
) {
  await database.execute(
    `insert into freight_rate (tenant_id, rate_no, supplier_type, agent_name, carrier_id, pol_id, pod_id, service, valid_from, valid_to,
       currency, price40hq, price20gp) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tenantId,
      no,
      agent === undefined ? 'CARRIER' : 'AGENT',
      agent ?? null,
      carriers[0]?.id,
      pol,
      pod,
      service ?? no,
      day(days[0] ?? 0),
      day(days[1] ?? 0),
      currency,
      hq,
      gp,
    ],
  );
}
type Line = { number: string; problem: string | null };
const lineOf = (data: { lines: Line[] }, no: string): Line | undefined =>
  data.lines.find(({ number }) => number === no);
const pricesOf = async (tenantId: number) =>
  Object.fromEntries(
    (
      await database.query<{ rate_no: string; price40hq: number; price20gp: number | null }>(
        'select rate_no, price40hq, price20gp from freight_rate where tenant_id = $1 order by rate_no',
        [tenantId],
      )
    ).map((row) => [row.rate_no, [row.price40hq, row.price20gp]]),
  );
type Change = Record<string, unknown>;
const look = (change: Change, filter: object = {}) =>
  clerk.call('freightRateChangeMany', { body: { filter, change: change, preview: 1 } });
async function make(change: Change, filter: object = {}) {
  const { data } = await look(change, filter);
  return clerk.call('freightRateChangeMany', { body: { filter, change: change, seen: data.seen } });
}
const raise = { kind: 'percent', percent: 10 };

beforeEach(async () => {
  await database.execute('delete from price_change');
  await database.execute('delete from freight_rate');
  await database.execute('delete from surcharge');
  await addRate(mine.id, { no: 'R1', hq: 1250.5, gp: 700 });
  await addRate(mine.id, { no: 'R2', hq: 2000 });
  await addRate(mine.id, { no: 'A1', hq: 3000, agent: 'Agent One' });
  await addRate(theirs.id, { no: 'X1', hq: 5000 });
});

describe('rates that fit a filter', () => {
  test('are shown with old and new values first, and nothing is written then', async () => {
    const { data } = await look(raise, { supplierType: 'CARRIER' });
    expect(data).toMatchObject({ chosen: 2, changed: 2, refused: 0, batch: null });
    expect(lineOf(data, 'R1')).toMatchObject({
      about: 'BLKC · BLAAA → BLBBB',
      values: expect.arrayContaining([
        { field: 'price40hq', before: 1250.5, after: 1375.55 },
        { field: 'price20gp', before: 700, after: 770 },
      ]),
      problem: null,
    });
    expect(await pricesOf(mine.id)).toMatchObject({ R1: [1250.5, 700], R2: [2000, null] });
  });

  test('are raised together within the own tenants, audited line by line, and taken back', async () => {
    const made = await make(raise);
    expect(made).toMatchObject({ status: 1, msg: '已修改 3 行价格', data: { changed: 3 } });
    expect(await pricesOf(mine.id)).toEqual({ A1: [3300, null], R1: [1375.55, 770], R2: [2200, null] });
    expect(await pricesOf(theirs.id)).toEqual({ X1: [5000, null] });
    const audited = await database.query<{ entity: string; action: string }>(
      `select entity, action from audit_log where actor_code = 'blk.clerk' and entity in ('freightRate', 'priceChange') order by id`,
    );
    expect(audited.slice(-4)).toEqual([
      ...Array.from({ length: 3 }, () => ({ entity: 'freightRate', action: 'update' })),
      { entity: 'priceChange', action: 'save' },
    ]);
    const batch = made.data.batch ?? '';
    expect((await clerk.call('freightRateChanges', {})).data).toMatchObject([
      { batch, what: '按比例调整 +10%', lines: 3, undoneTime: null },
    ]);
    expect((await stranger.call('freightRateChanges', {})).data).toEqual([]);
    expect(await stranger.call('freightRateUndoMany', { body: { batch } })).toMatchObject({
      status: 0,
      msg: '没有这次批量修改',
    });
    expect(await clerk.call('freightRateUndoMany', { body: { batch } })).toMatchObject({
      status: 1,
      msg: '已恢复 3 行价格',
      data: { undone: 3, left: [] },
    });
    expect(await pricesOf(mine.id)).toEqual({ A1: [3000, null], R1: [1250.5, 700], R2: [2000, null] });
    expect((await clerk.call('freightRateUndoMany', { body: { batch } })).msg).toBe('这次修改已经撤销');
  });

  test('that were changed or deleted since stay as they are when a change is taken back, and are named', async () => {
    const made = await make(raise);
    await database.execute(
      `update freight_rate set price40hq = 1, record_version = record_version + 1 where rate_no = 'R1'`,
    );
    await database.execute(`delete from freight_rate where rate_no = 'R2'`);
    const undone = await clerk.call('freightRateUndoMany', { body: { batch: made.data.batch ?? '' } });
    expect(undone.data).toMatchObject({ undone: 1, left: ['R1', expect.stringMatching(/^#\d+$/)] });
    expect(await pricesOf(mine.id)).toEqual({ A1: [3000, null], R1: [1, 770] });
  });

  test('that moved since they were looked at are not changed unseen', async () => {
    const { data } = await look(raise);
    await database.execute(`update freight_rate set record_version = record_version + 1 where rate_no = 'R1'`);
    const body = { filter: {}, change: raise };
    expect((await clerk.call('freightRateChangeMany', { body: { ...body, seen: data.seen } })).msg).toContain(
      '重新查看',
    );
    expect((await clerk.call('freightRateChangeMany', { body })).msg).toBe('请先查看修改前后的值');
  });
});

describe('a change that cannot be is refused, with nothing written', () => {
  test('prices below zero or huge, each named at its line', async () => {
    const { data } = await look({ kind: 'amount', amount: -1500 });
    expect(data).toMatchObject({ chosen: 3, changed: 2, refused: 1 });
    expect(data.lines[0]).toMatchObject({ number: 'R1', problem: '结果为负数：-800.00' });
    expect(await make({ kind: 'amount', amount: -1500 })).toMatchObject({
      status: 0,
      msg: '1 行不能这样修改，没有写入任何内容：R1 结果为负数：-800.00',
    });
    expect((await look({ kind: 'amount', amount: 9_999_999 })).data.refused).toBe(3);
    expect(await pricesOf(mine.id)).toMatchObject({ R1: [1250.5, 700] });
  });

  test('amounts over several currencies, no line, no difference', async () => {
    await addRate(mine.id, { no: 'C1', currency: 'CNY' });
    expect((await look({ kind: 'amount', amount: 50 })).msg).toContain('CNY, USD');
    expect((await look({ kind: 'amount', amount: 50 }, { currency: 'CNY' })).data.chosen).toBe(1);
    expect((await look(raise, { currency: 'EUR' })).msg).toBe('没有符合条件的价格');
    expect((await look({ kind: 'percent', percent: 0 })).msg).toContain('没有变化');
  });

  test('validities that overlap, end before they begin or in the past', async () => {
    await addRate(mine.id, { no: 'R3', service: 'R1' }, [40, 60]);
    const long = await look({ kind: 'validity', validFrom: null, validTo: day(45) });
    expect(lineOf(long.data, 'R1')?.problem).toContain('与 R3');
    const past = await look({ kind: 'validity', validFrom: day(-30), validTo: day(-20) });
    expect(past.data).toMatchObject({ refused: 4, changed: 0 });
    expect(past.data.lines[0]?.problem).toContain('已经过去');
    const turned = await look({ kind: 'validity', validFrom: day(50), validTo: null });
    expect(turned.data.lines[0]?.problem).toContain('早于生效日期');
    expect(await make({ kind: 'validity', validFrom: null, validTo: day(35) }, { keyword: 'R2' })).toMatchObject({
      status: 1,
    });
  });
});

test('prices behind rows of all-in prices change only for the containers of these rows', async () => {
  await priceRates({ database, clock });
  const prices = { containerType: ['40HQ'], supplierType: ['CARRIER'] };
  const body = { prices: prices, change: { kind: 'amount', amount: 25 } };
  const { data } = await clerk.call('freightRateChangeMany', { body: { ...body, preview: 1 } });
  expect(data.chosen).toBe(2);
  await clerk.call('freightRateChangeMany', { body: { ...body, seen: data.seen } });
  expect(await pricesOf(mine.id)).toEqual({ A1: [3000, null], R1: [1275.5, 700], R2: [2025, null] });
});

test('surcharges are changed the same way; a percentage stays below 100', async () => {
  for (const [no, code, basis, amount, currency] of [
    ['S1', 'THC', 'CONTAINER', 120, 'USD'],
    ['S2', 'BAF', 'PERCENT', 60, null],
  ] as const)
    await database.execute(
      `insert into surcharge (tenant_id, line_no, surcharge_code, basis, amount, currency, payer, valid_from, valid_to)
       values ($1, $2, $3, $4, $5, $6, 'PREPAID', $7, $8)`,
      [mine.id, no, code, basis, amount, currency, day(0), day(30)],
    );
  const call = (change: Change, filter: object, seen?: string) =>
    clerk.call('surchargeChangeMany', {
      body: { filter, change: change, ...(seen === undefined ? { preview: 1 } : { seen }) },
    });
  const doubled = await call({ kind: 'percent', percent: 100 }, {});
  expect(doubled.data.lines[0]).toMatchObject({ number: 'S2', problem: '结果超过上限 100：120.00' });
  const { data } = await call({ kind: 'amount', amount: 5 }, { basis: 'CONTAINER' });
  const made = await call({ kind: 'amount', amount: 5 }, { basis: 'CONTAINER' }, data.seen);
  expect(made.status).toBe(1);
  const amounts = () =>
    database.query<{ amount: number }>('select amount from surcharge where tenant_id = $1 order by line_no', [mine.id]);
  expect(await amounts()).toEqual([{ amount: 125 }, { amount: 60 }]);
  await clerk.call('surchargeUndoMany', { body: { batch: made.data.batch ?? '' } });
  expect(await amounts()).toEqual([{ amount: 120 }, { amount: 60 }]);
});
