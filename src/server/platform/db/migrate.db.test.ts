import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { TABLES } from '#generated/schema.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { soon } from '#testing/soon.ts';
import { emptyTestDatabase, testDatabase } from '#testing/test-database.ts';
import { StartupError } from '../errors/startup-error.ts';
import { migrate, migrationsKey, pendingMigrations, readMigrations } from './migrate.ts';
import { costlyMigrations } from './migration-cost.ts';

const database = await emptyTestDatabase();
const directory = mkdtempSync(path.join(tmpdir(), 'portolan-migrations-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(path.join(directory, `${name}.sql`), text);
const run = (): Promise<string[]> => migrate(database, { directory });
const ids = async (): Promise<unknown[]> =>
  (await database.query<{ id: number }>('select id from one order by id')).map((row) => row.id);

beforeEach(async () => {
  await database.execute('drop schema public cascade; create schema public');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  write('0001_first', 'create table one (id int); insert into one values (1);\ninsert into one values (2);');
});

test('applies what is new, once, in the order of the names', async () => {
  expect(await run()).toEqual(['0001_first']);
  write('0003_third', 'insert into one values (3)');
  write('0002_second', 'insert into one values (4); update one set id = 5 where id = 2');
  write('notes', '');
  rmSync(path.join(directory, 'notes.sql'));
  expect(await run()).toEqual(['0002_second', '0003_third']);
  expect(await run()).toEqual([]);
  expect(await ids()).toEqual([1, 3, 4, 5]);
});

test('one that fails leaves nothing behind, and may be mended', async () => {
  write('0002_bad', 'insert into one values (9); select 1/0;');
  await expect(run()).rejects.toThrow('division by zero');
  expect(await ids()).toEqual([1, 2]);
  write('0002_bad', 'insert into one values (9)');
  expect(await run()).toEqual(['0002_bad']);
});

// The embedded database has one connection: nobody else is there.
test.runIf(testDatabaseKind() === 'postgres')(
  'one that waits for a table keeps nobody from it for long, and is applied once it can be',
  async () => {
    await run();
    write('0002_second', 'alter table one add column name text');
    const [read, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = database.transaction(async () => {
      await database.query('select id from one');
      read.resolve();
      await free.promise;
    });
    await read.promise;
    const migrating = run();
    const waits = "select from pg_locks where relation = 'one'::regclass and not granted";
    await expect.poll(() => database.query(waits), soon).toHaveLength(1);
    expect(await ids()).toEqual([1, 2]);
    free.resolve();
    await holding;
    expect(await migrating).toEqual(['0002_second']);
  },
);

test('two processes at once apply it once', async () => {
  const results = await Promise.all([run(), run()]);
  expect(results.flat()).toEqual(['0001_first']);
  expect(await ids()).toEqual([1, 2]);
});

test('names what is to be done without doing it, with the time by the rows, and logs each that is applied', async () => {
  const logged: unknown[] = [];
  const log = { info: (fields: unknown) => void logged.push(fields) };
  expect((await pendingMigrations(database, { directory })).map(({ name }) => name)).toEqual(['0001_first']);
  await migrate(database, { directory, log });
  // An empty database is one line, not one for each.
  expect(logged).toEqual([{ migrations: 1, ms: expect.any(Number) }]);
  const costly = '0111_visit_bounds';
  write(costly, 'create index visit_id on port_visit (id)');
  write('0112_plain', 'select 1');
  await database.execute('create table port_visit (id int); insert into port_visit select generate_series(1, 30000)');
  const pending = await pendingMigrations(database, { directory });
  expect(pending.map(({ name }) => name)).toEqual([costly, '0112_plain']);
  // 20 ms for a thousand rows beside the 8 ms of any migration, as slow as this machine is now.
  expect((pending[0]?.expectedMs ?? 0) / (pending[1]?.expectedMs ?? 0)).toBeCloseTo(608 / 8);
  expect(await pendingMigrations(database, { directory })).toHaveLength(2);
  logged.length = 0;
  await migrate(database, { directory, log });
  expect(logged).toEqual([costly, '0112_plain'].map((migration) => ({ migration, ms: expect.any(Number) })));
  expect(await pendingMigrations(database, { directory })).toEqual([]);
});

test('every migration with a cost is one of the product', () => {
  expect(readMigrations().map(({ name }) => name)).toEqual(expect.arrayContaining([...costlyMigrations]));
});

test('refuses a database that is newer than the build, in both languages', async () => {
  write('0002_second', 'select 1');
  await run();
  rmSync(path.join(directory, '0002_second.sql'));
  const error = await run().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  expect(error).toMatchObject({
    zh: expect.stringContaining('0002_second'),
    en: expect.stringContaining('newer than this program'),
  });
});

test('refuses a migration that was changed or put in between', async () => {
  await run();
  write('0001_first', 'create table one (id int, name text)');
  await expect(run()).rejects.toThrow('was changed after it was applied');
  write('0001_first', 'create table one (id int); insert into one values (1);\r\ninsert into one values (2);');
  expect(await run()).toEqual([]);
  write('0000_zero', 'select 1');
  await expect(run()).rejects.toThrow('higher number');
});

test('the key of a set of migrations changes with any of them', () => {
  const before = migrationsKey(readMigrations(directory));
  write('0001_first', 'select 2');
  expect(migrationsKey(readMigrations(directory))).not.toBe(before);
});

test('the migrations of the product give exactly the tables of the generated schema', async () => {
  await migrate(database);
  const rows = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'schema_migration' order by 1`,
  );
  expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(TABLES).sort());
});

test('large documents have a quick compression wherever the server has one', async () => {
  const fresh = await testDatabase();
  const [known] = await fresh.query<{ values: string }>(
    "select enumvals::text as values from pg_settings where name = 'default_toast_compression'",
  );
  const rows = await fresh.query<{ name: string; method: string }>(
    `select c.relname || '.' || a.attname as name, a.attcompression::text as method
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where (c.relname, a.attname) in (('shipment', 'content'), ('shipment', 'provenance'), ('shipment', 'history'),
       ('shipment_change', 'changes'), ('shipment_said', 'said'))`,
  );
  const quick = known?.values.includes('lz4') === true ? 'l' : '';
  expect(rows).toHaveLength(5);
  expect(rows.filter(({ method }) => method !== quick)).toEqual([]);
});
