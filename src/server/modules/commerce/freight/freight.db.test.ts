import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { entityServices } from '#server/product.ts';
import { foldRateTotals } from './tasks.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { testImportWork } from '#testing/imports.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { seedFreight } from './index.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const clock = manualClock(Date.UTC(2026, 0, 10));
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const tenant = await buildTenant(database, { code: 'FRT' });
const other = await buildTenant(database, { code: 'FRX' });
await buildUser(database, { tenantId: tenant.id, userCode: 'frt.boss', userType: 'admin', allTenants: true });
const boss = await signedIn('frt.boss');

const { rows: carriers } = await database.execute<{ id: number }>(
  `insert into md_carrier (code, name_en, search_text) values ('FRTC', 'Freight Carrier', '') returning id`,
);
const [carrier] = carriers;
const { rows: ports } = await database.execute<{ id: number }>(
  `insert into md_port (code, name, zone, search_text) values ('FRAAA', 'Aaa', 'UTC', ''), ('FRBBB', 'Bbb', 'UTC', '') returning id`,
);
const [pol, pod] = ports.map(({ id }) => String(id));

const rate = (rateNo: string, values: Record<string, unknown> = {}) => ({
  body: {
    tenantId: String(tenant.id),
    rateNo,
    supplierType: 'CARRIER',
    carrierId: String(carrier?.id),
    polId: pol,
    podId: pod,
    validFrom: '2026-01-01',
    validTo: '2026-01-31',
    currency: 'USD',
    price40hq: 1250.5,
    ...values,
  },
});

const reference = await openReferenceStore(database, silentLog);
afterAll(() => reference.stop());
const { work } = testImportWork(database, entityServices({ reference, keys: [randomBytes(32)] }), clock);

describe('rates', () => {
  test('of the same thing do not overlap, and the other one is named', async () => {
    expect(await boss.call('freightRate.insert', rate('A1'))).toMatchObject({ status: 1, data: { price40hq: 1250.5 } });
    expect(
      await boss.call('freightRate.insert', rate('A2', { validFrom: '2026-01-31', validTo: '2026-02-28' })),
    ).toMatchObject({ status: 0, msg: '有效期与 A1（2026-01-01 – 2026-01-31）重叠' });
    const next = await boss.call('freightRate.insert', rate('A2', { validFrom: '2026-02-01', validTo: '2026-02-28' }));
    expect(next.status).toBe(1);
    expect(await boss.call('freightRate.update', { body: { ...next.data, validFrom: '2026-01-15' } })).toMatchObject({
      status: 0,
      msg: expect.stringContaining('A1'),
    });
  });

  test('of another service, agent or tenant stand beside each other', async () => {
    for (const [rateNo, values] of [
      ['B1', { service: 'AE1' }],
      ['B2', { supplierType: 'AGENT', agentName: 'Agent One' }],
      ['B3', { tenantId: String(other.id) }],
    ] as const)
      expect(await boss.call('freightRate.insert', rate(rateNo, values))).toMatchObject({ status: 1 });
  });

  test.each([
    [{ validTo: '2025-12-31' }, '失效日期不能早于生效日期'],
    [{ validFrom: '2025-11-01', validTo: '2025-12-31' }, '失效日期 2025-12-31 已经过去'],
    [{ price40hq: 10_000_001 }, '40HQ 价格应为 0 到 10000000 的数字'],
    [{ validFrom: '2026-02-31' }, '生效日期应为日期，如 2026-01-31'],
    [{ currency: 'XYZ' }, '没有“XYZ”这个 ISO 4217 币种'],
    [{ supplierType: 'AGENT' }, '代理名称不能为空'],
    [{ podId: pol }, '起运港与目的港不能相同'],
    [{ price40hq: null }, '请至少填写一个箱型的价格'],
    [{ price40hq: -1 }, '40HQ 价格应为 0 到 10000000 的数字'],
  ])('%o is refused in words', async (values, msg) => {
    expect(await boss.call('freightRate.insert', rate('BAD', values))).toMatchObject({ status: 0, msg });
  });
});

