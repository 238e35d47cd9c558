import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { refused } from '#server/platform/errors/app-error.ts';
import { type HttpModule, answer, route, streamAnswer } from '#server/platform/http/index.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
const seen: unknown[] = [];
let sourcesAnswer: () => unknown = () => [];

/** Handlers of a test under names of the contract. */
const probes: HttpModule = {
  name: 'probes',
  routes: (app) => {
    route(app, 'setWorld', ({ ctx, input }) => {
      seen.push({ origin: ctx.origin, lang: ctx.lang, actor: ctx.actor, scope: ctx.scope, body: input.body });
      return answer(
        { simulated: true, now: 1, speed: input.body.speed ?? 1, paused: false, behind: { count: 0, more: false } },
        'success.worldSet',
      );
    });
    route(
      app,
      'pushDcsa',
      ({ input, rawBody }) => {
        seen.push({ params: input.params, bytes: rawBody?.length });
        return { accepted: 1, refused: [] };
      },
      { bodyLimit: 5_000_000, rawBody: true },
    );
    route(app, 'sources', () => sourcesAnswer() as never);
    route(app, 'exportExceptions', () =>
      streamAnswer({
        body: (async function* () {
          yield 'bill,状态\n';
          yield 'A1,"x"\n';
        })(),
        contentType: 'text/csv; charset=utf-8',
        fileName: '异常.csv',
      }),
    );
  },
};

const { app, anonymous, signedIn } = await testApp(database, {
  modules: [probes],
  log,
  settings: { dataPageUrl: 'https://pages.example/x', embedAncestors: ['https://portal.example'] },
});
let admin: TestClient;
let user: TestClient;
beforeAll(async () => {
  const tenant = await buildTenant(database);
  await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin' });
  await buildUser(database, { tenantId: tenant.id, userCode: 'worker', menus: ['/exception-manage'] });
  admin = await signedIn('boss');
  user = await signedIn('worker');
});

describe('the way in', () => {
  test('every call needs the source header, a wrong one does not count', async () => {
    for (const source of ['', 'manual', 'Browser']) {
      const made = await anonymous.call('signInOptions', { headers: { source } });
      expect(made).toMatchObject({ http: 400, status: 0, data: null });
      expect(made.msg).toContain('source');
    }
    const bare = await app.inject({ url: '/api/auth/signInOptions' });
    expect(bare.statusCode).toBe(400);
  });

  test('the header becomes the origin, x-lang the language, the session the actor', async () => {
    await admin.call('setWorld', { body: { speed: 10 }, headers: { source: 'WaliRobot', 'x-lang': 'en' } });
    expect(seen.at(-1)).toMatchObject({
      origin: 'WaliRobot',
      lang: 'en',
      actor: { kind: 'user', userCode: 'boss' },
      scope: { kind: 'tenants' },
      body: { speed: 10 },
    });
    const made = await admin.call('setWorld', { body: {}, headers: { 'x-lang': '', 'accept-language': 'en-GB,en' } });
    expect(made).toMatchObject({ http: 200, status: 1, msg: 'The clock of the world has been set' });
  });

  test('an outside push needs no header, and its bytes are kept', async () => {
    const body = `{"events":["${'x'.repeat(2_000_000)}"]}`;
    const made = await app.inject({
      method: 'POST',
      url: '/api/data-center/dcsa/v2/notifications/MAEU',
      headers: { 'content-type': 'application/json' },
      payload: body,
    });
    expect(made.statusCode).toBe(200);
    expect(seen.at(-1)).toEqual({ params: { sourceCode: 'MAEU' }, bytes: body.length });
  });

  test('an unknown path and a wrong method are distinguished', async () => {
    expect(await anonymous.send('GET', '/api/nothing/here')).toMatchObject({
      http: 404,
      status: 0,
      msg: '接口不存在：GET /api/nothing/here',
    });
    expect(await anonymous.send('POST', '/api/nothing/here', {})).toMatchObject({ http: 404, status: 0 });
    expect(await anonymous.send('GET', '/api/auth/user/logout')).toMatchObject({ http: 405, status: 0 });
    expect(await anonymous.send('PUT', '/api/auth/user/login', {})).toMatchObject({
      http: 405,
      msg: '该接口不支持 PUT 方法，请使用 POST, GET',
    });
    expect(await anonymous.send('GET', '/api')).toMatchObject({ http: 404, status: 0 });
  });

  test('a permission that is missing is 403, and nothing is read before it is checked', async () => {
    expect(await user.call('setWorld', { body: '{broken' })).toMatchObject({ http: 403, msg: '仅管理员可执行此操作' });
    expect(await anonymous.call('setWorld', { body: 'x'.repeat(2_000_000) })).toMatchObject({ http: 401 });
  });
});

