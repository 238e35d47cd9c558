import { describe, expect, test } from 'vitest';
import { subscriptionsList } from '#lists/subscriptions.ts';
import { foldSubscriptionTotals } from './tasks.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { insertMany } from '#testing/insert-many.ts';
import { sortableOf } from '#shared/list/declare.ts';
import { createRandom } from '#shared/random/prng.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { parseCsv } from '#shared/text/csv.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const [mine, second, strange] = [
  await buildTenant(database, { code: 'SUBLA' }),
  await buildTenant(database, { code: 'SUBLB' }),
  await buildTenant(database, { code: 'SUBLC' }),
];
const from = Date.UTC(2026, 1, 1);

type Sample = {
  id: number;
  tenant_id: number;
  subject: 'bill' | 'container';
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
  vessel_name: string | null;
  voyage: string | null;
  channel: string;
  source_type: string;
  direction: string | null;
  subscribed_at: number;
  created_at: number;
  ended: boolean;
  has_data: boolean;
  remark: string | null;
};

async function fill(tenantIds: readonly number[], count: number, seed: string): Promise<Sample[]> {
  const random = createRandom(seed);
  const rows = Array.from({ length: count }, (_, index): Omit<Sample, 'id'> => {
    const byBill = random.chance(0.6);
    const carrier = random.pick(['MERI', 'BORE', 'SABL']);
    const at = from + random.int(0, 20) * DAY_MS + random.int(0, 5) * 3_600_000;
    return {
      tenant_id: random.pick(tenantIds),
      subject: byBill ? 'bill' : 'container',
      bill_no: byBill ? `${carrier}${seed}${index}`.toUpperCase() : null,
      container_no: byBill ? null : `MERU${String(1_000_000 + index)}`,
      carrier_code: carrier,
      vessel_name: random.pick([null, 'MERIDIAN PINE', 'MERIDIAN_OAK', 'BOREALIS FJORD']),
      voyage: random.pick([null, '101W', '102E']),
      channel: random.pick(['SHIPPING_TRACKING', 'SHIPPING_TRACKING_WALI']),
      source_type: random.pick(['CARRIER', 'FT']),
      direction: random.pick([null, 'E', 'I']),
      subscribed_at: at,
      created_at: at,
      ended: random.chance(0.3),
      has_data: random.chance(0.5),
      remark: random.pick([null, '=1+1', '已联系']),
    };
  });
  await insertMany(database, 'subscription', rows);
  return database.query<Sample>('select * from subscription where tenant_id = any($1)', [tenantIds]);
}

const samples = await fill([mine.id, second.id], 150, 'L');
await fill([strange.id], 25, 'S');
await buildUser(database, { tenantId: mine.id, userCode: 'sublister', menus: menuCodes, alsoTenants: [second.id] });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const client = await signedIn('sublister');

async function query(body: Record<string, unknown>): Promise<{ ids: number[]; total: number; pages: number }> {
  const answer = await client.call('querySubscriptions', { body: { pageSize: 1000, ...body } });
  expect(answer, JSON.stringify(body)).toMatchObject({ http: 200, status: 1 });
  const ids = answer.data.records.map((record: any) => Number(record.obmTkSubscribe.obmTkSubscribeId));
  return { ids, total: answer.data.totalRecord, pages: answer.data.totalPage };
}
const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);
const matching = (matches: (one: Sample) => boolean): number[] => sorted(samples.filter(matches).map(({ id }) => id));
/** Days as the tenant, at UTC+8, counts them. */
const day = (count: number): number => Date.UTC(2026, 1, 1 + count) - 8 * 3_600_000;
const one = samples[5] as Sample;
const bills = samples.filter(({ bill_no }) => bill_no !== null).slice(0, 9);