describe('a sheet of rates', () => {
  const cells = (rateNo: string, values: Record<string, unknown> = {}) => {
    const { tenantId: _tenant, carrierId: _carrier, polId: _pol, podId: _pod, ...rest } = rate(rateNo, values).body;
    return { ...rest, tenantName: tenant.name, carrierCode: 'FRTC', polCode: 'FRAAA', podCode: 'FRBBB', ...values };
  };
  const mistakeOf = (n: number) => (n % 10 === 1 ? { price40hq: '-1' } : n % 10 === 2 ? { currency: 'XYZ' } : {});
  async function imported(rows: readonly object[], mode = 'add', part = 500) {
    const opened = await boss.call('importOpen', {
      body: { entity: 'freightRate', mode, fileName: 'rates.xlsx', total: rows.length, clientKey: randomUUID() },
    });
    const { importId } = opened.data;
    const judged: { plan: string; problems: { field: string; message: string }[] }[] = [];
    for (let first = 0; first < rows.length; first += part) {
      const { data } = await boss.call('importRows', {
        body: { importId, first: first + 1, rows: rows.slice(first, first + part) },
      });
      judged.push(...data);
    }
    expect((await boss.call('importRun', { body: { importId } })).status).toBe(1);
    await work(importId);
    const { data: result } = await boss.call('importResult', { query: { importId, outcome: 'refused' } });
    return { judged, refused: result.records, total: result.totalRecord };
  }

  test('with negative and huge amounts and unknown currencies names each cell, and writes none of these rows', async () => {
    const { judged } = await imported([
      cells('I1', { price40hq: '-5' }),
      cells('I2', { price40hq: '99999999' }),
      cells('I3', { currency: 'XYZ' }),
    ]);
    expect(judged.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
      ['price40hq'],
      ['price40hq'],
      ['currency'],
    ]);
    expect(await database.query("select 1 from freight_rate where rate_no like 'I_'")).toEqual([]);
  });

  test('of thousands of rows with errors of all kinds names each error, and writes all other rows and nothing else', async () => {
    const rows = Array.from({ length: 1_400 }, (_, n) => cells(`L${n}`, { service: `L${n % 1_000}`, ...mistakeOf(n) }));
    // From 1,000 on they are of the same things as earlier rows, in another part of the sheet, for the next month.
    for (const [n, row] of rows.entries())
      if (n >= 1_000)
        Object.assign(row, { validFrom: n % 10 === 3 ? '2026-01-31' : '2026-02-01', validTo: '2026-02-28' });
    const { judged, refused, total } = await imported(rows);
    const overlapping = rows.flatMap((_, n) =>
      n >= 1_000 && n % 10 === 3 ? [`有效期与 L${n - 1_000}（2026-01-01 – 2026-01-31）重叠`] : [],
    );
    expect(total).toBe(280 + overlapping.length);
    // The preview of a part knows the rows of the parts before it.
    const previewed = judged.filter(({ plan }) => plan === 'refused').flatMap(({ problems }) => problems);
    expect(previewed.flatMap(({ field, message }) => (field === 'validFrom' ? [message] : []))).toEqual(overlapping);
    expect(judged.filter(({ plan }) => plan === 'refused')).toHaveLength(total);
    const said = refused.flatMap(({ problems }: { problems: { field: string; message: string }[] }) => problems);
    const messagesOf = (field: string) =>
      said.flatMap((one: { field: string; message: string }) => (one.field === field ? [one.message] : []));
    expect(messagesOf('validFrom')).toEqual(overlapping);
    expect([messagesOf('price40hq').length, messagesOf('currency').length]).toEqual([140, 140]);
    const [kept] = await database.query<{ n: number; audited: number }>(
      `select count(*)::int as n, (select count(*)::int from audit_log a where a.entity = 'freightRate' and a.action = 'insert'
         and a.after ->> 'rate_no' ~ '^L[0-9]') as audited from freight_rate where rate_no ~ '^L[0-9]'`,
    );
    expect(kept).toEqual({ n: 1_400 - total, audited: 1_400 - total });
  });

  test('that moves validities row by row is judged as it would be row by row', async () => {
    await imported([
      cells('K1', { service: 'KK' }),
      cells('K2', { service: 'KK', validFrom: '2026-02-01', validTo: '2026-02-28' }),
    ]);
    const { refused } = await imported(
      [
        cells('K1', { service: 'KK', validTo: '2026-01-20' }),
        cells('K3', { service: 'KK', validFrom: '2026-01-21', validTo: '2026-01-31' }),
        cells('K4', { service: 'KK', validFrom: '2026-01-31', validTo: '2026-01-31' }),
        cells('K2', { service: 'KK', validFrom: '2026-01-31', validTo: '2026-02-28' }),
      ],
      'addAndUpdate',
    );
    expect(refused).toMatchObject([
      { row: 3, problems: [{ message: '有效期与 K3（2026-01-21 – 2026-01-31）重叠' }] },
      { row: 4, problems: [{ message: '有效期与 K3（2026-01-21 – 2026-01-31）重叠' }] },
    ]);
  });

  test('that takes a stored rate elsewhere leaves its days to a row of a later part, in the preview too', async () => {
    await imported([cells('M1', { service: 'MM' })]);
    const { judged, refused } = await imported(
      [cells('M1', { service: 'NN' }), cells('M2', { service: 'MM' }), cells('M3', { service: 'NN' })],
      'addAndUpdate',
      1,
    );
    expect(judged.map(({ plan }) => plan)).toEqual(['update', 'insert', 'refused']);
    expect(refused).toMatchObject([{ row: 3 }]);
  });

  test('whose rows overlap each other or lie in the past is refused at the day that is wrong', async () => {
    const { refused } = await imported([
      cells('J1', { service: 'JJ' }),
      cells('J2', { service: 'JJ', validFrom: '2026-01-20', validTo: '2026-02-20' }),
      cells('J3', { service: 'J3', validFrom: '2025-01-01', validTo: '2025-12-31' }),
    ]);
    expect(refused).toMatchObject([
      { problems: [{ field: 'validFrom', message: '有效期与 J1（2026-01-01 – 2026-01-31）重叠' }] },
      { problems: [{ field: 'validTo', message: '失效日期 2025-12-31 已经过去' }] },
    ]);
    const kept = await database.query("select rate_no from freight_rate where rate_no like 'J_' order by 1");
    expect(kept).toEqual([{ rate_no: 'J1' }]);
  });
});

