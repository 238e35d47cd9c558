import { beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '#server/platform/clock/clock.ts';
import { buildTenant, buildUser, testPassword } from '#testing/people.ts';
import { TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const clock = manualClock(Date.UTC(2026, 4, 1));
const { app, anonymous, signedIn } = await testApp(database, { realClock: clock });

const tenant = await buildTenant(database, { code: 'ACME', name: '艾克米', name_en: 'Acme' });
const other = await buildTenant(database, { code: 'OTHER', name: '其他' });
beforeAll(async () => {
  await buildUser(database, { tenantId: tenant.id, userCode: 'alice', name: '爱丽丝', menus: ['/exception-manage'] });
  await buildUser(database, { tenantId: other.id, userCode: 'bob', name: '鲍勃' });
  await buildUser(database, { tenantId: other.id, userCode: 'olga', name: '奥尔加', alsoTenants: [tenant.id] });
  await buildUser(database, { tenantId: tenant.id, userCode: 'root', userType: 'admin', allTenants: true });
  await buildUser(database, { tenantId: tenant.id, userCode: 'weak', password: 'abc' });
  await buildUser(database, {
    tenantId: tenant.id,
    userCode: 'fresh',
    mustChangePassword: true,
    menus: ['/exception-manage'],
  });
  await buildUser(database, { tenantId: tenant.id, userCode: 'sso', password: null });
});

const from = (address: string): TestClient => new TestClient(app, '', address);
const audits = (action: string) =>
  database.system
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', 'in', ['session', 'user'])
    .where('action', '=', action)
    .execute();

describe('signing in', () => {
  test('answers the user, a message and two cookies', async () => {
    const answer = await from('10.1.0.1').call('login', { body: { userCode: 'Alice', password: testPassword } });
    expect(answer).toMatchObject({
      http: 200,
      status: 1,
      msg: '登录成功',
      data: {
        userCode: 'alice',
        userNameCn: '爱丽丝',
        userType: 'user',
        tenantCode: 'ACME',
        tenantName: '艾克米',
        weakPassword: false,
        mustChangePassword: false,
      },
    });
    expect(JSON.stringify(answer.data)).not.toMatch(/password_hash|scrypt|argon/i);
    const session = answer.cookies.find(({ name }) => name === 'portolan_session');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(session?.value).toMatch(/^[\w-]{43}$/);
    const marker = answer.cookies.find(({ name }) => name === 'portolan_signed_in');
    expect(marker).toMatchObject({ value: expect.stringMatching(/^[0-9a-f]{8}$/), sameSite: 'Strict' });
    expect(marker).not.toHaveProperty('httpOnly');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('the token is stored only as a hash', async () => {
    const client = await signedIn('alice');
    const token = client.cookie.split('=')[1] ?? '';
    const rows = await database.system.selectFrom('session').select('token_hash').execute();
    expect(
      rows.some((row) => row.token_hash.toString('base64url') === token || row.token_hash.toString() === token),
    ).toBe(false);
    const dump = await database.query<{ text: string }>('select s::text as text from session s');
    expect(dump.some((row) => row.text.includes(token))).toBe(false);
  });

  test('the literal GET does the same', async () => {
    const answer = await from('10.1.0.2').call('login', {
      also: true,
      query: { userCode: 'alice', password: testPassword },
    });
    expect(answer).toMatchObject({ http: 200, status: 1, data: { userCode: 'alice' } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('an unknown user, a wrong password and a user without one are the same', async () => {
    const answers = await Promise.all(
      [
        ['nobody', testPassword],
        ['alice', 'wrong'],
        ['sso', testPassword],
      ].map(([userCode, password], index) => from(`10.1.1.${index}`).call('login', { body: { userCode, password } })),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({ http: 200, status: 0, msg: '用户名或密码错误', data: null });
      expect(answer.cookies).toEqual([]);
    }
  });

  test.each([
    [{}, '请输入用户名'],
    [{ userCode: '  ', password: 'x' }, '请输入用户名'],
    [{ userCode: 'alice' }, '请输入密码'],
  ])('%j is requested what is missing', async (body, msg) => {
    const answer = await anonymous.call('login', { body });
    expect(answer).toMatchObject({ http: 200, status: 0, msg, data: null });
  });

  test('a weak password signs in and is reported to be weak', async () => {
    const answer = await from('10.1.0.3').call('login', { body: { userCode: 'weak', password: 'abc' } });
    expect(answer).toMatchObject({ status: 1, data: { weakPassword: true } });
  });

  test('a new sign-in ends the former session of the browser', async () => {
    const client = await signedIn('alice');
    const former = new TestClient(app, client.cookie);
    await client.signIn('alice');
    expect((await former.call('session')).http).toBe(401);
    expect((await client.call('session')).http).toBe(200);
  });

  test('success and failure are written down without the password', async () => {
    await from('10.1.0.4').call('login', { body: { userCode: 'bob', password: 'Hunter2secret' } });
    const failed = (await audits('sign-in-failed')).filter((row) => row.entity_id === 'bob');
    expect(failed).toHaveLength(1);
    expect(JSON.stringify(failed)).not.toContain('Hunter2secret');
    await signedIn('bob');
    const done = (await audits('sign-in')).filter((row) => row.entity_id === 'bob');
    expect(done).toHaveLength(1);
    expect(done[0]).toMatchObject({ actor_code: 'bob', origin: 'Manual', tenant_id: other.id });
  });
});

describe('slowing down', () => {
  const attempt = (client: TestClient, password: string) =>
    client.call('login', { body: { userCode: 'bob', password } });

  test('after five failures the wait is named, then a right password works', async () => {
    const client = from('10.2.0.1');
    for (let index = 0; index < 5; index++) expect((await attempt(client, 'wrong')).msg).toBe('用户名或密码错误');
    const slowed = await attempt(client, testPassword);
    expect(slowed).toMatchObject({ http: 200, status: 0, data: null });
    expect(slowed.msg).toMatch(/登录失败次数过多，请 [12] 秒后重试/);
    expect((await attempt(from('10.2.0.2'), testPassword)).status).toBe(1);
    for (let index = 0; index < 5; index++) await attempt(client, 'wrong');
    clock.advance(60_000);
    expect((await attempt(client, testPassword)).status).toBe(1);
    expect((await attempt(client, 'wrong')).msg).toBe('用户名或密码错误');
  });

  test('attempts at the same time do not slip through together', async () => {
    const client = from('10.2.0.3');
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(client, 'wrong')));
    expect(answers.filter((answer) => answer.msg === '用户名或密码错误')).toHaveLength(5);
    expect(answers.filter((answer) => answer.msg.startsWith('登录失败次数过多'))).toHaveLength(7);
    clock.advance(3_600_001);
  });

  test('guesses from many addresses do not keep the owner out where they signed in before', async () => {
    const home = from('2001:db8:7:7::1');
    expect((await attempt(home, testPassword)).status).toBe(1);
    for (let index = 0; index < 22; index++) await attempt(from(`10.3.0.${index}`), 'wrong');
    expect((await attempt(from('10.3.1.1'), testPassword)).msg).toMatch(/登录失败次数过多/);
    // Another address of the same line.
    expect((await attempt(from('2001:db8:7:7:8::9'), testPassword)).status).toBe(1);
    clock.advance(3_600_001);
  });

  test('the addresses of one IPv6 network count as one', async () => {
    for (let index = 0; index < 5; index++) await attempt(from(`2001:db8:8:8::${index}`), 'wrong');
    expect((await attempt(from('2001:db8:8:8::99'), testPassword)).msg).toMatch(/登录失败次数过多/);
    clock.advance(3_600_001);
  });

  test('the wait doubles', async () => {
    const client = from('10.2.0.4');
    const waits: number[] = [];
    for (let index = 0; index < 9; index++) {
      const answer = await attempt(client, 'wrong');
      const seconds = /请 (\d+) 秒/.exec(answer.msg)?.[1];
      if (seconds !== undefined) {
        waits.push(Number(seconds));
        clock.advance(Number(seconds) * 1000);
      }
    }
    expect(waits).toEqual([2, 4]);
    clock.advance(3_600_001);
  });
});

describe('session', () => {
  test('nobody is notified who they are not', async () => {
    for (const cookie of ['', 'portolan_session=x', `portolan_session=${'A'.repeat(43)}`, 'portolan_signed_in=1']) {
      const answer = await new TestClient(app, cookie).call('session');
      expect(answer).toMatchObject({ http: 401, status: 0, data: null });
      expect(answer).not.toHaveProperty('redirectUrl');
    }
  });

  test('is there until it has been idle too long, and calls keep it alive', async () => {
    const client = await signedIn('alice');
    for (let hour = 0; hour < 3; hour++) {
      clock.advance(50 * 60_000);
      expect((await client.call('session')).http).toBe(200);
    }
    clock.advance(61 * 60_000);
    const gone = await client.call('session');
    expect(gone.http).toBe(401);
    // The browser may have signed in again meanwhile: a late refusal must not take the new cookies away.
    expect(gone.cookies).toEqual([]);
  });

  test('ends at its longest even when used', async () => {
    const client = await signedIn('alice');
    let http = 200;
    for (let step = 0; step < 30 && http === 200; step++) {
      clock.advance(50 * 60_000);
      http = (await client.call('session')).http;
    }
    expect(http).toBe(401);
  });

  test('signing out ends it, and works for anyone who is out already', async () => {
    const client = await signedIn('alice');
    const out = await client.call('logout');
    expect(out).toMatchObject({ http: 200, status: 1, msg: '已退出登录' });
    expect((await client.call('session')).http).toBe(401);
    expect((await client.call('logout')).status).toBe(1);
    expect((await anonymous.call('logout')).status).toBe(1);
  });

  test('a removed user and a closed tenant are out at once', async () => {
    const gone = await buildUser(database, { tenantId: tenant.id });
    const client = await signedIn(gone.userCode);
    await database.execute('update app_user set removed_at = now() where id = $1', [gone.id]);
    expect((await client.call('session')).http).toBe(401);

    const closing = await buildTenant(database);
    const member = await buildUser(database, { tenantId: closing.id });
    const memberClient = await signedIn(member.userCode);
    await database.execute('update tenant set active = false where id = $1', [closing.id]);
    expect((await memberClient.call('session')).http).toBe(401);
    expect((await from('10.3.0.1').signIn(member.userCode)).status).toBe(0);
  });
});

describe('permissions', () => {
  test('are the menus of the user, as of now', async () => {
    const person = await buildUser(database, { tenantId: tenant.id, menus: ['/exception-manage'] });
    const client = await signedIn(person.userCode);
    const codes = async () =>
      (await client.call('permissions', { query: { appCode: 'WALI_DATA' } })).data.map(
        (row: { menuCode: string }) => row.menuCode,
      );
    expect(await codes()).toEqual(['/exception-manage', '/job', '/process']);
    await database.execute('delete from user_menu where user_id = $1', [person.id]);
    expect(await codes()).toEqual(['/job', '/process']);
  });

  test('an administrator has every menu', async () => {
    const client = await signedIn('root');
    const { data } = await client.call('permissions');
    expect(data).toContainEqual({ menuCode: '/user' });
    expect(data).toContainEqual({ menuCode: '/exception-manage' });
  });

  test('an unknown application is refused', async () => {
    const client = await signedIn('alice');
    expect(await client.call('permissions', { query: { appCode: 'X' } })).toMatchObject({
      http: 200,
      status: 0,
      msg: '未知的应用代码：X',
    });
  });
});
