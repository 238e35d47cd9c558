import { expect, test } from 'vitest';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { attachingSubscriptions } from './attach-subscriptions.ts';

const database = await testDatabase();
await seedTestDictionary(database);
for (const [code, name] of [
  ['CMDU', 'CMA CGM'],
  ['HDMU', 'HMM'],
  ['ZIMU', 'ZIM'],
  ['OWNM', 'Maersk'],
] as const)
  await database.execute(
    `insert into md_carrier (code, scac, name_cn, name_en, search_text) values ($1, $3, $2, $2, '') on conflict do nothing`,
    [code, name, code === 'OWNM' ? 'MAEU' : code],
  );
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 2, 1) });
const product = await testProductModules(database, { keys: pipeline.keys });
const { signedIn } = await testApp(database, { modules: product });
const [mine, theirs] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: mine.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, {
  tenantId: mine.id,
  userCode: 'clerk',
  menus: menuCodes.filter((code) => code !== '/sources'),
});
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
const [boss, clerk, stranger] = [await signedIn('boss'), await signedIn('clerk'), await signedIn('stranger')];
type Client = typeof boss;
const silentNumbers = async (client: Client, noSource = 1): Promise<string[]> => {
  const { data } = await client.call('querySubscriptions', { body: { noSource, pageSize: 50 } });
  expect(data.totalRecord).toBe(data.records.length);
  return data.records
    .map(({ obmTkSubscribe: row }: { obmTkSubscribe: { blNo: string; ctnNo: string } }) => row.blNo || row.ctnNo)
    .toSorted();
};
const traced = async (client: Client): Promise<string[]> => {
  const { data } = await client.call('traceIndex.list', { body: { noSource: 1 } });
  return data.records.map(({ referenceNo }: { referenceNo: string }) => referenceNo).toSorted();
};
const paste = (client: Client, carrierCode: string, number: string, isBillNo = '1') =>
  client.call('batchSubscribe', {
    body: { rows: [{ isBillNo, [isBillNo === '1' ? 'blNo' : 'ctnNo']: number, carrierCode }] },
  });
const statement = async (answer: ReturnType<typeof paste>): Promise<string | undefined> => {
  const { data } = await answer;
  expect(data.created).toBe(1);
  return data.results[0].warnings.find(({ field }: { field: string }) => field === 'noSource')?.msg;
};
const addSource = async (profile: string, more: object = {}): Promise<string> => {
  const { data, msg } = await boss.call('source.insert', {
    body: {
      sourceCode: profile,
      nameCn: `${profile} 接口`,
      nameEn: profile,
      profile,
      baseUrl: 'http://127.0.0.1:9',
      ...more,
    },
  });
  expect(data, msg).not.toBeNull();
  return data.sourceId;
};