test('a surcharge by percent has no currency, any other one has', async () => {
  const line = (values: Record<string, unknown>) => ({
    body: {
      tenantId: String(tenant.id),
      lineNo: 'S1',
      surchargeCode: 'BAF',
      basis: 'PERCENT',
      amount: 12,
      payer: 'PREPAID',
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
      ...values,
    },
  });
  expect((await boss.call('surcharge.insert', line({ currency: 'USD' }))).msg).toBe('按百分比计费时不能填写币种');
  expect((await boss.call('surcharge.insert', line({ amount: 101 }))).msg).toBe('百分比不能超过 100');
  expect((await boss.call('surcharge.insert', line({ basis: 'BL' }))).msg).toBe('币种不能为空');
  expect((await boss.call('surcharge.insert', line({}))).status).toBe(1);
  expect((await boss.call('surcharge.insert', line({ lineNo: 'S2' }))).msg).toContain('S1');
});

test('the simulated world brings prices once, with surcharges and exchange rates', async () => {
  const world = await buildTenant(database, { code: 'ALPHA' });
  await database.execute('delete from freight_rate');
  await database.execute(
    `insert into md_port (code, name, zone, search_text)
     values ('CNSHA', 'Shanghai', 'Asia/Shanghai', ''), ('SGSIN', 'Singapore', 'Asia/Singapore', '') on conflict do nothing`,
  );
  const count = async (table: string) =>
    (await database.query<{ n: number }>(`select count(*)::int as n from ${table} where tenant_id = $1`, [world.id]))[0]
      ?.n;
  await seedFreight(database, ['FRTC'], Date.UTC(2026, 0, 15));
  const first = await count('freight_rate');
  expect(first).toBeGreaterThanOrEqual(3);
  await seedFreight(database, ['FRTC'], Date.UTC(2026, 5, 15));
  expect(await count('freight_rate')).toBe(first);
  expect(await count('surcharge')).toBe(8);
});

test('the kept total of rates is that of the rows, of each tenant alone, also after it was folded', async () => {
  await buildUser(database, { tenantId: tenant.id, userCode: 'frt.own', userType: 'admin' });
  await buildUser(database, { tenantId: other.id, userCode: 'frt.other', userType: 'admin' });
  const own = await signedIn('frt.own');
  const stranger = await signedIn('frt.other');
  const before = (await stranger.call('freightRate.query', { body: {} })).data.totalRecord;
  const check = async (): Promise<void> => {
    const [row] = await database.query<{ n: number }>(
      'select count(*)::int as n from freight_rate where tenant_id = $1',
      [tenant.id],
    );
    expect((await own.call('freightRate.query', { body: {} })).data.totalRecord).toBe(row?.n);
    expect((await stranger.call('freightRate.query', { body: {} })).data.totalRecord).toBe(before);
  };
  await check();
  const validity = { validFrom: '2031-01-01', validTo: '2031-01-31' };
  const { data } = await boss.call('freightRate.insert', rate('TOTAL-1', validity));
  await check();
  await foldRateTotals(database);
  await check();
  expect((await boss.call('freightRate.delete', { body: data })).status).toBe(1);
  await check();
  await foldRateTotals(database);
  await check();
});
