import { httpModule } from '#server/module/index.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { functionCall } from './index.ts';

const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, pino({ level: 'silent' }));
afterAll(() => reference.stop());

/** What reached the server of the customer. */
const received: { method: string; url: string; body: string; headers: IncomingMessage['headers'] }[] = [];

const answers: Record<string, (response: ServerResponse) => void> = {
  '/api/html': (response) => response.setHeader('content-type', 'text/html').end('<script>alert(1)</script>'),
  '/api/picture': (response) => response.setHeader('content-type', 'image/png').end(Buffer.from([0, 255, 1])),
  '/api/away': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end(),
  '/api/broken': (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"no"}'),
  '/api/long': (response) => response.setHeader('content-type', 'text/plain').end('汉'.repeat(40_000)),
  '/api/huge': (response) => response.setHeader('content-type', 'text/plain').end('x'.repeat(1_200_000)),
  // Never answers.
  '/api/slow': () => {},
};

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ method: request.method ?? '', url: request.url ?? '', body, headers: request.headers });
    const own = answers[(request.url ?? '').split('?')[0] ?? ''];
    if (own !== undefined) own(response);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ said: body }));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const bases = new Map([
  ['ERP', `${address}/api`],
  ['NOBODY', 'http://127.0.0.1:1'],
]);
const module = httpModule(functionCall, { functions: { bases, reference: reference.current } });
const { signedIn } = await testApp(database, { modules: [module] });
const tenant = await buildTenant(database, { code: 'FUNC', name: '函数租户' });
const menus = ['/function-interface'];
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: tenant.id, userCode: 'maker', menus });
await buildUser(database, { tenantId: tenant.id, userCode: 'other', menus: ['/assets'] });
const boss = await signedIn('boss');

let serial = 0;
async function addFunction(values: Partial<Record<string, string | null>> = {}): Promise<string> {
  const code = `FN_${(serial += 1)}`;
  const row = {
    function_code: code,
    function_name: 'n',
    function_path_env: 'ERP',
    function_path: '/orders',
    function_status: 'AVAILABLE',
    function_method: 'POST',
    function_type: 'CUSTOM',
    ...values,
  };
  const names = Object.keys(row);
  const marks = names.map((_, index) => `$${index + 1}`);
  await database.execute(
    `insert into function_interface (${names.join()}) values (${marks.join()})`,
    Object.values(row),
  );
  return code;
}
const tryIt = (functionCode: string, body: object = {}) =>
  boss.call('tryFunction', { body: { functionCode, ...body } });

describe('a call', () => {
  test('sends the input and shows what came back', async () => {
    const code = await addFunction({ in_param: '{"no": "{{no}}", "n": {{n}}}' });
    received.length = 0;
    const { data, status, msg } = await tryIt(code, { values: { no: 'A"1', n: '2' } });
    expect([status, msg]).toEqual([1, '调用完成']);
    expect(received).toMatchObject([{ method: 'POST', url: '/api/orders', body: '{"no":"A\\"1","n":2}' }]);
    expect(received[0]?.headers['cookie']).toBeUndefined();
    expect(data).toMatchObject({
      ok: true,
      httpStatus: 200,
      contentType: 'application/json',
      answer: JSON.stringify({ said: '{"no":"A\\"1","n":2}' }),
      failure: null,
      storedVersion: null,
    });
    expect(data.durationMs).toBeGreaterThanOrEqual(0);
  });

  test('without a body has its input in the query; another input than the stored one can be given', async () => {
    const code = await addFunction({ function_method: 'GET', function_path: '/orders/{{id}}', in_param: '{"a": 1}' });
    received.length = 0;
    await tryIt(code, { inParam: '{"q": "x y", "full": true}', values: { id: 'A/7' } });
    expect(received).toMatchObject([{ method: 'GET', url: '/api/orders/A%2F7?q=x+y&full=true', body: '' }]);
    expect(await tryIt(code, { inParam: '{"q": {}}', values: { id: '7' } })).toMatchObject({ status: 0 });
  });

  test.each([
    ['/html', { ok: true, answer: '<script>alert(1)</script>' }],
    ['/picture', { ok: true, answer: null, answerBytes: 3 }],
    ['/away', { ok: false, httpStatus: 302, failure: 'redirect' }],
    ['/broken', { ok: false, httpStatus: 500, answer: '{"error":"no"}', failure: null }],
    ['/huge', { ok: false, httpStatus: null, failure: 'tooLarge' }],
  ])('of %s shows it as it is', async (path, expected) => {
    const code = await addFunction({ function_path: path });
    const { data } = await tryIt(code);
    expect(data).toMatchObject(expected);
    if (data.failure !== null) expect(data.failureText).not.toBe('');
  });

  test('of a server that does not answer in time says so', async () => {
    const impatient = httpModule(functionCall, { functions: { bases, reference: reference.current, timeoutMs: 300 } });
    const client = await (await testApp(database, { modules: [impatient] })).signedIn('boss');
    const functionCode = await addFunction({ function_path: '/slow' });
    const { data } = await client.call('tryFunction', { body: { functionCode } });
    expect(data).toMatchObject({ ok: false, httpStatus: null, failure: 'timeout' });
    expect(data.failureText).not.toBe('');
  });

  test('of a long answer shows its beginning, cut between letters', async () => {
    const code = await addFunction({ function_path: '/long' });
    const { data } = await tryIt(code);
    expect(data).toMatchObject({ truncated: true, answerBytes: 120_000 });
    expect(data.answer).toMatch(/^汉+$/);
    expect(data.answer.length).toBeLessThanOrEqual(21_334);
  });

  test('where nobody listens says so', async () => {
    const code = await addFunction({ function_path_env: 'NOBODY' });
    const { data } = await boss.call('tryFunction', { body: { functionCode: code }, headers: { 'x-lang': 'en' } });
    expect(data).toMatchObject({ ok: false, failure: 'unreachable' });
    expect(data.failureText).toMatch(/^It cannot be reached/);
  });
});

