import { httpModule } from '#server/module/index.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import readSheets from 'read-excel-file/node';
import { afterAll, describe, expect, test } from 'vitest';
import { exportLists } from '#server/product.ts';
import { configuration } from '#server/modules/administration/configuration/index.ts';
import { entityServices } from '#server/product.ts';
import { exception } from '#server/modules/exceptions/exception/index.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { subscription } from '#server/modules/tracking/subscription/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { createQueue } from '#server/platform/queue/index.ts';
import { workRun } from '#server/platform/run/index.ts';
import { parseCsv } from '#shared/text/csv.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp, type TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { exporting } from './index.ts';
import { exportRuns } from './work-export.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const log = pino({ level: 'silent' });
const tenant = await buildTenant(database, { code: 'EXPA', name: '甲方', name_en: 'Tenant A' });
const other = await buildTenant(database, { code: 'EXPB', name: '乙方', name_en: 'Tenant B' });
await database.execute(
  `insert into md_port (code, name, zone, search_text) values ('CNSHA', 'Shanghai', 'Asia/Shanghai', ''), ('CNNGB', 'Ningbo', 'Asia/Shanghai', '')`,
);
await database.execute(
  `insert into md_airport (code, name, zone) values ('PVG', 'Pudong', 'Asia/Shanghai'), ('FRA', 'Frankfurt', 'Europe/Berlin')`,
);
const reference = await openReferenceStore(database, log);
afterAll(() => reference.stop());
const queue = createQueue({ database, clock: realClock, log });
const keys = [randomBytes(32)];
const services = entityServices({ reference, keys });
const lists = exportLists({ reference, keys, queue, clock: realClock });
const runs = exportRuns({ database, clock: realClock, log, lists });
const run = (exportId: string) =>
  workRun({ database, clock: realClock, log, runs }, Number(exportId), new AbortController().signal);
const { signedIn } = await testApp(database, {
  modules: [
    httpModule(configuration, { services: services }),
    httpModule(exception, { reference: reference.current }),
    httpModule(subscription, { reference: reference.current, schedulePulls: async () => {} }),
    httpModule(exporting, { exportLists: lists, queue: queue }),
  ],
});
const menus = ['/assets', '/tenant-assets', '/exception-manage', '/exception-subscribe'];
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: tenant.id, userCode: 'mine', menus });
await buildUser(database, { tenantId: tenant.id, userCode: 'colleague', menus });
await buildUser(database, { tenantId: other.id, userCode: 'theirs', menus, alsoTenants: [tenant.id] });
await buildUser(database, { tenantId: tenant.id, userCode: 'plain', menus: ['/feedback'] });
const [boss, mine, colleague, theirs, plain] = (await Promise.all(
  ['boss', 'mine', 'colleague', 'theirs', 'plain'].map((code) => signedIn(code)),
)) as [TestClient, TestClient, TestClient, TestClient, TestClient];

await database.execute(
  `insert into md_risk_zone (code, name_cn, name_en, zone_type, severity, outline, active_from)
   values ('ZONE', '区域', 'Zone', 'storm', 'low', '0 0, 0 1, 1 1', '2026-02-01T00:30:00Z')`,
);
const assets = ['=HYPERLINK("x")', 'B_TEXT', 'C_SECRET'];
for (const [index, assetType] of assets.entries()) {
  const { status, msg, data } = await boss.call('asset.insert', {
    body: {
      assetType,
      assetDesc: `描述 ${index}, "带引号"`,
      valueType: index === 2 ? 'CREDENTIAL' : 'TEXT',
      defaultValue: index === 2 ? 'hush-hush' : 'plain',
    },
  });
  if (status !== 1) throw new Error(msg);
  for (const owner of [tenant, other])
    await boss.call('tenantAsset.insert', {
      body: { tenantId: owner.id, wlAssetsId: data.wlAssetsId, assetValue: `value-${owner.code}-${index}` },
    });
}
await buildExceptions(database, {
  tenantIds: [tenant.id, other.id],
  count: 60,
  seed: 'export',
  from: Date.UTC(2026, 2, 1),
});

