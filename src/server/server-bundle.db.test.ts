import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ensureServer } from '../../scripts/prepare.mjs';
import { openDatabase } from '#server/platform/db/database.ts';
import { awaitedRunTask } from '#server/platform/run/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { createPostgresDatabase, postgresTemplate, silentLog } from '#testing/database-templates.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { buildTenant, buildUser, testPassword } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { createVoyages } from '#testing/voyages.ts';

const root = join(import.meta.dirname, '../..');
const start = Date.UTC(2026, 0, 9);
/** From so many shipments on a trial works in threads: the run says it has as many. */
const enoughForThreads = 3_000;

/** Makes `dist/portolan` as `npm run build` does. */
function build(): void {
  const made = ensureServer();
  // Threads are in the bundle as well: from the sources each would read and link a thousand modules first.
  const parts = readdirSync(made);
  for (const thread of ['trial-thread', 'embedded-worker']) {
    expect(parts).toContain(`${thread}.mjs`);
    expect(parts.filter((part) => readFileSync(join(made, part), 'utf8').includes(`${thread}.ts"`))).toEqual([]);
  }
}

/** The command that systemd starts a role by, with this checkout in place of the installed one. */
function commandOf(role: 'web' | 'worker'): [string, ...string[]] {
  const unit = readFileSync(join(root, `deploy/systemd/portolan-${role}.service`), 'utf8');
  const command = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? expect.fail('no ExecStart');
  const [program = '', ...args] = command.replace('/opt/portolan', root).split(' ');
  return [program, ...args];
}

/** Starts a role; `socket` is the descriptor of a listening socket that it gets as from systemd. */
function startRole(
  role: 'web' | 'worker',
  env: Record<string, string>,
  socket?: number,
): { child: ChildProcess; statement: () => string } {
  let statement = '';
  const asUnit = ['/bin/sh', '-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', 'sh'];
  const [program = '', ...args] = [...(socket === undefined ? [] : asUnit), ...commandOf(role)];
  const child = spawn(program, args, {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], SIMULATOR: 'off', AIS_SOURCES: 'off', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket])],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (statement += String(chunk)));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, statement: () => statement };
}

async function openServer() {
  const { url, drop } = await createPostgresDatabase(await postgresTemplate());
  const database = await openDatabase({ url, poolSize: 3, log: silentLog });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return { url, database };
}