describe('refused', () => {
  test.each([
    [{ function_status: 'DISABLED' }, {}, '已停用'],
    [{ function_status: 'DISCARD' }, {}, '已作废'],
    [{ function_path_env: 'ELSEWHERE' }, {}, '未配置基础地址，可用：ERP, NOBODY'],
    [{ function_path: '/../secret' }, {}, '接口路径不正确'],
    [{ function_path: '//127.0.0.1:1/x' }, {}, '接口路径不正确'],
    [{ function_path: '/@127.0.0.1/' }, {}, '接口路径不正确'],
    [{ function_path: '/%2e%2e/x' }, {}, '接口路径不正确'],
    [{ function_path: '/\\127.0.0.1' }, {}, '接口路径不正确'],
    [{}, { inParam: '{broken' }, '不是有效的 JSON'],
    [{}, { inParam: `"${'x'.repeat(15_990)}${'汉'.repeat(5)}"` }, '不能超过 16 KB'],
    [{ in_param: '{"a": "{{box}}"}' }, {}, '请填写占位符 box'],
    [{ function_class_path: 'com.example.Evil' }, {}, '没有名为 com.example.Evil 的内置处理程序'],
  ])('%o with %o', async (values, body, text) => {
    received.length = 0;
    const answer = await tryIt(await addFunction(values), body);
    expect(answer.status).toBe(0);
    expect(answer.msg).toContain(text);
    expect(received).toEqual([]);
  });

  test('what does not exist, and everybody without the menu', async () => {
    expect(await tryIt('NO_SUCH')).toMatchObject({ status: 0, msg: '函数接口不存在' });
    expect(await boss.call('tryFunction', { body: {} })).toMatchObject({ status: 0, msg: '入参不能为空' });
    const other = await signedIn('other');
    expect((await other.call('tryFunction', { body: { functionCode: 'X' } })).http).toBe(403);
    expect((await other.call('functionTargets')).http).toBe(403);
  });
});

describe('addresses inside the network', () => {
  const port = new URL(address).port;
  /** What names stand for, and how often they were looked up. */
  const names: Record<string, string[]> = {};
  const requested: string[] = [];
  const lookup = async (host: string) => {
    requested.push(host);
    const next = names[host]?.length === 1 ? names[host][0] : names[host]?.shift();
    if (next === undefined) throw new Error('ENOTFOUND');
    return [{ address: next, family: next.includes(':') ? (6 as const) : (4 as const) }];
  };
  const hosts = [
    'hidden.example',
    'hidden6.example',
    'mapped.example',
    'meta.example',
    'inside.example',
    'nobody.example',
  ];
  const guarded = httpModule(functionCall, {
    functions: {
      bases: new Map([
        ...hosts.map((host): [string, string] => [
          host.split('.')[0]?.toUpperCase() ?? '',
          `http://${host}:${port}/api`,
        ]),
        ['LOCAL', `http://localhost:${port}/api`],
        ['LITERAL', `${address}/api`],
      ]),
      allowed: [`http://inside.example:${port}/api`],
      lookup,
      reference: reference.current,
    },
  });
  const product = testApp(database, { modules: [guarded] });
  const tryAt = async (name: string, lang = 'zh') => {
    const client = await (await product).signedIn('boss');
    const functionCode = await addFunction({ function_path_env: name });
    received.length = 0;
    requested.length = 0;
    return client.call('tryFunction', { body: { functionCode }, headers: { 'x-lang': lang } });
  };

  test.each([
    ['HIDDEN', '127.0.0.1'],
    ['HIDDEN6', '::1'],
    ['MAPPED', '::ffff:127.0.0.1'],
    ['META', '169.254.169.254'],
    ['LOCAL', '127.0.0.1'],
  ])('%s, a name that stands for %s, is not called', async (name, stands) => {
    names[name === 'LOCAL' ? 'localhost' : `${name.toLowerCase()}.example`] = [stands];
    expect(await tryAt(name)).toMatchObject({ status: 0, msg: expect.stringContaining('内部网络') });
    expect((await tryAt(name, 'en')).msg).toContain('internal network');
    expect(received).toEqual([]);
  });

  test('a name that stands for something else a moment later is connected to as it was checked', async () => {
    names['inside.example'] = ['127.0.0.1', '203.0.113.7'];
    expect((await tryAt('INSIDE')).data).toMatchObject({ ok: true, httpStatus: 200 });
    expect([requested, received.map(({ headers }) => headers.host)]).toEqual([
      ['inside.example'],
      [`inside.example:${port}`],
    ]);
  });

  test('an address that was configured as such is meant; a name without one cannot be reached', async () => {
    expect((await tryAt('LITERAL')).data).toMatchObject({ ok: true });
    expect((await tryAt('NOBODY')).data).toMatchObject({ ok: false, failure: 'unreachable' });
  });
});

