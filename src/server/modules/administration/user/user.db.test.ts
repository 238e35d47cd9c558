import { describe, expect, test } from 'vitest';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { anonymous, app, signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database, { code: 'USR', name: '用户租户' });
const other = await buildTenant(database);
const boss = await buildUser(database, {
  tenantId: tenant.id,
  userCode: 'boss',
  name: '老板',
  userType: 'admin',
  allTenants: true,
});
const local = await buildUser(database, { tenantId: tenant.id, userCode: 'local', userType: 'admin' });
const asBoss = await signedIn('boss');
const asLocal = await signedIn('local');
const tenantId = String(tenant.id);
const password = 'Harbour7x';
const english = { 'x-lang': 'en' };

const person = (userCode: string, more: object = {}) => ({
  tenantId,
  userCode,
  userNameCn: '新人',
  userType: 'user',
  password,
  ...more,
});
const add = async (userCode: string, more: object = {}) => {
  const answer = await asBoss.call('userInsert', { body: person(userCode, more) });
  expect(answer).toMatchObject({ status: 1, msg: '新增用户成功' });
  return answer.data as { wlUserId: string; recordVersion: number };
};

describe('adding and listing', () => {
  test('a new user signs in with the first password and must change it', async () => {
    const row = await add('newcomer', { email: 'n@x.example', sex: 1, age: 30, menus: ['/exception-manage'] });
    expect(row).toMatchObject({ userCode: 'newcomer', tenantName: '用户租户', sex: '1', age: 30, recordVersion: 1 });
    const client = await signedIn('newcomer', password);
    expect((await client.call('session')).data).toMatchObject({ mustChangePassword: true });
    expect((await client.call('queryExceptions', { body: {} })).http).toBe(403);
    const { data } = await asBoss.call('userGet', { query: { wlUserId: row.wlUserId } });
    expect(data).toMatchObject({
      user: row,
      menus: ['/exception-manage'],
      tenantIds: [],
      allTenants: 0,
      mustChangePassword: true,
    });
  });

  test('is searched by code and name, by GET and POST', async () => {
    await add('findme', { userNameCn: '寻找' });
    for (const keyword of ['FINDME', '寻找']) {
      const { data } = await asBoss.call('userQuery', { also: true, query: { currentPage: 1, pageSize: 10, keyword } });
      expect(data).toMatchObject({
        totalRecord: 1,
        totalPage: 1,
        records: [{ userCode: 'findme', userNameCn: '寻找', userType: 'user' }],
      });
    }
    expect((await asBoss.call('userQuery', { body: { userType: 'admin', pageSize: 99 } })).data.totalRecord).toBe(2);
    expect((await asBoss.call('userQuery', { body: {} })).text).not.toMatch(/password|argon/i);
  });

  test.each([
    ['tenantId', '租户不能为空', 'Tenant cannot be empty'],
    ['userCode', '用户代码不能为空', 'User code cannot be empty'],
    ['userNameCn', '用户名不能为空', 'User name cannot be empty'],
  ])('%s is required', async (field, zh, en) => {
    const body = person('x', { [field]: '' });
    expect(await asBoss.call('userInsert', { body })).toMatchObject({ status: 0, msg: zh });
    expect(await asBoss.call('userInsert', { body, headers: english })).toMatchObject({ status: 0, msg: en });
  });

  test.each(['', 'short', 'alllowercase1', 'NODIGITSx'])('the password %j is refused', async (weak) => {
    expect(await asBoss.call('userInsert', { body: person('weak', { password: weak }) })).toMatchObject({ status: 0 });
    expect(await asBoss.call('userResetPassword', { body: { userCode: 'local', password: weak } })).toMatchObject({
      status: 0,
    });
  });

  test('a code occurs once, whatever its letters; the same form sent twice adds one user', async () => {
    const answers = await Promise.all([1, 2].map(() => asBoss.call('userInsert', { body: person('twice') })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(await asBoss.call('userInsert', { body: person('TWICE') })).toMatchObject({
      status: 0,
      msg: '用户代码“TWICE”已存在',
    });
  });

  test('the same form under its key is one user, with the password that came first', async () => {
    const body = person('lost-answer', { menus: ['/exception-manage'] });
    const headers = { 'idempotency-key': 'form-of-one-user-1' };
    const send = (more: object = {}, client = asBoss) =>
      client.call('userInsert', { body: { ...body, ...more }, headers });
    const answers = [...(await Promise.all([send(), send()])), await send({ password: 'Another8z' })];
    for (const { status, data } of answers) expect([status, data]).toEqual([1, answers[2]?.data]);
    const entries = await database.system
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'user')
      .where('entity_id', '=', answers[0]?.data.wlUserId)
      .execute();
    expect(entries).toEqual([{ action: 'insert' }]);
    expect((await anonymous.call('login', { body: { userCode: 'lost-answer', password } })).status).toBe(1);
    // The key is its owner's.
    expect(await send({}, asLocal)).toMatchObject({ status: 0, msg: '用户代码“lost-answer”已存在' });
  });
});

describe('changing', () => {
  test('menus count at the next call, and the browser is notified by their version', async () => {
    const row = await add('menus');
    await database.execute('update app_user set must_change_password = false where id = $1', [Number(row.wlUserId)]);
    const client = await signedIn('menus', password);
    expect((await client.call('queryExceptions', { body: {} })).http).toBe(403);
    const { menuVersion } = (await client.call('session')).data;
    const change = { wlUserId: row.wlUserId, recordVersion: 1, menus: ['/exception-manage'] };
    expect(await asBoss.call('userUpdate', { body: change })).toMatchObject({
      status: 1,
      msg: '更新用户信息成功',
      data: { recordVersion: 2 },
    });
    expect((await client.call('queryExceptions', { body: {} })).http).toBe(200);
    expect((await client.call('session')).data.menuVersion).toBe(menuVersion + 1);
    expect(
      await asBoss.call('userUpdate', { body: { ...change, recordVersion: 2, menus: ['/nowhere'] } }),
    ).toMatchObject({ status: 0, msg: '菜单不存在：/nowhere' });
  });

  test('of two who change a user, the slower is reported', async () => {
    const row = await add('stale');
    const change = (userNameCn: string) => ({ wlUserId: row.wlUserId, recordVersion: 1, userNameCn });
    expect((await asBoss.call('userUpdate', { body: change('一') })).status).toBe(1);
    expect(await asLocal.call('userUpdate', { body: change('二') })).toMatchObject({
      status: 0,
      data: { stale: true, who: '老板', current: { userNameCn: '一' } },
    });
  });

  test('a reset password ends every session and must be changed', async () => {
    const row = await add('forgetful');
    const client = await signedIn('forgetful', password);
    expect((await asBoss.call('userSessions', { query: { wlUserId: row.wlUserId } })).data).toHaveLength(1);
    expect(
      (await asBoss.call('userResetPassword', { body: { userCode: 'FORGETFUL', password: 'Second8y' } })).status,
    ).toBe(1);
    expect((await client.call('session')).http).toBe(401);
    expect((await (await signedIn('forgetful', 'Second8y')).call('session')).data.mustChangePassword).toBe(true);
    expect((await asBoss.call('userEndSessions', { body: { wlUserId: row.wlUserId } })).status).toBe(1);
    expect((await asBoss.call('userSessions', { query: { wlUserId: row.wlUserId } })).data).toEqual([]);
  });

  test('who ends all sessions of a user, or sets their password, ends their devices too', async () => {
    const [lost, replaced] = [await add('lost-phone'), await add('replaced-phone')];
    const devicesOf = async () =>
      (await database.query<{ device_name: string }>('select device_name from push_device order by 1')).map(
        (row) => row.device_name,
      );
    const enter = (name: string, { wlUserId }: { wlUserId: string }) =>
      database.execute(
        `insert into push_device (user_id, endpoint_hash, sealed, device_name, language, created_at)
         values ($1, $2, '', $3, 'en', now())`,
        [Number(wlUserId), Buffer.from(name), name],
      );
    await enter('lost', lost);
    await enter('replaced', replaced);
    await asBoss.call('userEndSessions', { body: { wlUserId: lost.wlUserId } });
    expect(await devicesOf()).toEqual(['replaced']);
    await asBoss.call('userResetPassword', { body: { userCode: 'replaced-phone', password: 'Second8y' } });
    expect(await devicesOf()).toEqual([]);
  });

  test('one session is ended, the others go on; it is named by nothing that opens it', async () => {
    const row = await add('two-places');
    const clients = [await signedIn('two-places', password), await signedIn('two-places', password)];
    const list = async () => (await asBoss.call('userSessions', { query: { wlUserId: row.wlUserId } })).data;
    const sessions = (await list()) as { sessionId: string; current: boolean }[];
    expect(new Set(sessions.map((session) => session.sessionId)).size).toBe(2);
    expect(sessions.every((session) => !session.current)).toBe(true);
    for (const client of clients) {
      const token = client.cookie.split('=')[1] ?? '';
      expect(JSON.stringify(sessions)).not.toContain(token);
    }
    const end = (sessionId: string | undefined, who = asBoss) =>
      who.call('userEndSession', { body: { wlUserId: row.wlUserId, sessionId } });
    expect(await end(sessions[0]?.sessionId)).toMatchObject({ status: 1, msg: '会话已结束' });
    const alive = await Promise.all(clients.map(async (client) => (await client.call('session')).http));
    expect(alive.toSorted()).toEqual([200, 401]);
    expect(await list()).toHaveLength(1);
    expect((await end(sessions[0]?.sessionId)).status).toBe(0);
    expect((await end('')).status).toBe(0);
    const own = await asBoss.call('userSessions', { query: { wlUserId: String(boss.id) } });
    expect(own.data.filter((session: { current: boolean }) => session.current)).toHaveLength(1);
  });

  test('the audit tells who did what, and no password', async () => {
    const entries = await database.system.selectFrom('audit_log').selectAll().where('entity', '=', 'user').execute();
    expect(new Set(entries.map((entry) => entry.action))).toEqual(
      new Set(['insert', 'update', 'password-reset', 'sessions-ended', ...entries.map((entry) => entry.action)]),
    );
    expect(JSON.stringify(entries)).not.toMatch(/argon2id|Harbour7x|Second8y/);
  });
});

describe('deleting', () => {
  test('ends the sessions, frees the code and can be undone', async () => {
    const row = await add('leaver', { menus: ['/exception-manage'] });
    const client = await signedIn('leaver', password);
    expect(await asBoss.call('userDelete', { also: true, query: { wlUserId: row.wlUserId } })).toMatchObject({
      status: 1,
      msg: '删除用户成功',
    });
    expect((await client.call('session')).http).toBe(401);
    expect((await anonymous.call('login', { body: { userCode: 'leaver', password } })).status).toBe(0);
    expect((await asBoss.call('userDelete', { body: { wlUserId: row.wlUserId } })).status).toBe(0);
    expect((await asBoss.call('userGet', { query: { wlUserId: row.wlUserId } })).status).toBe(0);
    expect((await asBoss.call('userRestore', { body: { wlUserId: row.wlUserId } })).status).toBe(1);
    expect((await asBoss.call('userGet', { query: { wlUserId: row.wlUserId } })).data.menus).toEqual([
      '/exception-manage',
    ]);
    await asBoss.call('userDelete', { body: { wlUserId: row.wlUserId } });
    await add('leaver');
    expect(await asBoss.call('userRestore', { body: { wlUserId: row.wlUserId } })).toMatchObject({
      status: 0,
      msg: '用户代码“leaver”已存在',
    });
    expect(await asBoss.call('userDelete', { body: {} })).toMatchObject({ status: 0, msg: '入参不能为空' });
  });

  test('is refused at an older version', async () => {
    const { wlUserId, recordVersion } = await add('changed');
    const body = { wlUserId, recordVersion };
    expect((await asBoss.call('userUpdate', { body: { ...body, userNameCn: '改名' } })).status).toBe(1);
    expect(await asBoss.call('userDelete', { body })).toMatchObject({ status: 0, data: { stale: true } });
    expect(await asBoss.call('userDelete', { body: { wlUserId, recordVersion: recordVersion + 1 } })).toMatchObject({
      status: 1,
    });
  });

  test('nobody deletes or demotes themselves, or the last administrator who sees all tenants', async () => {
    const self = { wlUserId: String(boss.id) };
    expect(await asBoss.call('userDelete', { body: self })).toMatchObject({ status: 0, msg: '不能删除自己' });
    expect(await asBoss.call('userUpdate', { body: { ...self, userType: 'user' } })).toMatchObject({
      status: 0,
      msg: '不能取消自己的管理员身份',
    });
    expect(await asBoss.call('userUpdate', { body: { ...self, allTenants: 0 } })).toMatchObject({
      status: 0,
      msg: '至少保留一名管理员',
    });
    const second = await add('second', { userType: 'admin', allTenants: 1 });
    await database.execute('update app_user set must_change_password = false where id = $1', [Number(second.wlUserId)]);
    const asSecond = await signedIn('second', password);
    const answers = await Promise.all([
      asBoss.call('userUpdate', { body: { wlUserId: second.wlUserId, userType: 'user' } }),
      asSecond.call('userUpdate', { body: { ...self, userType: 'user' } }),
    ]);
    const admins = await database.query(
      `select 1 from app_user where user_type = 'admin' and all_tenants and removed_at is null`,
    );
    expect(answers.filter((answer) => answer.status === 1).length).toBeLessThan(2);
    expect(admins.length).toBeGreaterThan(0);
    await database.execute(`update app_user set user_type = 'admin', all_tenants = true where id = $1`, [boss.id]);
  });
});

describe('an administrator of one tenant', () => {
  test('neither sees users of others nor grants what they do not have', async () => {
    const stranger = await buildUser(database, { tenantId: other.id, userCode: 'elsewhere' });
    expect((await asLocal.call('userQuery', { body: { keyword: 'elsewhere' } })).data.totalRecord).toBe(0);
    for (const call of ['userUpdate', 'userDelete', 'userRestore', 'userEndSessions'] as const) {
      expect(await asLocal.call(call, { body: { wlUserId: stranger.id, userNameCn: 'x' } })).toMatchObject({
        http: 200,
        status: 0,
      });
    }
    expect((await asLocal.call('userResetPassword', { body: { userCode: 'elsewhere', password } })).status).toBe(0);
    for (const more of [{ allTenants: 1 }, { tenantIds: [other.id] }, { tenantId: other.id }]) {
      expect((await asLocal.call('userInsert', { body: person('grab', more) })).status).toBe(0);
    }
    expect(await app.deps.sessions.open(stranger.id, { ip: null, userAgent: null })).toBeTruthy();
  });

  test('is not reported which codes others use', async () => {
    await buildUser(database, { tenantId: other.id, userCode: 'Hidden-One' });
    const reset = async (userCode: string) =>
      (await asLocal.call('userResetPassword', { body: { userCode, password } })).msg;
    expect(await reset('hidden-one')).toBe((await reset('nobody-at-all')).replace('nobody-at-all', 'hidden-one'));
    const insert = (userCode: string, headers = {}) => asLocal.call('userInsert', { body: person(userCode), headers });
    expect(await insert('hidden-one')).toMatchObject({ status: 0, msg: '用户代码“hidden-one”不可用，请换一个' });
    expect((await insert('HIDDEN-ONE', english)).msg).toBe('User code "HIDDEN-ONE" cannot be used: choose another');
    // Trying out names comes to an end; other changes do not.
    for (let time = 0; time < 8; time += 1) expect((await insert('hidden-one')).http).toBe(200);
    expect(await insert('hidden-one')).toMatchObject({
      http: 429,
      status: 0,
      msg: expect.stringContaining('一小时内'),
    });
    expect((await asBoss.call('userInsert', { body: person('hidden-one') })).msg).toContain('已存在');
  });

  test('does not get at a user of the own tenant who sees more', async () => {
    for (const options of [
      ['userResetPassword', { body: { userCode: 'boss', password } }],
      ['userUpdate', { body: { wlUserId: boss.id, email: 'taken@over.example' } }],
      ['userDelete', { body: { wlUserId: boss.id } }],
    ] as const) {
      expect(await asLocal.call(options[0], options[1])).toMatchObject({
        status: 0,
        msg: '该用户可见您无权访问的租户，不能由您修改',
      });
    }
    expect((await asLocal.call('userUpdate', { body: { wlUserId: local.id, email: 'me@own.example' } })).status).toBe(
      1,
    );
  });
});