// Roles in processes of their own need a server: on the embedded database there is no bundled process.
describe.skipIf(testDatabaseKind() === 'embedded')('the bundled server', () => {
  test('as a worker works off what it loads later or in threads of its own, and ends when it is reported to', async () => {
    build();
    const { url, database } = await openServer();
    const pipeline = await startPipeline(database, { start });
    const tenant = await buildTenant(database, { code: 'BUNDLE' });
    await buildUser(database, { tenantId: tenant.id, userCode: 'bundle', userType: 'admin', allTenants: true });
    const { voyage, rowsOf } = createVoyages(database, pipeline, tenant.id);
    const one = await voyage();
    const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
    const boss = await signedIn('bundle');
    await pipeline.at(start);
    const [before] = await rowsOf('subscription_source', one);

    // What a person searches in pinyin is made when a port is imported; a workbook is zipped; a trial has threads.
    const opened = await boss.call('importOpen', {
      body: { entity: 'port', mode: 'add', fileName: 'p.csv', total: 1, clientKey: randomUUID() },
    });
    const { importId } = opened.data;
    const port = { portCode: 'CNZZQ', portName: 'Middle Manor', portNameCn: '中庄港' };
    const judged = await boss.call('importRows', { body: { importId, first: 1, rows: [port] } });
    expect(judged.data).toMatchObject([{ row: 1, plan: 'insert' }]);
    expect(await boss.call('importRun', { body: { importId } })).toMatchObject({ status: 1 });
    const exported = await boss.call('exportOrder', { body: { list: 'port', kind: 'xlsx', clientKey: randomUUID() } });
    const { exportId } = exported.data;
    const { rows } = await database.execute<{ id: number }>(
      `insert into run (kind, subject, params, total, cursors, handler_code, handler_name, started_at)
       values ('rule-trial', 'DEPART_DELAY', $1::jsonb, $2, '{0}', 'bundle', 'bundle', now()) returning id`,
      [
        JSON.stringify({
          ruleCode: 'DEPART_DELAY',
          tenantId: null,
          carrierCode: null,
          lane: null,
          enabled: null,
          values: {},
          curve: [],
          from: start,
          to: start + 20 * DAY_MS,
          zone: 'UTC',
        }),
        enoughForThreads,
      ],
    );
    await pipeline.queue.enqueue(awaitedRunTask, { runId: rows[0]?.id ?? 0 });

    const { child, statement } = startRole('worker', {
      DATABASE_URL: url,
      SECRET_KEY: pipeline.keys[0]?.toString('base64') ?? '',
    });
    await vi.waitFor(
      async () => {
        expect([child.exitCode, statement()]).toEqual([null, statement()]);
        const states = await database.query(
          `select (select state from run where kind = 'rule-trial') as trial, (select done from run where kind = 'rule-trial') as tried,
             (select state from run where kind = 'import') as import, (select state from run where kind = 'export') as export`,
        );
        expect(states).toEqual([{ trial: 'done', tried: 1, import: 'done', export: 'done' }]);
        const [now] = await rowsOf('subscription_source', one);
        expect(now?.['last_success_at']).toBeGreaterThan(before?.['last_success_at']);
      },
      { timeout: 90_000, interval: 200 },
    );
    const found = await database.query<{ search_text: string }>(`select search_text from md_port where code = 'CNZZQ'`);
    expect(found[0]?.search_text).toContain('zhongzhuang');
    const file = await boss.call('exportDownload', { query: { exportId } });
    expect(file.text.slice(0, 2)).toBe('PK');
    expect(await database.query(`select kind, last_error from task where attempts > 1 or status = 'dead'`)).toEqual([]);

    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await database.query(`select id from task where status = 'running'`)).toEqual([]);
  }, 180_000);

  test('as a web process answers signed-in people, also when it was killed and started again', async () => {
    const { url, database } = await openServer();
    const tenant = await buildTenant(database, { code: 'BUNDLE' });
    await buildUser(database, { tenantId: tenant.id, userCode: 'bundle', userType: 'admin', allTenants: true });
    build();
    const env = { DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('base64'), PORT: '0', HOST: '127.0.0.1' };
    const startWeb = async (socket?: number) => {
      const { child, statement } = startRole('web', env, socket);
      const at = await vi.waitFor(
        () => {
          expect([child.exitCode, statement()]).toEqual([null, statement()]);
          return /ready at (http:\S+)/.exec(statement())?.[1] ?? expect.fail('not ready yet');
        },
        { timeout: 60_000, interval: 100 },
      );
      return { child, at };
    };
    let cookie = '';
    const ask = async (at: string, path: string, body?: object) => {
      const answer = await fetch(`${at}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { source: 'Manual', 'content-type': 'application/json', cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      cookie =
        answer.headers
          .getSetCookie()
          .find((one) => one.startsWith('portolan_session='))
          ?.split(';', 1)[0] ?? cookie;
      return { http: answer.status, text: await answer.text() };
    };
    // A socket of systemd, whose calls wait until the process has started.
    const unit = createServer().listen(0, '127.0.0.1');
    await once(unit, 'listening');
    const waiting = `http://127.0.0.1:${(unit.address() as AddressInfo).port}`;
    const starting = startWeb((unit as Server & { _handle: { fd: number } })._handle.fd);
    unit.close();
    const first = await starting;
    expect(first.at).toBe(waiting.replace('127.0.0.1', 'localhost'));
    const signIn = await ask(first.at, '/api/auth/user/login', { userCode: 'bundle', password: testPassword });
    expect(signIn).toMatchObject({ http: 200, text: expect.stringContaining('"status":1') as string });
    const works = async (at: string) => {
      expect((await ask(at, '/readyz')).http).toBe(200);
      const users = await ask(at, '/api/auth/user/query', { currentPage: 1, pageSize: 10 });
      expect(JSON.parse(users.text)).toMatchObject({ status: 1, data: { totalRecord: 1 } });
      expect(JSON.parse((await ask(at, '/api/openapi.json')).text)).toMatchObject({ openapi: '3.1.0' });
      // Files of packages are found from the bundle too.
      expect((await ask(at, '/api/docs/static/swagger-ui.css')).http).toBe(200);
    };
    await works(first.at);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await startWeb();
    await works(second.at);
    second.child.kill('SIGTERM');
    expect(await once(second.child, 'exit')).toEqual([0, null]);
  }, 180_000);
});
