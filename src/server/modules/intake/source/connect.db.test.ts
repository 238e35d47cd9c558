import { httpModule } from '#server/module/index.ts';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { bodyOf, directVoyage, exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { listen, stopServers } from '#server/connectors/local-servers.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { attachingSubscriptions } from './attach-subscriptions.ts';
import { probeAddress } from './probe-address.ts';
import { source } from './index.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const start = Date.UTC(2026, 2, 1);
const pipeline = await startPipeline(database, { start });
// The servers of these tests are on this machine, which the product itself would refuse.
const tested = httpModule(source, { keys: pipeline.keys, reference: pipeline.reference.current, allowed: undefined });
const product = await testProductModules(database, { keys: pipeline.keys });
const { signedIn } = await testApp(database, {
  modules: [...product.filter(({ name }) => name !== tested.name), tested],
});
const [mine, theirs] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: mine.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: mine.id, userCode: 'clerk', menus: ['/sources'] });
const boss = await signedIn('boss');
const clerk = await signedIn('clerk');
afterEach(stopServers);

const attach = attachingSubscriptions({
  database,
  clock: pipeline.clock,
  schedulePulls: pipeline.schedulePulls,
});

/** A carrier that answers calls with the right key only. */
const carrier = (key: string) =>
  listen(
    createServer((request, response) => {
      if (request.headers['keyid'] === key) response.end(Buffer.from(bodyOf(directVoyage().slice(0, 10))));
      else response.writeHead(401).end('{}');
    }),
  );

const addSource = async (code: string, baseUrl: string, more: object = {}) => {
  const { data, status, msg } = await boss.call('source.insert', {
    body: {
      sourceCode: code,
      nameCn: code,
      nameEn: code,
      profile: 'cma-cgm',
      baseUrl,
      carrierCodes: 'cmdu, annu',
      ...more,
    },
  });
  expect([status, msg]).toEqual([1, '新增数据源成功']);
  return data;
};

test('a source with keys brings what was subscribed before it', async () => {
  const subscription = await buildSubscription(database, {
    tenantId: mine.id,
    billNo: exampleBill,
    carrierCode: 'ANL',
  });
  const row = await addSource('cma', await carrier('right'));
  expect(row).toMatchObject({ carrierCodes: 'CMA,ANL', protocol: 'dcsa', enabled: 1, pushSecret: false });
  const saved = await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values: { apiKey: ' right\n' } } });
  expect([saved.status, saved.msg]).toEqual([1, '凭据已保存']);
  for (const { run } of attach.chores ?? []) await run();
  await pipeline.at(start);
  const [found] = await database.query<{ has_data: boolean; asked_with: string }>(
    `select s.has_data, ss.asked_with from subscription s join subscription_source ss on ss.subscription_id = s.id where s.id = $1`,
    [subscription.id],
  );
  expect(found).toEqual({ has_data: true, asked_with: 'platform' });
  const steps = { sources: 1, keys: 1, subscriptions: 1, tracked: 1 };
  expect((await boss.call('firstSteps')).data).toEqual(steps);
  const { data } = await boss.call('sourceKeyQuery', { query: { sourceId: row.sourceId } });
  expect(data).toEqual([
    expect.objectContaining({
      tenantId: null,
      fields: ['apiKey'],
      lastSuccessTime: start,
      lastError: null,
      subscriptions: 1,
    }),
  ]);
});

test('deviations are counted by source when they are answered, and it shows when they have gone', async () => {
  const ofBill = (value: string): Record<string, unknown>[] =>
    directVoyage().map((event) => ({
      ...event,
      documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: value }],
    }));
  const subscribe = (billNo: string) => buildSubscription(database, { tenantId: mine.id, billNo, carrierCode: 'DEVI' });
  let told: object[] = ofBill('DEVI777000111').map(({ eventID, ...event }) => ({ ...event, eventId: eventID }));
  const base = await listen(createServer((_request, response) => response.end(JSON.stringify(told))));
  const row = await addSource('deviating', base, { carrierCodes: 'DEVI' });
  await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values: { apiKey: 'k' } } });
  await subscribe('DEVI777000111');
  for (const { run } of attach.chores ?? []) await run();
  const seen = async () => (await clerk.call('sourceToleranceQuery', { query: { sourceId: row.sourceId } })).data;
  expect(await seen()).toEqual([]);
  await pipeline.at(start + HOUR_MS);
  const first = {
    name: 'otherSpelling',
    text: '字段名写法不同',
    n: told.length,
    firstDay: '2026-03-01',
    lastTime: start + HOUR_MS,
    mended: false,
  };
  expect(await seen()).toEqual([first]);
  // The same answer once more is no news; one that has mended its ways is noticed after 30 days.
  await pipeline.at(start + 3 * HOUR_MS);
  expect(await seen()).toEqual([first]);
  told = ofBill('DEVI777000222');
  await pipeline.subscribe(await subscribe('DEVI777000222'), Number(row.sourceId), start + 31 * DAY_MS);
  await pipeline.at(start + 31 * DAY_MS);
  expect(await seen()).toEqual([{ ...first, mended: true }]);
  const owned = await addSource('deviating-theirs', base, { forTenantId: theirs.id });
  expect((await clerk.call('sourceToleranceQuery', { query: { sourceId: owned.sourceId } })).status).toBe(0);
});