/** There is no such thing, or not for this caller. */
const none = { status: 0, data: { notFound: true } };

type Order = { list: string; kind?: 'csv' | 'xlsx'; query?: object; columns?: string[]; clientKey?: string };
const order = (body: Order, client: TestClient, headers: Record<string, string> = {}) =>
  client.call('exportOrder', { body: { kind: 'csv', clientKey: randomUUID(), ...body }, headers });
const statusOf = async (exportId: string, client: TestClient) =>
  (await client.call('exportGet', { query: { exportId } })).data;
const download = (exportId: string, client: TestClient) => client.call('exportDownload', { query: { exportId } });

async function exported(body: Order, client: TestClient, headers: Record<string, string> = {}) {
  const ordered = await order(body, client, headers);
  expect([ordered.status, ordered.msg]).toEqual([1, '']);
  const { exportId } = ordered.data;
  await run(exportId);
  const status = await statusOf(exportId, client);
  expect(status).toMatchObject({ state: 'done', problem: null, done: status.total });
  return { exportId, status, file: await download(exportId, client) };
}

describe('a file', () => {
  test('has the filtered and sorted rows, the chosen columns, headings and names in the language of the caller', async () => {
    const query = { sortRules: [{ columnName: 'assetType', sortType: 'desc' }], valueType: 'TEXT' };
    const columns = ['valueType', 'assetType', 'assetDesc'];
    const zh = await exported({ list: 'asset', query, columns }, mine);
    expect(zh.file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('资产定义.csv')}`,
    });
    expect(zh.file.text.startsWith('\ufeff')).toBe(true);
    const [titles, ...rows] = parseCsv(zh.file.text);
    expect(titles).toEqual(['值类型', '资产类型', '资产描述']);
    expect(rows.map((row) => row[1])).toEqual(['B_TEXT', `'${assets[0]}`]);
    expect(rows.every((row) => row[0] !== 'TEXT' && row[0] !== '')).toBe(true);
    expect(rows[0]?.[2]).toBe('描述 1, "带引号"');
    const en = await exported({ list: 'asset', query, columns }, mine, { 'x-lang': 'en' });
    expect(parseCsv(en.file.text)[0]).toEqual(['Value type', 'Asset type', 'Description']);
    expect(zh.status).toMatchObject({ list: 'asset', title: '资产定义', kind: 'csv', total: 2 });
  });

  test('tells the zone of its times: the one chosen in the header, also when the file is written later', async () => {
    const riskZone = { list: 'riskZone', columns: ['activeFrom'] };
    const chosen = await exported(riskZone, boss, { 'x-zone': 'America/New_York', 'x-lang': 'en' });
    expect(parseCsv(chosen.file.text)).toEqual([['Active from (America/New_York)'], ['2026-01-31 19:30:00']]);
    const wrong = await exported(riskZone, boss, { 'x-zone': 'Mars/Olympus' });
    expect(parseCsv(wrong.file.text)).toEqual([['生效时间（Asia/Shanghai）'], ['2026-02-01 08:30:00']]);
    const audit = await exported({ list: 'audit' }, boss, { 'x-zone': 'UTC' });
    expect(parseCsv(audit.file.text)[0]?.[0]).toBe('时间（UTC）');
  });

  test('of the audit has the columns of the screen: who acted by name and code, and what changed', async () => {
    const query = { entity: 'asset', action: 'insert' };
    const columns = ['who', 'action', 'name', 'changes', 'tenant'];
    const { file } = await exported({ list: 'audit', query, columns }, boss, { 'x-lang': 'en' });
    const [titles, ...rows] = parseCsv(file.text);
    expect(titles).toEqual(['Who', 'Act', 'Name', 'Changes', 'Tenant']);
    expect(rows).toHaveLength(assets.length);
    const entry = rows.find((row) => row[2] === 'B_TEXT');
    expect(entry?.[0]).toMatch(/^.+ \(boss\)$/);
    expect(entry?.[1]).toBe('Added');
    expect(entry?.[3]).toContain('Asset type:  → B_TEXT');
    expect(file.text).not.toContain('hush-hush');
  });

  test('names whom event items tell, in the columns of the list', async () => {
    const type = { typeCode: 'EXPORTED', typeName: '导出', typeNameEn: 'Exported', sortOrder: 1 };
    const { data } = await boss.call('eventItemType.insert', { body: type });
    const item = { itemCode: 'TOLD', itemName: '到港', itemNameEn: 'Arrived', typeId: data.eventItemTypeId };
    const { status, msg } = await boss.call('eventItem.insert', {
      body: { ...item, tenantId: tenant.id, severity: 'low', dueHours: 4, notifyUsers: 'role:viewer' },
    });
    expect([status, msg]).toEqual([1, expect.any(String)]);
    const { file } = await exported({ list: 'eventItem' }, boss);
    const [titles = [], row = []] = parseCsv(file.text);
    expect(row[titles.indexOf('通知对象')]).toBe('跟踪查看');
  });

  test('as a workbook holds the same', async () => {
    const { exportId, status } = await exported(
      { list: 'asset', kind: 'xlsx', columns: ['assetType', 'assetDesc'] },
      mine,
    );
    const app = await mine.app.inject({
      method: 'GET',
      url: `/api/product/export/download?exportId=${exportId}`,
      headers: { source: 'Manual', cookie: mine.cookie },
    });
    expect(app.rawPayload.length).toBe(status.sizeBytes);
    const [sheet] = await readSheets(app.rawPayload);
    expect(sheet?.sheet).toBe('资产定义');
    expect(sheet?.data[0]).toEqual(['资产类型', '资产描述']);
    expect(sheet?.data.slice(1).map((row) => row[0])).toEqual([`${assets[0]}`, 'B_TEXT', 'C_SECRET']);
  });

  test('never holds a secret, and only rows of the tenants of the caller', async () => {
    const whole = await exported({ list: 'asset' }, boss);
    expect(whole.file.text).not.toContain('hush-hush');
    expect(whole.file.text).toContain('******');
    const own = await exported({ list: 'tenantAsset' }, mine, { 'x-lang': 'en' });
    expect(own.status.total).toBe(3);
    expect(own.file.text).toContain('Tenant A');
    expect(own.file.text).not.toMatch(/Tenant B|EXPB/);
    expect((await exported({ list: 'tenantAsset' }, theirs)).status.total).toBe(6);
  });

  test('of exceptions and subscriptions is what their own calls stream', async () => {
    const sortRules = [{ columnName: 'blNo', sortType: 'asc' }];
    const columns = ['blNo', 'testPurpose', 'handleStatus', 'createTime'];
    const query = { handleStatus: ['0', '1'], sortRules };
    const file = await exported({ list: 'exceptions', query, columns }, theirs);
    const direct = await theirs.call('exportExceptions', { body: { ...query, columns } });
    expect(file.status.total).toBeGreaterThan(5);
    expect(file.file.text).toBe(direct.text);
    expect(file.file.headers['content-disposition']).toContain(encodeURIComponent('异常列表.csv'));
    const subscriptions = await exported({ list: 'subscriptions', query: { sortRules } }, theirs);
    expect(subscriptions.file.text).toBe((await theirs.call('exportSubscriptions', { body: { sortRules } })).text);
  });

  test('of every list can be had by an administrator, also when it is empty', async () => {
    const query: Readonly<Record<string, object>> = {
      portCalls: { portCode: 'CNSHA' },
      sailings: { fromPort: 'CNSHA', toPort: 'CNNGB' },
      flights: { fromAirport: 'PVG', toAirport: 'FRA' },
    };
    for (const list of Object.keys(lists)) {
      const { file } = await exported({ list, kind: 'csv', query: { keyword: 'nothing is called so' } }, boss).catch(
        // The board of a port, sailings and flights are asked for with their places, other lists know no keyword.
        async () => exported({ list, kind: 'csv', ...(query[list] === undefined ? {} : { query: query[list] }) }, boss),
      );
      expect([list, file.http]).toEqual([list, 200]);
    }
  });
});

