import { httpModule } from '#server/module/index.ts';
import { describe, expect, test } from 'vitest';
import { insertRefusals } from '#server/modules/intake/collection/index.ts';
import { rpa } from '#server/modules/intake/rpa/index.ts';
import { push } from '#server/modules/intake/push/index.ts';
import { hashToken } from '#server/platform/crypto/index.ts';
import { ts } from '#server/platform/db/instants.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { writtenFile } from '#testing/written-file.ts';
import { refusal, tallyRefusals } from './index.ts';
import { refusalExport } from './query-refusals.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 1, 16);
const pipeline = await startPipeline(database, { start });
const [mine, other] = [await buildTenant(database, { code: 'REFA' }), await buildTenant(database, { code: 'REFB' })];
await buildUser(database, { tenantId: mine.id, userCode: 'refusal.all', allTenants: true, menus: ['/refusals'] });
await buildUser(database, { tenantId: other.id, userCode: 'refusal.other', menus: ['/refusals'] });
const { anonymous, signedIn } = await testApp(database, {
  clock: pipeline.clock,
  queue: pipeline.queue,
  modules: [
    httpModule(refusal, {}),
    httpModule(rpa, { reference: pipeline.reference.current, queue: pipeline.queue }),
    httpModule(push, {
      keys: [Buffer.alloc(32, 1)],
      scheduleProcessing: () => Promise.resolve(),
      queue: pipeline.queue,
      schedulePulls: () => Promise.resolve(),
    }),
  ],
});
const [all, stranger] = [await signedIn('refusal.all'), await signedIn('refusal.other')];
await database.system
  .insertInto('robot_key')
  .values({
    name: 'robot',
    prefix: 'prk_test',
    key_hash: hashToken('prk_refusals'),
    created_at: ts(start),
    created_by: 'test',
  })
  .execute();
const [source] = (
  await database.execute<{ id: number }>(
    `insert into source (code, protocol, source_type, channel, carrier_code, name_cn, name_en, base_url, pull_interval_s)
     values ('rpa:REFU', 'rpa', 'RPA', 'SHIPPING_TRACKING_WALI', 'REFU', '拒收测试', 'Refusal test', '', 1800) returning id`,
  )
).rows;

type Group = { groupId: string; way: string; sourceCode: string | null; sourceName: string | null; count: number };
type Found = { records: (Group & { reason: { code: string; text: string } })[]; refused: number };
const groups = async (filter: Record<string, unknown> = {}, who = all, lang = 'en'): Promise<Found> =>
  (await who.call('refusalQuery', { body: { pageSize: 100, ...filter }, headers: { 'x-lang': lang } })).data;
const countOf = async (reason: string, way: string): Promise<number> =>
  (await groups({ reason: [reason], way: [way] })).refused;

const exported = refusalExport(pipeline.reference.current);
const fileOf = (tenantIds: readonly number[], query: Record<string, unknown>, lang: 'zh' | 'en') =>
  writtenFile(exported, { database, clock: pipeline.clock }, { scope: { kind: 'tenants', tenantIds }, lang, query });

const bring = (body: unknown, key = 'prk_refusals') =>
  anonymous.call('rpaAnswer', {
    body: body as Record<string, unknown>,
    headers: { 'api-key': key, source: 'WaliRobot' },
  });
const good = {
  carrierCode: 'REFU',
  subject: 'bill',
  subjectNo: 'REFU1',
  collectedAt: start,
  robotId: 'r',
  jobId: 'j',
  contentType: 'html',
  body: '<p>',
};

describe('answers of robots', () => {
  test('that have the wrong shape are counted by source, reason and field', async () => {
    const wrong = [
      { ...good, subject: 'cargo' },
      { ...good, collectedAt: 'today' },
      { ...good, robotId: undefined },
      { ...good, robotId: undefined },
    ];
    for (const body of wrong) expect((await bring(body)).status).toBe(0);
    const { records, refused } = await groups({ sourceCode: ['rpa:REFU'] });
    expect(refused).toBe(4);
    expect(records.map(({ reason, count, way, sourceName }) => [reason.code, count, way, sourceName])).toEqual(
      expect.arrayContaining([
        ['missing_field', 2, 'rpa', 'Refusal test'],
        ['bad_enumeration', 1, 'rpa', 'Refusal test'],
        ['bad_type', 1, 'rpa', 'Refusal test'],
      ]),
    );
    const missing = records.find(({ reason }) => reason.code === 'missing_field');
    const { data } = await all.call('refusalGet', {
      query: { groupId: missing?.groupId },
      headers: { 'x-lang': 'zh' },
    });
    expect(data).toMatchObject({
      group: { count: 2 },
      items: [{ field: 'robotId', count: 2, text: '缺少字段 robotId' }],
    });
  });

  test('of nobody, or too large, are counted too; a good one is not', async () => {
    const before = (await groups()).refused;
    expect((await bring(good, 'nonsense')).http).toBe(401);
    expect((await bring({ ...good, body: 'x'.repeat(3_100_000) })).http).toBe(413);
    expect((await bring(good)).status).toBe(1);
    expect(await countOf('keyInvalid', 'rpa')).toBe(1);
    // The good one has a layout nobody reads: that is a refusal of its own, and the only other one.
    expect((await groups()).refused).toBe(before + 3);
  });
});