const filters: [string, Record<string, unknown>, (one: Sample) => boolean][] = [
  ['tenant', { tenantCode: 'SUBLB' }, ({ tenant_id }) => tenant_id === second.id],
  ['another tenant', { tenantCode: 'SUBLC' }, () => false],
  [
    'subscribe time',
    { subscribeTimeFrom: '2026-02-05', subscribeTimeTo: '2026-02-11' },
    ({ subscribed_at: at }) => at >= day(4) && at < day(11),
  ],
  ['subscription id', { obmTkSubscribeId: String(one.id) }, ({ id }) => id === one.id],
  ['no id at all', { obmTkSubscribeId: 'x1' }, () => false],
  ['bill subscription', { isBillNo: 1 }, ({ subject }) => subject === 'bill'],
  ['container subscription', { isBillNo: '0' }, ({ subject }) => subject === 'container'],
  [
    'pasted bills',
    { blNo: bills.map(({ bill_no }) => bill_no?.toLowerCase()).join('\n') },
    (row) => bills.some(({ id }) => id === row.id),
  ],
  ['containers', { ctnNo: ['MERU1000001'] }, ({ container_no }) => container_no === 'MERU1000001'],
  ['carrier', { carrierCode: ['MERI', 'SABL'] }, ({ carrier_code }) => carrier_code !== 'BORE'],
  ['vessel', { vesselName: 'pine' }, ({ vessel_name }) => vessel_name === 'MERIDIAN PINE'],
  ['vessel with a sign', { vesselName: 'N_O' }, ({ vessel_name }) => vessel_name === 'MERIDIAN_OAK'],
  ['voyage', { voyage: '101w' }, ({ voyage }) => voyage === '101W'],
  ['data type', { bizSourceType: 'FT' }, ({ source_type }) => source_type === 'FT'],
  ['process type', { processType: ['SHIPPING_TRACKING_WALI'] }, ({ channel }) => channel !== 'SHIPPING_TRACKING'],
];