describe('inside the product', () => {
  test.each([
    ['containerCheck', '{"containerNo": "msku 9070323"}', { containerNo: 'MSKU9070323' }],
    ['CONTAINERCHECK', '{"containerNo": "MSKU907032"}', { problem: 'check_digit_missing' }],
    [
      'portResolve',
      '{"portCode": "cnsgh"}',
      { found: true, portCode: 'CNSHA', isAlias: true, portTimeZone: 'Asia/Shanghai' },
    ],
    ['portResolve', '{"portCode": "XXXXX"}', { found: false }],
    ['awbCheck', '{"awbNo": "784 1234 5675"}', { valid: true, airlinePrefix: '784' }],
    ['imoCheck', '{"imo": "IMO 9074729"}', { valid: true }],
  ])('%s of %s', async (handler, inParam, expected) => {
    const code = await addFunction({ function_class_path: handler, function_type: 'SYSTEM' });
    const { data } = await tryIt(code, { inParam });
    expect(data).toMatchObject({ ok: true, httpStatus: null });
    expect(JSON.parse(data.answer)).toMatchObject(expected);
  });

  test('an input that lacks something is stated in words', async () => {
    const code = await addFunction({ function_class_path: 'imoCheck' });
    expect((await tryIt(code, { inParam: '[]' })).data).toMatchObject({ ok: false, failureText: '入参缺少 imo' });
  });

  test('every handler works with its own example', async () => {
    const { data } = await boss.call('functionTargets');
    expect(data.bases.map(({ name }: { name: string }) => name)).toEqual(['ERP', 'NOBODY']);
    for (const { name, example } of data.handlers) {
      const code = await addFunction({ function_class_path: name });
      expect((await tryIt(code, { inParam: example })).data).toMatchObject({ ok: true });
    }
  });
});

describe('afterwards', () => {
  test('it is known who called what, without what was sent', async () => {
    const code = await addFunction({ function_method: 'GET', function_path: '/kept' });
    await tryIt(code, { inParam: '{"token": "abc-secret"}' });
    const rows = await database.query<{ actor_code: string; after: Record<string, unknown> }>(
      `select actor_code, after from audit_log where entity = 'functionCall' and after->>'functionCode' = $1`,
      [code],
    );
    expect(rows).toMatchObject([{ actor_code: 'boss', after: { target: `GET ${address}/api/kept`, httpStatus: 200 } }]);
    expect(JSON.stringify(rows)).not.toContain('abc-secret');
  });

  test('the answer is kept when requested, as a change of the row; only by those who may change shared rows', async () => {
    const code = await addFunction();
    const { data, msg } = await tryIt(code, { inParam: '{"a": 1}', store: 1 });
    expect([data.storedVersion, msg]).toEqual([2, '调用完成，返回数据已保存']);
    const rows = await database.query(
      'select return_data, record_version from function_interface where function_code = $1',
      [code],
    );
    expect(rows).toEqual([{ return_data: '{"said":"{\\"a\\":1}"}', record_version: 2 }]);
    const broken = await addFunction({ function_path: '/broken' });
    expect((await tryIt(broken, { store: 1 })).data.storedVersion).toBeNull();
    const picture = await addFunction({ function_path: '/picture' });
    expect(await tryIt(picture, { store: 1 })).toMatchObject({ status: 0, msg: '返回内容不是文本，无法保存' });
    const maker = await signedIn('maker');
    expect((await maker.call('tryFunction', { body: { functionCode: code } })).status).toBe(1);
    expect((await maker.call('tryFunction', { body: { functionCode: code, store: 1 } })).status).toBe(0);
  });
});
