import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { manualClock } from '#server/platform/clock/clock.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { sendRows } from '#testing/imports.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { priceRates } from './price-rates.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const clock = manualClock(Date.UTC(2026, 0, 10));
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const tenant = await buildTenant(database, { code: 'BADP' });
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const {
  rows: [carrier],
} = await database.execute<{ id: number }>(
  `insert into md_carrier (code, name_en, search_text) values ('BADC', 'Carrier', '') returning id`,
);
const {
  rows: [pol, pod],
} = await database.execute<{ id: number }>(
  `insert into md_port (code, name, zone, search_text) values ('BDAAA', 'Aaa', 'UTC', ''), ('BDBBB', 'Bbb', 'UTC', '') returning id`,
);

const surcharge = (values: Record<string, unknown> = {}) => ({
  tenantId: String(tenant.id),
  lineNo: 'S1',
  surchargeCode: 'BAF',
  basis: 'CONTAINER',
  amount: 120,
  currency: 'USD',
  payer: 'PREPAID',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  ...values,
});
const percent = (lineNo: string, surchargeCode: string, amount: number) =>
  surcharge({ lineNo, surchargeCode, basis: 'PERCENT', amount, currency: null });
const rate = (values: Record<string, unknown> = {}) => ({
  tenantId: String(tenant.id),
  rateNo: 'R1',
  supplierType: 'CARRIER',
  carrierId: String(carrier?.id),
  polId: String(pol?.id),
  podId: String(pod?.id),
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  currency: 'USD',
  price40hq: 1000,
  ...values,
});
const stored = async (table: 'surcharge' | 'freight_rate' | 'exchange_rate') =>
  (await database.query<{ row: unknown }>(`select to_jsonb(r) as row from ${table} r order by id`)).map(
    ({ row }) => row,
  );
afterEach(async () => {
  for (const table of ['rate_price', 'surcharge', 'freight_rate', 'exchange_rate'])
    await database.execute(`delete from ${table}`);
});

describe('a surcharge', () => {
  const wrong = [
    [{ amount: -1 }, 'amount', '金额或百分比应为 0 到 10000000 的数字'],
    [{ amount: 10_000_001 }, 'amount', '金额或百分比应为 0 到 10000000 的数字'],
    [{ amount: 1e300 }, 'amount', '金额或百分比应为 0 到 10000000 的数字'],
    [{ currency: 'XYZ' }, 'currency', '没有“XYZ”这个 ISO 4217 币种'],
    [{ basis: 'PERCENT', currency: null, amount: 101 }, 'amount', '百分比不能超过 100'],
    [{ validTo: '2025-12-31' }, 'validTo', '失效日期不能早于生效日期'],
    [{ validFrom: '2025-01-01', validTo: '2025-12-31' }, 'validTo', '失效日期 2025-12-31 已经过去'],
    [
      { lineNo: 'S9', validFrom: '2026-06-01', validTo: '2027-06-01' },
      'validFrom',
      '有效期与 S1（2026-01-01 – 2026-12-31）重叠',
    ],
  ] as const;

  test.each(wrong)('%o is refused at its field, and what is stored stays as it is', async (values, field, message) => {
    const { data } = await boss.call('surcharge.insert', { body: surcharge() });
    const other = await boss.call('surcharge.insert', { body: surcharge({ lineNo: 'S2', surchargeCode: 'PSS' }) });
    expect(other.status).toBe(1);
    const before = await stored('surcharge');
    const refusal = { status: 0, msg: message, data: { fields: [{ field, message }] } };
    const added = surcharge({ lineNo: 'S3', surchargeCode: 'lineNo' in values ? 'BAF' : 'THC', ...values });
    expect(await boss.call('surcharge.insert', { body: added })).toMatchObject(refusal);
    // The same on a change: of the second where the days are those of the first, of the first otherwise.
    const { lineNo: _lineNo, ...changes } = { lineNo: '', ...values };
    const changed = 'lineNo' in values ? { ...other.data, surchargeCode: 'BAF', ...changes } : { ...data, ...changes };
    expect(await boss.call('surcharge.update', { body: changed })).toMatchObject(refusal);
    expect(await stored('surcharge')).toEqual(before);
  });

  test('is judged in a sheet at each of its cells before anything is written', async () => {
    const { data } = await boss.call('importOpen', {
      body: { entity: 'surcharge', mode: 'add', fileName: 's.xlsx', total: 4, clientKey: randomUUID() },
    });
    const cells = (values: Record<string, unknown>) => {
      const { tenantId: _tenant, ...rest } = surcharge(values);
      return { ...rest, tenantName: tenant.name };
    };
    const rows = [
      cells({ lineNo: 'I1', amount: '-5', currency: 'ABC' }),
      cells({ lineNo: 'I2', amount: '1e99' }),
      cells({ lineNo: 'I3', basis: 'PERCENT', currency: 'USD', amount: '12' }),
      cells({ lineNo: 'I4', basis: 'PERCENT', currency: '', amount: '12,5%' }),
    ];
    const judged = await boss.call('importRows', { body: { importId: data.importId, first: 1, rows } });
    expect(
      judged.data.map(({ plan, problems }: { plan: string; problems: { field: string }[] }) => [
        plan,
        ...problems.map(({ field }) => field),
      ]),
    ).toEqual([
      ['refused', 'currency', 'amount'],
      ['refused', 'amount'],
      ['refused', 'currency'],
      ['refused', 'amount'],
    ]);
    expect(await stored('surcharge')).toEqual([]);
  });
});