describe('the subscription list', () => {
  test.each(filters)('by %s', async (_name, body, matches) => {
    const { ids, total } = await query(body);
    expect(sorted(ids)).toEqual(matching(matches));
    expect(total).toBe(ids.length);
  });

  test('by every pair of filters', async () => {
    for (const [, first, fits] of filters) {
      for (const [, other, also] of filters) {
        if (Object.keys(first).some((key) => key in other)) continue;
        const { ids, total } = await query({ ...first, ...other });
        expect(sorted(ids)).toEqual(matching((row) => fits(row) && also(row)));
        expect(total).toBe(ids.length);
      }
    }
  });

  test('newest first, and pages that neither miss nor double', async () => {
    const all = await query({});
    expect(all.ids).toEqual(
      [...samples].sort((a, b) => b.subscribed_at - a.subscribed_at || b.id - a.id).map(({ id }) => id),
    );
    const paged: number[] = [];
    for (let page = 1; page <= 16; page += 1) {
      const { ids, total, pages } = await query({ currentPage: page, pageSize: 10 });
      expect([total, pages]).toEqual([150, 15]);
      paged.push(...ids);
    }
    expect(paged).toEqual(all.ids);
  });

  test.each([...sortableOf(subscriptionsList), 'subscribeTime'])('sorts by %s both ways', async (columnName) => {
    const up = await query({ sortRules: [{ columnName, sortType: 'asc' }] });
    const down = await query({ sortRules: [{ columnName, sortType: 'desc' }] });
    expect(sorted(up.ids)).toEqual(matching(() => true));
    expect(sorted(down.ids)).toEqual(matching(() => true));
    expect(down.ids).not.toEqual(up.ids);
  });

  test('sorts by several keys, empty values last', async () => {
    const { ids } = await query({
      sortRules: [
        { columnName: 'voyage', sortType: 'desc' },
        { columnName: 'subscribeTime', sortType: 'asc' },
      ],
    });
    const byId = new Map(samples.map((row) => [row.id, row]));
    const rows = ids.map((id) => byId.get(id) as Sample);
    const expected = [...samples].sort(
      (a, b) =>
        (a.voyage === b.voyage ? 0 : a.voyage === null ? 1 : b.voyage === null ? -1 : a.voyage < b.voyage ? 1 : -1) ||
        a.subscribed_at - b.subscribed_at ||
        a.id - b.id,
    );
    expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  test('has the fields of the wire', async () => {
    const { data } = await client.call('querySubscriptions', { body: { obmTkSubscribeId: String(one.id) } });
    const [row] = data.records;
    expect(Object.keys(row.obmTkSubscribe)).toEqual(
      expect.arrayContaining([
        'obmTkSubscribeId',
        'tenantCode',
        'isBillNo',
        'blNo',
        'ctnNo',
        'carrierCode',
        'vesselName',
        'voyage',
        'endFlag',
        'processType',
        'bizSourceType',
        'inOutFlag',
        'bkId',
        'subscribeStatus',
        'recordTime',
        'remark',
        'recordVersion',
        'testPurpose',
      ]),
    );
    expect(row).toMatchObject({
      obmAutotestResult: null,
      obmBk: null,
      obmTkSubscribe: { subscribeStatus: one.has_data ? 1 : 0, recordTime: one.subscribed_at, testPurpose: null },
    });
  });

  test('refuses what it does not know', async () => {
    for (const body of [
      { sortRules: [{ columnName: 'id; drop', sortType: 'asc' }] },
      { subscribeTimeFrom: 'soon' },
      { subscribeTimeFrom: '2026-03-02', subscribeTimeTo: '2026-03-01' },
      { currentPage: 900_000, pageSize: 1000 },
      { unknown: 1 },
    ]) {
      const answer = await client.call('querySubscriptions', { body });
      expect(answer.status, JSON.stringify(body)).toBe(0);
      expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
    }
  });

  test('totals stay exact through changes and folding', async () => {
    const count = async () => (await query({ processType: 'EXPERT', pageSize: 1 })).total;
    expect(await count()).toBe(0);
    await database.execute(`update subscription set channel = 'EXPERT' where id = $1`, [one.id]);
    expect(await count()).toBe(1);
    await foldSubscriptionTotals(database);
    expect(await count()).toBe(1);
    expect((await query({ pageSize: 1 })).total).toBe(150);
    await database.execute(`update subscription set channel = $2 where id = $1`, [one.id, one.channel]);
    expect(await count()).toBe(0);
  });

  test('the total of a carrier is kept, through changes and folding', async () => {
    const count = async () =>
      (await query({ carrierCode: ['NEWC'], isBillNo: one.subject === 'bill' ? 1 : 0, pageSize: 1 })).total;
    expect(await count()).toBe(0);
    await database.execute(`update subscription set carrier_code = 'NEWC' where id = $1`, [one.id]);
    expect(await count()).toBe(1);
    await foldSubscriptionTotals(database);
    expect(await count()).toBe(1);
    await database.execute(`update subscription_total set n = n + 10 where carrier_code = 'NEWC'`);
    expect(await count()).toBe(11);
    await database.execute(`update subscription_total set n = n - 10 where carrier_code = 'NEWC'`);
    await database.execute(`update subscription set carrier_code = $2 where id = $1`, [one.id, one.carrier_code]);
    expect(await count()).toBe(0);
  });

  test('is exported with the chosen columns, and no cell is a formula', async () => {
    const { text } = await client.call('exportSubscriptions', { body: { columns: ['obmTkSubscribeId', 'remark'] } });
    const lines = text.replace('\uFEFF', '').trim().split(/\r?\n/);
    expect(lines[0]).toBe('订阅ID,备注');
    expect(lines).toHaveLength(151);
    expect(text).toContain("'=1+1");
  });

  test('is exported with the standard columns when none are chosen, without the exception', async () => {
    const titlesOf = async (columns?: string[]) =>
      parseCsv((await client.call('exportSubscriptions', { body: { columns } })).text.slice(1))[0]?.join();
    const known =
      '订阅ID,租户,提单号,箱号,船公司,提单订阅,船名,航次,订阅时间（Asia/Shanghai）,有无数据,是否结束,数据类型,处理类型,进出口,备注';
    expect(await titlesOf()).toBe(known);
    expect(await titlesOf(['testPurpose'])).toBe(known);
    expect(await titlesOf(['remark', 'testPurpose', 'subscribeStatus'])).toBe('备注,有无数据');
    expect((await client.call('exportSubscriptions', { body: { columns: ['obmBk'] } })).status).toBe(0);
  });

  test('is exported in the words of the screen, with the zone of its times', async () => {
    const body = { columns: ['isBillNo', 'recordTime'] };
    const [zh, ...rows] = parseCsv((await client.call('exportSubscriptions', { body })).text.slice(1));
    expect(zh).toEqual(['提单订阅', '订阅时间（Asia/Shanghai）']);
    expect(rows.every(([subject = '']) => ['提单', '箱号'].includes(subject))).toBe(true);
    const en = await client.call('exportSubscriptions', { body, headers: { 'x-lang': 'en' } });
    expect(parseCsv(en.text.slice(1))[0]).toEqual(['By bill', 'Subscribed (Asia/Shanghai)']);
  });
});