describe('an order', () => {
  test('that the list would refuse is refused', async () => {
    expect(await order({ list: 'nothing' }, mine)).toMatchObject(none);
    expect(await order({ list: '__proto__' }, mine)).toMatchObject(none);
    expect(await order({ list: 'asset' }, plain)).toMatchObject({ http: 403 });
    expect(await order({ list: 'user' }, mine)).toMatchObject({ http: 403 });
    expect(await order({ list: 'asset', columns: ['no_such'] }, mine)).toMatchObject({ status: 0 });
    expect(await order({ list: 'asset', query: { nonsense: 1 } }, mine)).toMatchObject({ status: 0 });
    expect(await order({ list: 'exceptions', query: { createTimeFrom: 'soon' } }, mine)).toMatchObject({ status: 0 });
    expect(
      await order({ list: 'asset', query: { sortRules: [{ columnName: '1;--', sortType: 'asc' }] } }, mine),
    ).toMatchObject({ status: 0 });
  });

  test('sent twice is one, and nobody has more than three under way', async () => {
    const clientKey = randomUUID();
    const ids = await Promise.all(
      [1, 2].map(async () => (await order({ list: 'asset', clientKey }, colleague)).data.exportId),
    );
    expect(new Set(ids).size).toBe(1);
    const more = [await order({ list: 'asset' }, colleague), await order({ list: 'asset' }, colleague)];
    const fourth = await order({ list: 'asset' }, colleague);
    expect(fourth).toMatchObject({ status: 0, msg: '已有 3 个导出正在进行，请等待完成或取消其中一个' });
    for (const exportId of [ids[0], ...more.map(({ data }) => data.exportId)])
      expect((await colleague.call('exportCancel', { body: { exportId } })).data.state).toBe('cancelled');
  });

  test('is in the audit, and so is who took the file', async () => {
    const { exportId } = await exported(
      { list: 'asset', query: { keyword: 'B_', currentPage: 2, valueType: [] }, columns: ['assetType'] },
      mine,
    );
    const rows = await database.query<{ action: string; actor_code: string; after: object }>(
      `select action, actor_code, after from audit_log where entity = 'export' and entity_id = $1 order by id`,
      [exportId],
    );
    expect(rows).toMatchObject([
      {
        action: 'export',
        actor_code: 'mine',
        after: { list_name: '资产定义', file_kind: 'csv', filter: { keyword: 'B_' }, columns: ['资产类型'] },
      },
      { action: 'download', actor_code: 'mine', after: { rows: 1 } },
    ]);
  });
});