test('no key is in an answer, the audit, the history or an export', async () => {
  const secret = 'never-to-be-seen-4711';
  const row = await addSource('secrets', await carrier(secret));
  await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values: { apiKey: secret } } });
  await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, tenantId: mine.id, values: { apiKey: secret } } });
  const texts = await Promise.all([
    boss.call('sourceKeyQuery', { query: { sourceId: row.sourceId } }),
    boss.call('source.query', { body: {} }),
    boss.call('source.history', { query: { sourceId: row.sourceId } }),
    boss.call('asset.query', { body: {} }),
    boss.call('tenantAsset.query', { body: {} }),
  ]);
  for (const { text, status } of texts) {
    expect(status).toBe(1);
    expect(text).not.toContain(secret);
  }
  const tables = ['source', 'asset', 'tenant_asset', 'audit_log', 'source_token'];
  const all = await Promise.all(tables.map((table) => database.query(`select * from ${table}`)));
  expect(JSON.stringify(all)).not.toContain(secret);
});

test('a tenant enters keys of its own only, and changes no source of the platform', async () => {
  const row = await addSource('tenants', await carrier('x'));
  const own = await clerk.call('sourceKeySave', {
    body: { sourceId: row.sourceId, tenantId: mine.id, values: { apiKey: 'mine' } },
  });
  expect(own.status).toBe(1);
  for (const tenantId of [theirs.id, null])
    expect(
      (await clerk.call('sourceKeySave', { body: { sourceId: row.sourceId, tenantId, values: { apiKey: 'x' } } }))
        .status,
    ).toBe(0);
  await boss.call('sourceKeySave', {
    body: { sourceId: row.sourceId, tenantId: theirs.id, values: { apiKey: 'theirs' } },
  });
  const { data } = await clerk.call('sourceKeyQuery', { query: { sourceId: row.sourceId } });
  expect(data.map(({ tenantId }: { tenantId: string }) => tenantId)).toEqual([String(mine.id)]);
  const { data: seen } = await clerk.call('source.get', { query: { sourceId: row.sourceId } });
  const changed = await clerk.call('source.update', { body: { ...seen, nameEn: 'Mine now' } });
  expect([changed.status, changed.msg]).toEqual([0, expect.stringContaining('平台')]);
  const owned = await addSource('owned', await carrier('x'), { forTenantId: theirs.id });
  expect((await clerk.call('sourceKeyQuery', { query: { sourceId: owned.sourceId } })).status).toBe(0);
});

test.each([
  [{}, '请填写API 密钥'],
  [{ apiKey: 'two\nlines' }, '换行'],
  [{ apiKey: 'x', other: 'y' }, '没有字段“other”'],
])('keys %o are refused in words', async (values, said) => {
  const row = await addSource(`bad-${said.length}-${Object.keys(values).length}`, 'http://127.0.0.1:1');
  const { status, msg } = await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values } });
  expect([status, msg]).toEqual([0, expect.stringContaining(said)]);
});

test('a source that is asked is switched off instead of deleted; one that never was may go', async () => {
  const row = await addSource('unused', 'http://127.0.0.1:1', { carrierCodes: 'ZZZZ' });
  expect((await boss.call('source.delete', { body: row })).status).toBe(1);
});

