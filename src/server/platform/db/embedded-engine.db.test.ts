import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { embeddedTemplate, silentLog } from '#testing/database-templates.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { StartupError } from '../errors/startup-error.ts';
import { openDatabase, type Database } from './database.ts';

const home = mkdtempSync(path.join(tmpdir(), 'portolan-embedded-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const template = testDatabaseKind() === 'embedded' ? await embeddedTemplate() : undefined;
const open = (name: string, more: { statementTimeoutMs?: number } = {}): Promise<Database> =>
  openDatabase({ dataDir: path.join(home, name), poolSize: 1, log: silentLog, template, ...more });
const addTenant = (database: Database, code: string): Promise<unknown> =>
  database.execute('insert into tenant (code, name) values ($1, $1)', [code]);
const codes = async (database: Database): Promise<string[]> =>
  (await database.query<{ code: string }>('select code from tenant order by id')).map((row) => row.code);

describe.runIf(testDatabaseKind() === 'embedded')('the embedded database', () => {
  test('keeps its data in a private directory over a restart', async () => {
    const first = await open('kept');
    await addTenant(first, 'A');
    await first.close();
    expect(statSync(path.join(home, 'kept')).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(home, 'kept', 'database')).mode & 0o777).toBe(0o700);
    chmodSync(path.join(home, 'kept'), 0o755);
    const second = await open('kept');
    expect(await codes(second)).toEqual(['A']);
    expect(statSync(path.join(home, 'kept')).mode & 0o777).toBe(0o700);
    await second.close();
  });

  test('refuses a second user of the directory, here and in another process, until it is closed', async () => {
    const first = await open('locked');
    const second = await open('locked').catch((error: unknown) => error);
    expect(second).toBeInstanceOf(StartupError);
    expect(second).toMatchObject({
      zh: expect.stringContaining('正被另一个航图进程使用'),
      en: expect.stringContaining('is in use by another Portolan process'),
    });
    const script = `
      import { lockDirectory } from ${JSON.stringify(new URL('./directory-lock.ts', import.meta.url).href)};
      try { lockDirectory(${JSON.stringify(path.join(home, 'locked', 'database.lock'))}, 'x'); console.log('free'); }
      catch (error) { console.log(error.name); }`;
    const other = (): string =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: import.meta.dirname,
        encoding: 'utf8',
      }).stdout.trim();
    expect(other()).toBe('StartupError');
    await first.close();
    expect(other()).toBe('free');
    await (await open('locked')).close();
  });

  test('starts over when the first start was cut short', async () => {
    await (await open('cut')).close();
    rmSync(path.join(home, 'cut', 'database', 'PG_VERSION'));
    writeFileSync(path.join(home, 'cut', 'database.unfinished'), '');
    const database = await open('cut');
    expect(await codes(database)).toEqual([]);
    expect(existsSync(path.join(home, 'cut', 'database.unfinished'))).toBe(false);
    await database.close();
  });

  test('a statement that never ends ends the worker; the data and later statements are safe', async () => {
    const database = await open('hung', { statementTimeoutMs: 1_500 });
    await addTenant(database, 'BEFORE');
    const hung = database.query('select count(*) from generate_series(1, 100000000000)');
    const queued = database.query('select 1');
    const transaction = database.transaction(async () => {
      await addTenant(database, 'LOST');
      await database.query('select pg_sleep(3600)');
    });
    const results = await Promise.allSettled([hung, queued, transaction]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await codes(database)).toEqual(['BEFORE']);
    await addTenant(database, 'AFTER');
    await database.close();
    const again = await open('hung');
    expect(await codes(again)).toEqual(['BEFORE', 'AFTER']);
    await again.close();
  });

  test('patient work may take longer than a statement', async () => {
    const database = await open('patient', { statementTimeoutMs: 300 });
    expect(await database.patient(10_000, () => database.query('select pg_sleep(0.6) is not null as slept'))).toEqual([
      { slept: true },
    ]);
    await database.close();
  });

  test('closing cleans the tables that changed much', async () => {
    const database = await open('cleaned');
    await database.execute("insert into app_state (key, value) select 'k' || n, '1' from generate_series(1, 2000) n");
    await database.execute("update app_state set value = '2'");
    await database.close();
    const again = await open('cleaned');
    expect(await again.query("select reltuples::int as rows from pg_class where relname = 'app_state'")).toEqual([
      { rows: 2000 },
    ]);
    await again.close();
  });

  test('closing waits for what runs', async () => {
    const database = await open('closing');
    const slow = database.query('select pg_sleep(0.2) is not null as slept');
    const closed = database.close();
    expect(await slow).toEqual([{ slept: true }]);
    await closed;
    await expect(database.query('select 1')).rejects.toThrow();
  });
});
