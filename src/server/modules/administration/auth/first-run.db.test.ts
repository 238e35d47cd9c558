import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { firstRunCode } from './first-run.ts';

const database = await testDatabase();
const secret = 'the key of this installation';
const { app } = await testApp(database, {
  modules: await testProductModules(database),
  settings: { secret, passwordPolicy: 'strict' },
});
// Reads again only when a change is noted.
const reference = await openReferenceStore(database, pino({ level: 'silent' }), 3_600_000);
afterAll(() => reference.stop());
const client = () => new TestClient(app);
const code = firstRunCode(secret);
const given = {
  code,
  userCode: 'chief',
  userName: '陈航',
  password: 'Blue-Anchor-Harbour-71',
  platformName: '远洋可视化',
  zone: 'Asia/Shanghai',
  language: 'zh',
  tenantCode: 'first',
  tenantName: '第一租户',
};

test('an empty product is set up with the code of its console, once', async () => {
  const nobody = client();
  expect((await nobody.call('signInOptions')).data.firstRun).toBe(true);
  for (const [change, statement] of [
    [{ code: 'AAAA-BBBB-CCCC' }, '设置码不正确'],
    [{ password: 'Password123456' }, '密码'],
    [{ zone: 'Mars/Olympus' }, '时区'],
    [{ userCode: ' ' }, '用户'],
  ] as const) {
    const { status, msg } = await nobody.call('firstRun', { body: { ...given, ...change } });
    expect([status, msg]).toEqual([0, expect.stringContaining(statement)]);
  }
  const { rows: none } = await database.execute('select from app_user');
  expect(none).toHaveLength(0);

  const chief = client();
  const both = await Promise.all([
    chief.call('firstRun', { body: { ...given, code: code.toLowerCase().replaceAll('-', ' ') } }),
    client().call('firstRun', { body: { ...given, userCode: 'other' } }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([0, 1]);
  const users = await database.query<{ n: number }>('select count(*)::int as n from app_user');
  expect(users).toEqual([{ n: 1 }]);
  expect((await nobody.call('signInOptions')).data.firstRun).toBe(false);
  const again = await nobody.call('firstRun', { body: given });
  expect([again.status, again.msg]).toEqual([0, expect.stringContaining('已完成初始设置')]);
  const tenants = await database.query<{ code: string; platform: boolean }>(
    'select code, platform from tenant order by code',
  );
  expect(tenants).toEqual([
    { code: 'FIRST', platform: false },
    { code: 'PLATFORM', platform: true },
  ]);
  const remembered = (): string[] => [...reference.current().tenants.values()].map((tenant) => tenant.code).sort();
  await expect.poll(remembered).toEqual(['FIRST', 'PLATFORM']);
  const audited = await database.query<{ entity: string }>(
    `select entity from audit_log where action = 'insert' order by entity`,
  );
  expect(audited.map(({ entity }) => entity)).toEqual(['tenant', 'tenant', 'user']);
});

test('the code is another one for another installation', () => {
  expect(firstRunCode('one')).not.toBe(firstRunCode('two'));
  expect(firstRunCode('one')).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
});