describe('bad input', () => {
  test.each(['{', '[1,', 'null x'])('%s is no JSON', async (body) => {
    expect(await admin.call('setWorld', { body })).toMatchObject({
      http: 400,
      status: 0,
      msg: '请求内容不是有效的 JSON',
    });
  });

  test('another content type is refused', async () => {
    const made = await admin.send('POST', '/api/autotest/world', 'speed=1', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(made).toMatchObject({ http: 400, status: 0, msg: '不支持的内容类型，请使用 application/json' });
  });

  test('a body that is too large is refused with its limit', async () => {
    const made = await admin.call('setWorld', { body: { filler: 'x'.repeat(1_100_000) } });
    expect(made).toMatchObject({ http: 413, status: 0, msg: '请求内容过大，最大 1024 KB' });
  });

  test('a wrong field is named in the language of the caller', async () => {
    const made = await admin.call('setWorld', { body: { speed: 2000, paused: 'no' }, headers: { 'x-lang': 'en' } });
    expect(made).toMatchObject({
      http: 200,
      status: 0,
      msg: 'speed must not be more than 1000; paused has the wrong type, expected true or false',
      data: { fields: [{ field: 'speed' }, { field: 'paused' }] },
    });
  });

  test('NUL is refused in bodies and addresses', async () => {
    expect(await admin.call('setWorld', { body: String.raw`{"speed":"\u0000"}` })).toMatchObject({ http: 400 });
    expect(await admin.send('GET', '/api/auth/wlUser/query?keyword=a%00b')).toMatchObject({ http: 400 });
    expect((await admin.send('GET', '/api/auth/wlUser/query?keyword=%E0%A4%A')).http).toBeLessThan(500);
  });

  test('wrong page numbers are refused, not guessed', async () => {
    for (const query of [
      'currentPage=0',
      'pageSize=100000',
      'currentPage=x',
      'pageSize=1&pageSize=2',
      'searchColumns=%7Bbroken',
    ]) {
      expect(await admin.send('GET', `/api/auth/wlUser/query?${query}`)).toMatchObject({ http: 200, status: 0 });
    }
  });
});

describe('failures', () => {
  test('an unknown error answers its reference and is logged under it', async () => {
    sourcesAnswer = () => {
      throw new Error('relation "secret_table" does not exist');
    };
    const made = await user.call('sources');
    expect(made).toMatchObject({ http: 500, status: 0, data: null });
    expect(made.text).not.toContain('secret_table');
    const reference = String(made.headers['x-request-id']);
    expect(made.msg).toContain(reference);
    expect(lines.some((line) => line.includes(reference) && line.includes('secret_table'))).toBe(true);
  });

  test('an error of the database does not show its text', async () => {
    sourcesAnswer = () => database.execute(`insert into tenant (code, name) select code, name from tenant limit 1`);
    const made = await user.call('sources');
    expect(made).toMatchObject({ http: 200, status: 0, msg: '数据已存在，请勿重复提交' });
    expect(made.text).not.toMatch(/tenant|constraint|key/);
  });

  test('an answer that breaks the contract fails loudly', async () => {
    sourcesAnswer = () => [{ code: 7 }];
    expect(await user.call('sources')).toMatchObject({ http: 500, status: 0 });
    expect(lines.some((line) => line.includes('does not match the contract'))).toBe(true);
  });

  test('a refusal is an answer', async () => {
    sourcesAnswer = () => {
      throw refused('source.unknown', { sourceCode: '<b>' });
    };
    expect(await user.call('sources')).toMatchObject({ http: 200, status: 0, msg: '未知的数据源：<b>' });
  });
});

describe('streams', () => {
  test('an export is a file', async () => {
    const made = await user.call('exportExceptions', { body: {} });
    expect(made.http).toBe(200);
    expect(made.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(made.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('异常.csv')}`);
    expect(made.text).toBe('bill,状态\nA1,"x"\n');
  });
});

describe('headers', () => {
  test('answers are not kept and not sniffed', async () => {
    const made = await anonymous.call('signInOptions');
    expect(made.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
    expect(made.headers).not.toHaveProperty('x-powered-by');
  });

  test('the shell may not be framed, /embed/* may be by those configured', async () => {
    const policy = async (url: string) => String((await app.inject({ url })).headers['content-security-policy']);
    const shell = await policy('/exception-manage');
    expect(shell).toContain("frame-ancestors 'none'");
    expect(shell).toContain("default-src 'self'");
    expect(shell).toContain("script-src 'self';");
    expect(shell).toContain("frame-src 'self' https://pages.example");
    expect(shell).toContain("connect-src 'self' https://pages.example");
    expect(shell).not.toContain('upgrade-insecure-requests');
    const embedded = await policy('/embed/trace-index?x=1');
    expect(embedded).toContain("frame-ancestors 'self' https://portal.example");
    expect((await app.inject({ url: '/' })).headers['x-frame-options']).toBe('DENY');
    expect((await app.inject({ url: '/embed/trace-index' })).headers).not.toHaveProperty('x-frame-options');
    expect(await policy('/embedded-trick')).toContain("frame-ancestors 'none'");
  });

  test('over https the cookie is Secure and the browser is instructed to stay there', async () => {
    const { anonymous: visitor } = await testApp(database, { settings: { publicUrl: 'https://portolan.example' } });
    const made = await visitor.signIn('worker');
    expect(made.cookies.every((cookie) => cookie['secure'] === true)).toBe(true);
    expect(made.headers).toHaveProperty('strict-transport-security');
  });

  test('the address behind a proxy counts only when the proxy is trusted', async () => {
    const addressOf = async (trustProxy: false | number | string) => {
      const { anonymous: visitor } = await testApp(database, { settings: { trustProxy } });
      await visitor.call('login', {
        body: { userCode: 'proxied', password: 'x' },
        headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
      });
      const [row] = await database.query<{ after: { ip: string } }>(
        `select after from audit_log where entity_id = 'proxied' order by id desc limit 1`,
      );
      return row?.after.ip;
    };
    expect(await addressOf(false)).toBe('10.0.0.1');
    // What the proxy says counts, not what the client stated to the proxy.
    expect(await addressOf(1)).toBe('203.0.113.9');
    expect(await addressOf('10.0.0.0/8')).toBe('203.0.113.9');
  });
});

describe('log', () => {
  test('one line a request, without the query string', async () => {
    lines.length = 0;
    await anonymous.call('login', { also: true, query: { userCode: 'worker', password: 'Hunter2secret' } });
    await anonymous.send('GET', '/api/nowhere?token=Hunter2secret');
    await anonymous.send('GET', '/page?token=Hunter2secret');
    const text = lines.join('');
    expect(text).not.toContain('Hunter2secret');
    const own = lines.map((line) => JSON.parse(line)).filter((line) => line.call === 'login' && line.msg === 'request');
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ path: '/api/auth/user/login', status: 200, requestId: expect.any(String) });
  });
});

describe('rate limit', () => {
  test('too many calls are instructed to wait; another address and another session are not', async () => {
    const { app: limited } = await testApp(database, { settings: { rateLimitPerMinute: 3 } });
    const visitor = new TestClient(limited, '', '10.9.0.1');
    for (let index = 0; index < 3; index++) expect((await visitor.call('signInOptions')).http).toBe(200);
    const made = await visitor.call('signInOptions');
    expect(made).toMatchObject({ http: 429, status: 0 });
    expect(made.msg).toMatch(/请 \d+ 秒后重试/);
    expect(Number(made.headers['retry-after'])).toBeGreaterThan(0);
    expect((await new TestClient(limited, '', '10.9.0.2').call('signInOptions')).http).toBe(200);
    const forged = await new TestClient(limited, `portolan_session=${'B'.repeat(43)}`, '10.9.0.1').call('session');
    expect(forged.http).toBe(429);
    const one = new TestClient(limited, user.cookie, '10.9.0.1');
    for (let index = 0; index < 3; index++) expect((await one.call('session')).http).toBe(200);
    expect((await one.call('session')).http).toBe(429);
    expect((await new TestClient(limited, admin.cookie, '10.9.0.1').call('session')).http).toBe(200);
  });
});