test('a notification with a wrong signature is counted at its source', async () => {
  await database.execute(
    `insert into source (code, protocol, source_type, channel, carrier_code, name_cn, name_en, base_url, pull_interval_s, push_enabled, push_secret)
     values ('dcsa:REFP', 'dcsa', 'CARRIER', 'SHIPPING_TRACKING', 'REFP', '推送', 'Pushing', '', 1800, true, 'x')`,
  );
  const push = (sourceCode: string) =>
    anonymous.call('pushDcsa', { params: { sourceCode }, body: [], headers: { source: 'test' } });
  expect((await push('dcsa:REFP')).http).toBe(401);
  expect((await push('dcsa:NOBODY')).http).toBe(401);
  expect((await groups({ way: ['push'] })).records).toMatchObject([
    { reason: { code: 'signatureMissing' }, sourceCode: 'dcsa:REFP', count: 1 },
    { reason: { code: 'sourceUnknown' }, sourceCode: null, count: 1 },
  ]);
  const asFile = {
    scope: { kind: 'all' },
    lang: 'en',
    query: { way: 'push' },
    columns: ['count', 'sourceName'],
  } as const;
  expect(await writtenFile(exported, { database, clock: pipeline.clock }, asFile)).toEqual([
    ['Refused', 'Source'],
    [1, 'Pushing'],
    [1, 'Unknown sender'],
  ]);
});

test('what the schedules of a carrier are refused for stands at its name', async () => {
  const [carrier] = await database.query<{ code: string; name_cn: string; name_en: string }>(
    'select code, name_cn, name_en from md_carrier order by code limit 1',
  );
  const refused = { tenantId: null, sourceId: null, via: 'pull', reason: 'contradiction', field: 'legs' } as const;
  for (const sender of [carrier?.code ?? '', 'ZZZZ'])
    await tallyRefusals(database, [{ ...refused, sender, n: 1, sample: null }], pipeline.clock.now());
  const names = async (lang: string) =>
    (await groups({ reason: ['contradiction'] }, all, lang)).records.map(({ sourceName }) => sourceName).toSorted();
  expect(await names('en')).toEqual([carrier?.name_en, 'ZZZZ'].toSorted());
  expect(await names('zh')).toEqual([carrier?.name_cn, 'ZZZZ'].toSorted());
});

test('what is kept and what is only counted of one origin is one line, in the words of the caller', async () => {
  const sourceId = source?.id ?? 0;
  const shared = { tenantId: other.id, sourceId, subscriptionId: null, via: 'pull', reason: 'no_offset' };
  await insertRefusals(
    database,
    [{ ...shared, detail: { index: 0, eventId: 'E1', field: 'eventDateTime' }, sample: '2026-01-01' }],
    start,
  );
  const tallied = { tenantId: other.id, sourceId, sender: '', via: 'pull', reason: 'no_offset', field: '' } as const;
  for (const at of [start, start + 10, start - HOUR_MS])
    await tallyRefusals(database, [{ ...tallied, n: 2, sample: null }], at);
  const own = await groups({ reason: ['no_offset'] }, stranger, 'zh');
  expect(own.records).toMatchObject([
    { count: 7, sourceName: '拒收测试', reason: { text: '字段 … 的时间没有时区偏移' } },
  ]);
  const { data } = await stranger.call('refusalGet', { query: { groupId: own.records[0]?.groupId } });
  expect(data.items.map((item: { count: number; subject: string | null }) => [item.count, item.subject])).toEqual([
    [4, null],
    [1, 'E1'],
    [2, null],
  ]);
  expect(await fileOf([other.id], { reason: ['no_offset'] }, 'zh')).toEqual([
    ['来源', '进入方式', '原因', '条数', '最近一次（UTC）'],
    ['拒收测试', '主动查询', '字段 … 的时间没有时区偏移', 7, '2026-02-16 00:00:00'],
  ]);
  expect(await fileOf([mine.id], { reason: ['no_offset'] }, 'zh')).toHaveLength(1);
  // What belongs to nobody, or to others, is not a tenant's to see.
  expect((await groups({}, stranger)).refused).toBe(7);
  expect((await groups({ days: 1 }, stranger)).refused).toBe(7);
  pipeline.clock.advance(3 * 24 * HOUR_MS);
  expect((await groups({ days: 1 }, stranger)).refused).toBe(0);
});