test('a reference that no source can answer says at once what is missing, and stops saying so once that is there', async () => {
  expect(await statement(paste(boss, 'CMDU', 'CMDUABC001'))).toBe(
    '没有数据源可以回答：CMA CGM (CMDU)（海运）尚未连接。请在“数据源”中处理。',
  );
  expect(await statement(paste(clerk, 'CMDU', 'CMDUABC002'))).toMatch(/请联系管理员。$/);
  const single = await boss.call('subscribe', { body: { isBillNo: '1', blNo: 'CMDUABC003', carrierCode: 'CMDU' } });
  expect(single.data.noSource).toMatch(/尚未连接/);
  const checked = await boss.call('importSubscriptions', {
    body: { rows: [{ isBillNo: '1', blNo: 'CMDUABC004', carrierCode: 'CMDU' }], dryRun: 1 },
  });
  expect(checked.data.results[0].warnings).toEqual([{ field: 'noSource', msg: expect.stringMatching(/尚未连接/) }]);
  const plane = await boss.call('airSubscribe', { body: { waybills: ['784-00000005'] } });
  expect(plane.data.results[0]).toMatchObject({ error: expect.anything() });
  const truck = await boss.call('expressSubscribe', { body: { waybills: ['SF1234567890123'] } });
  expect(truck.data.results[0]).toMatchObject({ error: null, noSource: expect.stringMatching(/快递）尚未连接/) });
  expect(await silentNumbers(boss)).toEqual(['CMDUABC001', 'CMDUABC002', 'CMDUABC003', 'SF1234567890123']);
  expect(await traced(boss)).toEqual(['CMDUABC001', 'CMDUABC002', 'CMDUABC003']);
  expect([await silentNumbers(stranger), await silentNumbers(stranger, 0)]).toEqual([[], []]);

  const sourceId = await addSource('cma-cgm', { enabled: 0 });
  expect(await statement(paste(boss, 'CMDU', 'CMDUABC005'))).toBe(
    '没有数据源可以回答：数据源“cma-cgm 接口”已停用（CMA CGM (CMDU)）。请在“数据源”中处理。',
  );
  await database.execute(`update source set enabled = true where id = $1`, [sourceId]);
  expect(await statement(paste(boss, 'CMDU', 'CMDUABC006'))).toMatch(/缺少凭据/);
  await boss.call('sourceKeySave', { body: { sourceId, tenantId: mine.id, values: { apiKey: 'right' } } });
  expect(await statement(paste(boss, 'CMDU', 'CMDUABC007'))).toBeUndefined();
  // Keys of one tenant are none of another one.
  expect(await statement(paste(stranger, 'CMDU', 'CMDUABC008'))).toMatch(/缺少凭据/);
  expect(await silentNumbers(boss)).toEqual(['CMDUABC008', 'SF1234567890123']);
  expect(await silentNumbers(clerk)).toEqual(['SF1234567890123']);
  expect(await silentNumbers(boss, 0)).toHaveLength(6);
  const { data } = await stranger.call('querySubscriptions', { body: { noSource: 1 } });
  expect(data.records.map(({ obmTkSubscribe: row }: { obmTkSubscribe: object }) => row)).toEqual([
    expect.objectContaining({ blNo: 'CMDUABC008', noSource: expect.stringMatching(/缺少凭据/) }),
  ]);

  // A source with a credential of its own is queried with it for everybody.
  await database.execute(`update source set credential = 'sealed' where id = $1`, [sourceId]);
  expect(await statement(paste(stranger, 'CMDU', 'CMDUABC011'))).toBeUndefined();
  await database.execute(`update source set credential = null where id = $1`, [sourceId]);

  await database.execute(
    `insert into source_key_health (source_id, tenant_id, consecutive_failures, last_error) values ($1, $2, 1, 'unauthorized: 401')`,
    [sourceId, mine.id],
  );
  expect(await statement(paste(boss, 'CMDU', 'CMDUABC009'))).toMatch(/凭据被拒绝/);
  await database.execute(`update source_key_health set consecutive_failures = 0`);
  expect(await statement(paste(boss, 'CMDU', 'CMDUABC010'))).toBeUndefined();
});

test('a source that takes no such references is named', async () => {
  const sourceId = await addSource('hmm');
  await boss.call('sourceKeySave', { body: { sourceId, values: { apiKey: 'right' } } });
  expect(await statement(paste(boss, 'HDMU', 'CSQU3054383', '0'))).toMatch(/“hmm 接口”不支持按箱号查询/);
  expect(await statement(paste(boss, 'HDMU', 'HDMUABC0001'))).toBeUndefined();
});

test('who is reported is one rule with who is queried', async () => {
  const attach = attachingSubscriptions({ database, clock: pipeline.clock, schedulePulls: pipeline.schedulePulls });
  await statement(paste(boss, 'ZIMU', 'ZIMUABC0001'));
  const sourceId = await addSource('zim');
  await boss.call('sourceKeySave', { body: { sourceId, values: { subscriptionKey: 'right' } } });
  for (const { run } of attach.chores ?? []) await run();
  const requested = await database.query(
    `select from subscription s where s.bill_no = 'ZIMUABC0001' and exists (
       select from subscription_source x where x.subscription_id = s.id and x.source_id = $1)`,
    [sourceId],
  );
  expect(requested).toHaveLength(1);
});

test('a carrier that this installation has another code for is answered by the source of its SCAC', async () => {
  expect(await statement(paste(boss, 'OWNM', 'MAEU00000001'))).toMatch(/尚未连接/);
  const sourceId = await addSource('maersk');
  await boss.call('sourceKeySave', { body: { sourceId, values: { consumerKey: 'right', clientSecret: 'right' } } });
  expect(await statement(paste(boss, 'OWNM', 'MAEU00000002'))).toBeUndefined();
  const attach = attachingSubscriptions({ database, clock: pipeline.clock, schedulePulls: pipeline.schedulePulls });
  for (const { run } of attach.chores ?? []) await run();
  const requested = await database.query(
    `select from subscription s join subscription_source x on x.subscription_id = s.id where s.carrier_code = 'OWNM' and x.source_id = $1`,
    [sourceId],
  );
  expect(requested).toHaveLength(2);
});
