import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { DISK_FULL_CHANNEL } from '#server/platform/db/refused-writes.ts';
import { metricDocs } from '#server/platform/http/metric-docs.ts';
import { ownMemory } from '#server/platform/memory-report.ts';
import { countTasks } from '#server/platform/process-counts.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const webRoot = mkdtempSync(join(tmpdir(), 'portolan-web-'));
mkdirSync(join(webRoot, 'assets'));
writeFileSync(join(webRoot, 'index.html'), `<!doctype html><title>Portolan</title>${'<!-- filler -->'.repeat(300)}`);
writeFileSync(join(webRoot, 'assets', 'app-1a2b3c.js'), `console.log(${JSON.stringify('x'.repeat(5000))});`);
writeFileSync(join(webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
afterAll(() => rmSync(webRoot, { recursive: true }));

const { app, anonymous } = await testApp(database, { webRoot });

describe('web application', () => {
  test('pages are index.html, never kept', async () => {
    for (const url of ['/', '/login', '/exception-manage?a=1', '/embed/trace-index', '/exception-manage/handle']) {
      const page = await app.inject({ url });
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('<title>Portolan</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.headers['content-type']).toContain('text/html');
    }
  });

  test('hashed files are kept for a year and compressed', async () => {
    const file = await app.inject({ url: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': 'gzip' } });
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    });
    expect(gunzipSync(file.rawPayload).toString()).toContain('console.log');
    expect((await app.inject({ url: '/favicon.svg' })).headers['cache-control']).toBe('no-cache');
  });

  test('pages are compressed too', async () => {
    const page = await app.inject({ url: '/some/page', headers: { 'accept-encoding': 'gzip' } });
    expect(page.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(page.rawPayload).toString()).toContain('Portolan');
  });

  test.each([
    '/assets/missing.js',
    '/..%2f..%2fetc/passwd.txt',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cx.js',
    '/a%00.js',
  ])('%s is not there', async (url) => {
    const file = await app.inject({ url });
    expect(file.statusCode).toBeGreaterThanOrEqual(400);
    expect(file.statusCode).toBeLessThan(500);
    expect(file.body).not.toContain('"portolan"');
  });

  test('says so when it has not been built', async () => {
    const { app: bare } = await testApp(database, { webRoot: join(webRoot, 'nothing') });
    const page = await bare.inject({ url: '/login' });
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('npm run build');
  });
});

describe('for operators', () => {
  test('healthz and readyz', async () => {
    expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok', version: packageJson.version });
    expect((await app.inject({ url: '/readyz' })).json()).toMatchObject({ status: 'ready', missingMigrations: 0 });
    const [last] = await database.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration order by name desc limit 1',
    );
    await database.execute('delete from schema_migration where name = $1', [last?.name]);
    const notReady = await app.inject({ url: '/readyz' });
    expect(notReady.statusCode).toBe(503);
    expect(notReady.json()).toMatchObject({ missingMigrations: 1 });
    await database.execute('insert into schema_migration (name, checksum) values ($1, $2)', [
      last?.name,
      last?.checksum,
    ]);
  });

  test('with a full disk it is not ready, but lives', async () => {
    const need = { directory: tmpdir(), leastFreeBytes: Number.MAX_SAFE_INTEGER };
    const full = (await testApp(database, { settings: { disk: need } })).app;
    const answer = await full.inject({ url: '/readyz' });
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not ready', database: 'ok', disk: 'full' }]);
    expect((await full.inject({ url: '/healthz' })).statusCode).toBe(200);
    const roomy = (await testApp(database, { settings: { disk: { ...need, leastFreeBytes: 1 } } })).app;
    expect((await roomy.inject({ url: '/readyz' })).statusCode).toBe(200);
  });

  test('with a database that refuses to write for want of space it is not ready', async () => {
    const { app: served } = await testApp(database, {
      modules: [
        {
          name: 'full',
          routes: (on) =>
            void on.get('/test/full', async () => {
              throw Object.assign(new Error('could not extend file'), { code: '53100' });
            }),
        },
      ],
    });
    expect((await served.inject({ url: '/readyz' })).statusCode).toBe(200);
    expect((await served.inject({ url: '/test/full' })).statusCode).toBe(503);
    expect((await served.inject({ url: '/readyz' })).json()).toMatchObject({ disk: 'full' });
  });

  test('so it is when only work in the background was refused, here or in another process', async () => {
    const own = await testDatabase();
    const { app: served } = await testApp(own);
    const isReady = async (): Promise<boolean> => (await served.inject({ url: '/readyz' })).statusCode === 200;
    expect(await isReady()).toBe(true);
    await expect(own.execute("do $$ begin raise exception 'full' using errcode = '53100'; end $$")).rejects.toThrow();
    expect(await isReady()).toBe(false);

    const other = (await testApp(await testDatabase())).app.deps.database;
    expect(other.refusedWrites.recently()).toBe(false);
    other.notify(DISK_FULL_CHANNEL, 'full');
    await expect.poll(other.refusedWrites.recently).toBe(true);
  });

  test('metrics are for this machine, or for anyone who has the token', async () => {
    const scrape = (address: string, headers = {}, on = app) =>
      on.inject({ url: '/metrics', remoteAddress: address, headers });
    await anonymous.call('login', { body: { userCode: 'nobody', password: 'x' } });
    const own = await scrape('127.0.0.1');
    expect(own.statusCode).toBe(200);
    expect(own.body).toMatch(/portolan_call_duration_seconds_count\{call="login",status="200"\} [1-9]/);
    // A metric that nobody described would be missing in docs/metrics.md.
    const registered = app.deps.metrics.registry.getMetricsAsArray();
    expect(registered.map(({ name }) => name).toSorted()).toEqual(Object.keys(metricDocs).toSorted());
    expect(own.body).toContain('portolan_tasks');
    expect(own.body).toMatch(/^portolan_database_up 1$/m);
    expect(own.body).toMatch(/^portolan_writes_refused [01]$/m);
    expect(own.body).toMatch(/portolan_cache_bytes\{process="web-\d+",cache="prepared_statements"\} [1-9]/);
    expect(own.body).toMatch(/portolan_cache_limit_bytes\{process="web-\d+",cache="tenant_views"\} [1-9]/);
    const reported = (): Promise<boolean> => scrape('127.0.0.1').then(({ body }) => body.includes('process="worker-'));
    expect(await reported()).toBe(false);
    countTasks({ kind: 'pull', type: 'done', count: 3 });
    database.notify('portolan_memory', JSON.stringify(ownMemory('worker')));
    await expect.poll(reported).toBe(true);
    expect((await scrape('127.0.0.1')).body).toMatch(
      /results_total\{process="worker-\d+",kind="pull",result="done"\} 3/,
    );
    expect((await scrape('10.0.0.9')).statusCode).toBe(403);
    // Requests that a proxy on this machine passed on are anybody's.
    expect((await scrape('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(403);
    const { app: behind } = await testApp(database, { settings: { trustProxy: 1 } });
    expect((await scrape('127.0.0.1', {}, behind)).statusCode).toBe(403);
    const { app: guarded } = await testApp(database, { settings: { metricsToken: 'scrape-me' } });
    expect((await scrape('10.0.0.9', { authorization: 'Bearer scrape-me' }, guarded)).statusCode).toBe(200);
    expect((await scrape('127.0.0.1', {}, guarded)).statusCode).toBe(403);
  });

  test('the description and its page work under the policy', async () => {
    const described = (await app.inject({ url: '/api/openapi.json' })).json() as { paths: object };
    expect(described).toMatchObject({ openapi: '3.1.0' });
    expect(Object.keys(described.paths).length).toBeGreaterThan(100);
    // The page reads the same description from beside itself.
    expect((await app.inject({ url: '/api/docs/json' })).json()).toEqual(described);
    let url = '/api/docs';
    let page = await app.inject({ url });
    while (page.statusCode >= 300 && page.statusCode < 400) {
      url = new URL(String(page.headers.location), `http://x${url}`).pathname;
      page = await app.inject({ url });
    }
    expect(page.statusCode).toBe(200);
    const scripts = [...page.body.matchAll(/<script([^>]*)>([^<]*)/g)];
    expect(scripts.length).toBeGreaterThan(0);
    const base = new URL(/<base href="([^"]*)"/.exec(page.body)?.[1] ?? url, `http://x${url}`);
    for (const [, attributes = '', content = ''] of scripts) {
      expect(content.trim()).toBe('');
      const source = /src="([^"]*)"/.exec(attributes)?.[1] ?? '';
      expect(source).not.toMatch(/^(https?:)?\/\//);
      expect((await app.inject({ url: new URL(source, base).pathname })).statusCode).toBe(200);
    }
    expect(String(page.headers['content-security-policy'])).toContain("script-src 'self'");
  });

  test('language models find what the product is, its descriptions and its calls', async () => {
    const { statusCode, headers, body } = await app.inject({ url: '/llms.txt' });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toBe(readFileSync(new URL('../../docs/llms.txt', import.meta.url), 'utf8'));
  });

  test('the description is packed once, and each address may read it only so often', async () => {
    const read = (headers: Record<string, string> = {}, remoteAddress = '10.9.9.1') =>
      app.inject({ url: '/api/openapi.json', headers, remoteAddress });
    const [plain, packed] = [await read(), await read({ 'accept-encoding': 'gzip' })];
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    const statuses = new Set<number>();
    for (let n = 0; n < 125; n += 1) statuses.add((await read({ 'accept-encoding': 'gzip' })).statusCode);
    expect([...statuses]).toEqual([200, 429]);
    expect((await read({}, '10.9.9.2')).statusCode).toBe(200);
  });

  test('those who ask at the same time whether it is ready share one look at the database', async () => {
    const { app: ready } = await testApp(await testDatabase());
    const looks = vi.spyOn(ready.deps.database, 'ping');
    const answers = await Promise.all(Array.from({ length: 20 }, () => ready.inject({ url: '/readyz' })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(looks.mock.calls.length).toBeLessThan(5);
    looks.mockRestore();
  });
});