test('a file is for whoever ordered it, as long as they may read the list and its tenants', async () => {
  const { exportId } = await exported({ list: 'tenantAsset' }, theirs);
  for (const client of [mine, boss, plain]) {
    expect(await download(exportId, client)).toMatchObject(none);
    expect(await client.call('exportGet', { query: { exportId } })).toMatchObject(none);
    expect(await client.call('exportCancel', { body: { exportId } })).toMatchObject(none);
  }
  expect((await mine.call('exportList')).data.map((item: { exportId: string }) => item.exportId)).not.toContain(
    exportId,
  );
  const [{ id } = { id: 0 }] = await database.query<{ id: number }>(
    `select id from app_user where user_code = 'theirs'`,
  );
  await database.execute('delete from user_tenant where user_id = $1', [id]);
  const narrowed = await signedIn('theirs');
  expect((await download(exportId, narrowed)).http).toBe(403);
});

test('an export of a user who is gone keeps nobody from deleting their tenant', async () => {
  const left = await buildTenant(database);
  await buildUser(database, { tenantId: left.id, userCode: 'gone', menus });
  await exported({ list: 'asset' }, await signedIn('gone'));
  await database.execute(`delete from app_user where user_code = 'gone'`);
  expect(await boss.call('tenant.delete', { body: { wlTenantId: left.id } })).toMatchObject({ status: 1 });
});