test('percentages never run in circles: each one is taken of the freight, in whatever order they were entered', async () => {
  expect((await boss.call('freightRate.insert', { body: rate() })).status).toBe(1);
  for (const line of [percent('P1', 'CAF', 50), percent('P2', 'BAF', 10), percent('P3', 'GRI', 100)])
    expect((await boss.call('surcharge.insert', { body: line })).status).toBe(1);
  await priceRates({ database, clock });
  const [row] = (await boss.call('agentPrice.list', { body: {} })).data.records;
  // 1000 and 50 %, 10 % and 100 % of it: not of one another.
  expect(row).toMatchObject({ freightUsd: 1000, totalUsd: 2600 });
});

test('a rate that is changed to a wrong one stays as it was', async () => {
  const { data } = await boss.call('freightRate.insert', { body: rate() });
  const before = await stored('freight_rate');
  for (const [values, msg] of [
    [{ price40hq: -0.01 }, '40HQ 价格应为 0 到 10000000 的数字'],
    [{ price40hq: 1e15 }, '40HQ 价格应为 0 到 10000000 的数字'],
    [{ currency: 'US' }, '没有“US”这个 ISO 4217 币种'],
    [{ validFrom: '2027-01-01' }, '失效日期不能早于生效日期'],
    [{ validTo: '2026-01-05' }, '失效日期 2026-01-05 已经过去'],
  ] as const)
    expect(await boss.call('freightRate.update', { body: { ...data, ...values } })).toMatchObject({ status: 0, msg });
  expect(await stored('freight_rate')).toEqual(before);
});

test('an exchange rate of nothing, of less than nothing or of no currency is refused in words', async () => {
  const given = { currency: 'CNY', validFrom: '2026-01-01', usdPerUnit: 0.14 };
  expect((await boss.call('exchangeRate.insert', { body: given })).status).toBe(1);
  const before = await stored('exchange_rate');
  for (const [values, msg] of [
    [{ currency: 'XYZ' }, '没有“XYZ”这个 ISO 4217 币种'],
    [{ currency: 'EUR', usdPerUnit: 0 }, expect.stringContaining('折合美元')],
    [{ currency: 'EUR', usdPerUnit: -1 }, expect.stringContaining('折合美元')],
    [{ currency: 'EUR', usdPerUnit: 1e9 }, expect.stringContaining('折合美元')],
    [{}, expect.any(String)],
  ] as const)
    expect(await boss.call('exchangeRate.insert', { body: { ...given, ...values } })).toMatchObject({ status: 0, msg });
  expect(await stored('exchange_rate')).toEqual(before);
});

test('prices of one file that contradict each other are reported before anything is written', async () => {
  const rows = [
    surcharge(),
    surcharge({ lineNo: 'S2', amount: 150 }),
    surcharge({ lineNo: 'S3', surchargeCode: 'CAF' }),
  ];
  const { judged } = await sendRows(boss, 'surcharge', rows);
  expect(judged.map(({ plan, problems }) => [plan, ...problems.map(({ message }) => message)])).toEqual([
    ['insert'],
    ['refused', '有效期与 S1（2026-01-01 – 2026-12-31）重叠'],
    ['insert'],
  ]);
  expect(await stored('surcharge')).toEqual([]);
  const [amount] = (await sendRows(boss, 'surcharge', [surcharge({ amount: '12.345678' })])).judged;
  expect(amount?.problems).toEqual([{ field: 'amount', message: '金额或百分比最多 2 位小数，当前为 12.345678' }]);
});