describe('testing a source', () => {
  const body = (baseUrl: string, more: object = {}) => ({
    profile: 'cma-cgm',
    baseUrl,
    values: { apiKey: 'right-key-1234' },
    reference: exampleBill,
    ...more,
  });
  const stepsOf = ({ data }: { data: { steps: { step: string; state: string; text: string }[] } }) =>
    data.steps.map(({ step, state }) => `${step} ${state}`);

  test('shows each step, what came back without secrets, and the shipment that was read', async () => {
    const base = await carrier('right-key-1234');
    const answer = await boss.call('sourceTest', { body: body(base) });
    expect(stepsOf(answer)).toEqual(['resolve done', 'connect done', 'ask done', 'read done']);
    expect(answer.data.shipment).toMatchObject({ billNo: exampleBill, portOfLoading: 'CNSHA' });
    expect(answer.data.shipment.events.length).toBeGreaterThan(4);
    expect(answer.data.exchanges[0]).toMatchObject({ method: 'GET', status: 200 });
    expect(answer.text).not.toContain('right-key-1234');
  });

  test.each<[string, RequestListener, RegExp]>([
    ['a wrong key', (_request, response) => response.writeHead(401).end('{}'), /不接受该凭据/],
    ['a key without the product', (_request, response) => response.writeHead(403).end('{}'), /已订阅该产品/],
    ['a limit that is used up', (_request, response) => response.writeHead(429).end('{}'), /调用次数已用完/],
    ['a page instead of data', (_request, response) => response.end('<!doctype html><html></html>'), /网页/],
    ['an error of theirs', (_request, response) => response.writeHead(503).end(), /HTTP 503/],
    ['a wrong address', (_request, response) => response.writeHead(404).end('nothing'), /HTTP 404/],
    ['a proxy', (_request, response) => response.writeHead(407).end(), /代理/],
    ['too much', (_request, response) => response.end(Buffer.alloc(6_000_000, 32)), /超过 5 MB/],
    ['no data of this reference', (_request, response) => response.end('[]'), /不认识这个编号/],
  ])('%s is one sentence with the next act', async (_, handler, sentence) => {
    const base = await listen(createServer(handler));
    const { data } = await boss.call('sourceTest', { body: body(base) });
    expect(data.steps.at(-1).text).toMatch(sentence);
  });

  test('stored keys are never sent to another address', async () => {
    const row = await addSource('home', await carrier('kept-key-1234'));
    await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values: { apiKey: 'kept-key-1234' } } });
    const heard: string[] = [];
    const stranger = await listen(
      createServer((request, response) => {
        heard.push(request.rawHeaders.join());
        response.end('[]');
      }),
    );
    const own = { sourceId: row.sourceId, reference: exampleBill };
    expect((await boss.call('sourceTest', { body: own })).data.ok).toBe(true);
    for (const address of [{ baseUrl: stranger }, { tokenUrl: `${stranger}/token` }])
      expect(await boss.call('sourceTest', { body: { ...own, ...address } })).toMatchObject({
        status: 0,
        msg: '请填写API 密钥',
      });
    const [latest] = await database.query<{ n: number }>('select record_version as n from source where id = $1', [
      row.sourceId,
    ]);
    const moved = { ...row, recordVersion: latest?.n, baseUrl: stranger };
    const refused = await boss.call('source.update', { body: moved });
    expect([refused.status, refused.msg]).toEqual([0, expect.stringContaining('请先移除凭据')]);
    await boss.call('sourceKeyRemove', { body: { sourceId: row.sourceId } });
    expect((await boss.call('source.update', { body: moved })).status).toBe(1);
    expect(heard).toEqual([]);
    const inAddress = stranger.replace('://', '://somebody:secret@');
    const entered = { ...own, baseUrl: inAddress, values: { apiKey: 'x' } };
    expect(await boss.call('sourceTest', { body: entered })).toMatchObject({ status: 0 });
    expect(heard).toEqual([]);
  });

  test('nobody listens, or the host is unknown', async () => {
    const closed = await boss.call('sourceTest', { body: body('http://127.0.0.1:1') });
    expect(closed.data.steps.at(-1)).toMatchObject({
      step: 'connect',
      state: 'failed',
      text: expect.stringContaining('拒绝连接'),
    });
    const unknown = await boss.call('sourceTest', { body: body('http://no-such-host.invalid') });
    expect(unknown.data.steps).toEqual([
      expect.objectContaining({ step: 'resolve', state: 'failed', text: expect.stringContaining('找不到主机') }),
    ]);
  });
});

test('an address inside the own network is not even connected to', async () => {
  expect(await probeAddress(new URL('http://127.0.0.1:1'), [])).toMatchObject([
    { step: 'resolve', code: 'internal_address' },
  ]);
});

test('a test of a source is audited for the tenant of the source, else for that of who tests it', async () => {
  const baseUrl = await carrier('right');
  const own = await addSource('of theirs', baseUrl, { sourceCode: 'theirs-own', forTenantId: String(theirs.id) });
  await boss.call('sourceTest', { body: { sourceId: own.sourceId, values: { apiKey: 'right' } } });
  await clerk.call('sourceTest', { body: { profile: 'cma-cgm', baseUrl, values: { apiKey: 'right' } } });
  const rows = await database.query<{ tenant_id: number }>(
    `select tenant_id from audit_log where entity = 'source' and action = 'test' order by id desc limit 2`,
  );
  expect(rows.map((row) => row.tenant_id)).toEqual([mine.id, theirs.id]);
});
