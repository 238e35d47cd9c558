import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { startTcpProxy } from '#testing/tcp-proxy.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { testApp, type TestClient } from '#testing/test-app.ts';

const postgres = testDatabaseKind() === 'postgres' ? await startTemporaryPostgres() : undefined;
afterAll(() => postgres?.stop());
const ids = Array.from({ length: 200 }, (_, index) => String(index + 1));

/** Calls that only ask, that change many rows in a transaction, and that write one. */
const asks: ((client: TestClient) => Promise<{ http: number; msg?: string }>)[] = [
  (client) => client.call('queryExceptions', { body: { currentPage: 1, pageSize: 20 } }),
  (client) => client.call('assignExceptions', { body: { ids, chargeCode: 'NOBODY' } }),
  (client) => client.call('overview', {}),
  (client) => client.call('preferenceSave', { body: { preferenceName: 'columns', value: [], changedAt: 1 } }),
];

test.runIf(postgres !== undefined)(
  'while PostgreSQL restarts, calls answer "away, try again" and never an internal error',
  async () => {
    if (postgres === undefined) return;
    const database = await openDatabase({ url: postgres.url, poolSize: 4, log: silentLog });
    await migrate(database);
    const tenant = await buildTenant(database);
    const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin' });
    const { app, signedIn } = await testApp(database, { modules: await testProductModules(database) });
    const client = await signedIn(boss.userCode);

    const answers = new Map<string, number>();
    let restarting = true;
    const callers = Array.from({ length: 8 }, async (_, index) => {
      for (let turn = index; restarting; turn += 1) {
        const { http, msg } = await (asks[turn % asks.length] as (typeof asks)[number])(client);
        const what = http === 200 ? 'answered' : `${http} ${msg}`;
        answers.set(what, (answers.get(what) ?? 0) + 1);
      }
    });
    for (let restart = 0; restart < 3; restart += 1) {
      await postgres.restart();
      await expect.poll(async () => (await app.inject({ url: '/readyz' })).statusCode, { timeout: 20_000 }).toBe(200);
    }
    restarting = false;
    await Promise.all(callers);
    expect([...answers.keys()].toSorted()).toEqual(['503 服务暂时不可用，请稍后重试', 'answered']);
    expect((await client.call('queryExceptions', { body: { currentPage: 1, pageSize: 20 } })).status).toBe(1);
    await database.close();
  },
  120_000,
);

test.runIf(postgres !== undefined)(
  'while a firewall swallows what is sent, readiness is answered at once, and everything works again by itself',
  async () => {
    if (postgres === undefined) return;
    const url = new URL(postgres.url);
    const proxy = await startTcpProxy(url.hostname, Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    const database = await openDatabase({ url: url.href, poolSize: 4, log: silentLog });
    const boss = await buildUser(database, { tenantId: (await buildTenant(database)).id, userType: 'admin' });
    const { app, signedIn } = await testApp(database, { modules: await testProductModules(database) });
    const client = await signedIn(boss.userCode);
    const write = () => client.call('preferenceSave', { body: { preferenceName: 'columns', value: [], changedAt: 1 } });
    const ready = async () => (await app.inject({ url: '/readyz' })).json() as object;
    expect(await ready()).toMatchObject({ status: 'ready' });
    proxy.swallow();
    const written = write();
    expect(await ready()).toEqual({ status: 'not ready', database: 'slow' });
    // A scrape is answered all the same, within the ten seconds that Prometheus waits, with what is known without the database.
    const startedAt = performance.now();
    const scraped = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    // Either is right: connections that are dead are replaced meanwhile.
    expect(scraped.body).toMatch(/^portolan_database_up [01]$/m);
    expect(scraped.body).toMatch(/^portolan_process_memory_bytes\{.+ \d+$/m);
    // Made on a new connection, or refused as "away": never an internal error.
    const { http, msg } = await written;
    expect(['200 ', '503 服务暂时不可用，请稍后重试']).toContain(`${http} ${msg}`);
    await expect.poll(ready, { timeout: 60_000 }).toMatchObject({ status: 'ready' });
    proxy.close();
    const away = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(away.body).toMatch(/^portolan_database_up 0$/m);
    await database.close();
  },
  120_000,
);
