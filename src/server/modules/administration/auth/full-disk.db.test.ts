import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { embeddedTemplate, silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { TestClient, testApp } from '#testing/test-app.ts';

const root = mkdtempSync(path.join(tmpdir(), 'portolan-read-only-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// The guard of the embedded database is the same under both kinds of tests.
test.runIf(testDatabaseKind() === 'postgres')(
  'while the disk is full people sign in to look; nothing is changed, and what ends sessions ends these too',
  async () => {
    // So much must be free: with more than any disk has, it is full.
    const disk = { directory: root, leastFreeBytes: 1 };
    const database = await openDatabase({
      dataDir: root,
      poolSize: 1,
      log: silentLog,
      disk,
      template: await embeddedTemplate(),
    });
    const tenant = await buildTenant(database);
    const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin' });
    const { app, signedIn } = await testApp(database, { modules: await testProductModules(database) });
    const before = await signedIn(boss.userCode);
    const write = (client: TestClient) => client.call('roleTemplateSave', { body: { roleName: '操作', menus: [] } });
    const look = (client: TestClient) => client.call('queryExceptions', { body: { currentPage: 1, pageSize: 20 } });
    disk.leastFreeBytes = 1e18;
    await expect.poll(async () => (await write(before)).http, { timeout: 20_000 }).toBe(503);

    const client = new TestClient(app);
    expect(await client.signIn(boss.userCode, 'Wrong1234')).toMatchObject({ status: 0, msg: '用户名或密码错误' });
    const answer = await client.signIn(boss.userCode);
    expect(answer).toMatchObject({ status: 1, data: { userCode: boss.userCode, readOnly: true } });
    expect(await look(client)).toMatchObject({ http: 200, status: 1 });
    expect((await client.call('session', {})).data).toMatchObject({ readOnly: true });
    expect(await write(client)).toMatchObject({ status: 0, msg: expect.stringContaining('只能查看') as string });
    // Another process of the same installation reads it too; a token that was changed is refused.
    const other = await testApp(database, { modules: await testProductModules(database) });
    expect(await look(new TestClient(other.app, client.cookie))).toMatchObject({ http: 200 });
    expect(await look(new TestClient(app, `${client.cookie}x`))).toMatchObject({ http: 401 });
    // Guesses are slowed down as always.
    const guesses = [];
    for (let turn = 0; turn < 7; turn += 1)
      guesses.push((await new TestClient(app).signIn(boss.userCode, 'Wrong1234')).msg);
    expect(guesses.at(-1)).toContain('秒后重试');
    // Signed out is signed out.
    const leaving = new TestClient(other.app);
    await leaving.signIn(boss.userCode);
    const { cookie } = leaving;
    await leaving.call('logout', {});
    expect(await look(new TestClient(other.app, cookie))).toMatchObject({ http: 401 });

    // With room again the first entry of the audit ends all of them, whatever it says.
    disk.leastFreeBytes = 1;
    await expect.poll(async () => (await write(before)).http, { timeout: 20_000 }).toBe(200);
    expect((await look(client)).http).toBe(200);
    expect((await before.call('logout', {})).status).toBe(1);
    expect((await look(client)).http).toBe(401);
    expect((await new TestClient(other.app).signIn(boss.userCode)).data).not.toHaveProperty('readOnly');
    await database.close();
  },
  60_000,
);
