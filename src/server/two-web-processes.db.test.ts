import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import { imoCheckDigit } from '#shared/ids/imo.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser, testPassword } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { type CallOptions, testApp, type TestAnswer, TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { taskHandlers } from './product.ts';

const database = await testDatabase();
const tenant = await buildTenant(database);
const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin', allTenants: true });
const keys = [Buffer.alloc(32, 5)];

/** A web process: nothing that the product keeps in memory for a database is that of the other. */
const startWeb = async (view: Database = { ...database }) =>
  (await testApp(view, { modules: await testProductModules(view, { keys }) })).app;
const webs = [await startWeb(), await startWeb()] as const;

/** A browser whose every request reaches the other process, as a proxy may send it. */
class AlternatingClient extends TestClient {
  #requests = 0;
  readonly #apps: readonly [TestClient, TestClient];

  constructor() {
    super(webs[0]);
    this.#apps = [new TestClient(webs[0]), new TestClient(webs[1])];
  }

  override async send(...request: Parameters<TestClient['send']>): Promise<TestAnswer> {
    const client = this.#apps[this.#requests % 2 === 0 ? 0 : 1];
    this.#requests += 1;
    client.cookie = this.cookie;
    return client.send(...request);
  }

  /** Makes a call that must succeed. */
  async ok(name: Parameters<TestClient['call']>[0], options: CallOptions = {}): Promise<TestAnswer> {
    const answer = await this.call(name, options);
    if (answer.http !== 200 || answer.status !== 1) throw new Error(`${name}: ${answer.http} ${answer.msg}`);
    return answer;
  }
}

const reference = await openReferenceStore(database, silentLog);
const queue = createQueue({ database, clock: realClock, log: silentLog });
const worker = createWorker({ queue, handlers: taskHandlers({ queue, clock: realClock, reference, keys }) });

const signedIn = async (userCode = boss.userCode): Promise<AlternatingClient> => {
  const client = new AlternatingClient();
  expect(await client.signIn(userCode)).toMatchObject({ status: 1 });
  return client;
};

test('a session that one process began works at the other, and ends there', async () => {
  const client = await signedIn();
  for (let request = 0; request < 4; request += 1) await client.ok('session');
  await client.call('logout');
  expect([(await client.call('session')).http, (await client.call('session')).http]).toEqual([401, 401]);
});

test('wrong passwords are counted together', async () => {
  const user = await buildUser(database, { tenantId: tenant.id });
  const client = new AlternatingClient();
  for (let attempt = 0; attempt < 5; attempt += 1) await client.signIn(user.userCode, 'not this one');
  const refusals = [await client.signIn(user.userCode, testPassword), await client.signIn(user.userCode, testPassword)];
  expect(refusals.map(({ status, msg }) => [status, msg])).toEqual([
    [0, expect.stringContaining('秒')],
    [0, expect.stringContaining('秒')],
  ]);
});

test('rights that are taken at one process are gone at the other', async () => {
  const user = await buildUser(database, { tenantId: tenant.id, menus: ['/exception-manage'] });
  const client = await signedIn(user.userCode);
  const menus = async () => (await client.ok('permissions')).data.length;
  const before = await menus();
  expect([before, await menus()]).toEqual([before, before]);
  await database.execute('delete from user_menu where user_id = $1', [user.id]);
  const after = [await menus(), await menus()];
  expect(after).toEqual([before - 1, before - 1]);
});

test('what is sent again under its key is done once', async () => {
  const client = await signedIn();
  const headers = { 'idempotency-key': randomUUID() };
  const body = { roleName: randomUUID().slice(0, 8), menus: ['/exception-manage'] };
  const answers = [
    await client.ok('roleTemplateSave', { body, headers }),
    await client.ok('roleTemplateSave', { body, headers }),
    ...(await Promise.all([1, 2].map(() => client.ok('roleTemplateSave', { body, headers })))),
  ];
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('an import is announced, sent, ordered and seen through different processes, and its rows are exported', async () => {
  const client = await signedIn();
  const imos = ['987601', '987602', '987603'].map((six) => `${six}${imoCheckDigit(six)}`);
  const rows = imos.map((imo) => ({ vesselName: 'twoproc', imo, teu: '1200' }));
  const opened = await client.ok('importOpen', {
    body: { entity: 'vessel', mode: 'add', fileName: 'rows.csv', total: rows.length, clientKey: randomUUID() },
  });
  const importId = String(opened.data.importId);
  for (const [index, row] of rows.entries())
    await client.ok('importRows', { body: { importId, first: index + 1, rows: [row] } });
  await client.ok('importRun', { body: { importId } });
  await worker.processAll();
  for (let look = 0; look < 2; look += 1)
    expect((await client.ok('importGet', { query: { importId } })).data).toMatchObject({ state: 'done' });

  const ordered = await client.ok('exportOrder', {
    body: { list: 'vessel', kind: 'csv', clientKey: randomUUID(), query: { keyword: 'TWOPROC' } },
  });
  const { exportId } = ordered.data;
  await worker.processAll();
  const files = [
    await client.call('exportDownload', { query: { exportId } }),
    await client.call('exportDownload', { query: { exportId } }),
  ];
  for (const file of files) for (const imo of imos) expect(file.text).toContain(imo);
});
