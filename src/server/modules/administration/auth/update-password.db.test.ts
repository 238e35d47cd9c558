import { describe, expect, test } from 'vitest';
import { buildTenant, buildUser, testPassword } from '#testing/people.ts';
import { TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { app, signedIn } = await testApp(database, { settings: { passwordChangeByGet: true } });

const tenant = await buildTenant(database, { code: 'ACME', name: '艾克米', name_en: 'Acme' });
const other = await buildTenant(database, { code: 'OTHER', name: '其他' });
await buildUser(database, { tenantId: tenant.id, userCode: 'alice', name: '爱丽丝', menus: ['/exception-manage'] });
await buildUser(database, { tenantId: other.id, userCode: 'bob', name: '鲍勃' });
await buildUser(database, { tenantId: tenant.id, userCode: 'root', userType: 'admin', allTenants: true });
await buildUser(database, {
  tenantId: tenant.id,
  userCode: 'fresh',
  mustChangePassword: true,
  menus: ['/exception-manage'],
});

const from = (address: string): TestClient => new TestClient(app, '', address);
const changes = () =>
  database.system
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', '=', 'user')
    .where('action', '=', 'password-changed')
    .execute();

describe('changing the password', () => {
  const fresh = async () => {
    const person = await buildUser(database, { tenantId: tenant.id });
    return { person, client: await signedIn(person.userCode) };
  };

  test('needs the current one, strength and a difference', async () => {
    const { person, client } = await fresh();
    const change = (body: Record<string, string>) =>
      client.call('updatePassword', { body: { userCode: person.userCode, ...body } });
    expect((await change({ password: 'Better1x', currentPassword: '' })).msg).toBe('请输入原密码');
    expect((await change({ password: 'short', currentPassword: testPassword })).msg).toBe(
      '必须包含大小写字母和数字,且不少于6位',
    );
    expect((await change({ password: testPassword, currentPassword: testPassword })).msg).toBe(
      '原密码与新密码不能相同',
    );
    expect((await change({ password: 'Better1x', currentPassword: 'wrong' })).msg).toBe('登录信息有误,请退出后重试');
    expect((await client.call('session')).http).toBe(200);
  });

  test('ends every session of the user', async () => {
    const { person, client } = await fresh();
    const elsewhere = await signedIn(person.userCode);
    const answer = await client.call('updatePassword', {
      body: { userCode: person.userCode, password: 'Better1x', currentPassword: testPassword },
    });
    expect(answer).toMatchObject({ status: 1, msg: '密码修改成功，请重新登录', data: null });
    expect((await client.call('session')).http).toBe(401);
    expect((await elsewhere.call('session')).http).toBe(401);
    expect((await from('10.4.0.1').signIn(person.userCode)).status).toBe(0);
    expect((await from('10.4.0.1').signIn(person.userCode, 'Better1x')).status).toBe(1);
    const written = (await changes()).filter((row) => row.entity_id === String(person.id));
    expect(written).toHaveLength(1);
    expect(JSON.stringify(written)).not.toContain('Better1x');
  });

  test('the literal GET needs the current password too', async () => {
    const { person, client } = await fresh();
    const without = await client.call('updatePassword', {
      also: true,
      query: { userCode: person.userCode, password: 'Better1x' },
    });
    expect(without).toMatchObject({ status: 0, msg: '请输入原密码' });
    const withIt = await client.call('updatePassword', {
      also: true,
      query: { userCode: person.userCode, password: 'Better1x', currentPassword: testPassword },
    });
    expect(withIt.status).toBe(1);
  });

  test('of another user is for administrators only, who prove themselves', async () => {
    const { person } = await fresh();
    const alice = await signedIn('alice');
    const body = { userCode: person.userCode, password: 'Better1x', currentPassword: testPassword };
    expect(await alice.call('updatePassword', { body })).toMatchObject({ http: 403, msg: '只能修改自己的密码' });
    const root = await signedIn('root');
    expect((await root.call('updatePassword', { body: { ...body, currentPassword: 'wrong' } })).msg).toBe(
      '登录信息有误,请退出后重试',
    );
    expect((await root.call('updatePassword', { body })).status).toBe(1);
    expect((await root.call('session')).http).toBe(200);
    expect((await from('10.4.0.2').signIn(person.userCode, 'Better1x')).data).toMatchObject({
      mustChangePassword: true,
    });
  });

  test('a tenant administrator cannot reach into another tenant', async () => {
    const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin' });
    const client = await signedIn(boss.userCode);
    const answer = await client.call('updatePassword', {
      body: { userCode: 'bob', password: 'Better1x', currentPassword: testPassword },
    });
    expect(answer).toMatchObject({ status: 0, msg: '用户不存在' });
  });

  test('a tenant administrator cannot take over a colleague who sees more', async () => {
    const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin' });
    const client = await signedIn(boss.userCode);
    const wide = await buildUser(database, { tenantId: tenant.id });
    await database.system.insertInto('user_tenant').values({ user_id: wide.id, tenant_id: other.id }).execute();
    for (const userCode of ['root', wide.userCode]) {
      const body = { userCode, password: 'Better1x', currentPassword: testPassword };
      expect(await client.call('updatePassword', { body })).toMatchObject({
        status: 0,
        msg: '该用户可见您无权访问的租户，不能由您修改',
      });
    }
    const { person } = await fresh();
    const body = { userCode: person.userCode, password: 'Better1x', currentPassword: testPassword };
    expect((await client.call('updatePassword', { body })).status).toBe(1);
  });

  test('guesses of the current password are slowed down as well', async () => {
    const { person, client } = await fresh();
    const guess = () =>
      client.call('updatePassword', {
        body: { userCode: person.userCode, password: 'Better1x', currentPassword: 'guess' },
      });
    for (let index = 0; index < 5; index++) expect((await guess()).msg).toBe('登录信息有误,请退出后重试');
    expect((await guess()).msg).toMatch(/次数过多/);
  });

  test('an initial password must be changed before anything else', async () => {
    const client = await signedIn('fresh');
    expect((await client.call('session')).data).toMatchObject({ mustChangePassword: true });
    expect(await client.call('users')).toMatchObject({
      http: 403,
      msg: '请先修改初始密码',
      data: { mustChangePassword: true },
    });
    await client.call('updatePassword', {
      body: { userCode: 'fresh', password: 'Better1x', currentPassword: testPassword },
    });
    const again = await signedIn('fresh', 'Better1x');
    expect((await again.call('users')).http).toBe(200);
  });
});
