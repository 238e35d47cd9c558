import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgresBinaries, type TemporaryPostgres } from '#testing/postgres.ts';
import { startPrimary, startReplica } from '#testing/postgres-replica.ts';
import { countOutages, createLogger } from '../log/logger.ts';
import { type Database, openDatabase } from './database.ts';
import type { Statement } from './engine.ts';
import { openReadReplicas } from './read-replicas.ts';

const patient = { timeout: 60_000, interval: 100 };
const hasServer = findPostgresBinaries() !== undefined;
const log = pino({ level: 'silent' });

let primary: TemporaryPostgres;
let replica: TemporaryPostgres;
let database: Database;

async function onServer(server: TemporaryPostgres, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** Opens the database of the test with these replicas. */
const open = (url: string, waitMs: number): Promise<Database> =>
  openDatabase({ url: primary.url, replicas: { url, waitMs }, poolSize: 4, log });
const isUsed = (of: Database): boolean => of.replicas().every(({ usable }) => usable);
const readsOf = (of: Database): number => of.replicas().reduce((sum, { reads }) => sum + reads, 0);
const newest = async (of: Database): Promise<number> =>
  (await of.query<{ newest: number }>('select coalesce(max(no), 0)::int as newest from mark'))[0]?.newest ?? -1;
const add = (of: Database, no: number) => of.execute('insert into mark values ($1)', [no]);

test('a read that a replica fails for reasons of its own is done by the primary, and the replica is left out', async () => {
  const answers: Record<string, string> = { position: '7', identity: 'one db' };
  const rowsOf = (text: string) => [{ ...answers, standby: true, from: text.includes('mark') ? 'primary' : '' }];
  const answer = async ({ text }: Statement) => ({ rows: rowsOf(text), rowCount: 1, command: 'SELECT' });
  const failing = async (statement: Statement) => {
    if (!statement.text.includes('mark')) return answer(statement);
    throw Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
  };
  const replicas = openReadReplicas({
    links: [{ host: 'full', run: failing, close: async () => {} }],
    primary: { read: answer, run: answer },
    waitMs: 100,
    log,
  });
  await expect.poll(() => replicas.states()).toMatchObject([{ usable: true }]);
  const chosen = await replicas.choose();
  expect((await chosen?.read({ text: 'select from mark', values: [] }))?.rows).toMatchObject([{ from: 'primary' }]);
  expect(replicas.states()).toMatchObject([{ usable: false }]);
  await replicas.close();
});

describe.runIf(hasServer)('replicas', () => {
  beforeAll(async () => {
    const started = await startPrimary();
    if (started === undefined) throw new Error('there are no binaries of PostgreSQL');
    primary = started;
    await onServer(primary, 'create table mark (no int); create sequence mark_no');
    replica = await startReplica(primary);
    database = await open(replica.url, 2_000);
  });
  afterAll(async () => {
    await database.close();
    await replica.stop();
    await primary.stop();
  });

  test('a replica is used once it was seen to follow the primary', async () => {
    await expect.poll(() => isUsed(database), patient).toBe(true);
    expect(await database.onReplica(() => database.query('select pg_is_in_recovery() as standby'))).toEqual([
      { standby: true },
    ]);
  });

  test('what was written is read on the replica at once, by this process or another', async () => {
    const other = await open(replica.url, 2_000);
    await expect.poll(() => isUsed(other), patient).toBe(true);
    const before = readsOf(other);
    for (let no = 1; no <= 200; no += 1) {
      await add(database, no);
      expect(await other.onReplica(() => newest(other))).toBe(no);
    }
    expect(readsOf(other) - before).toBeGreaterThanOrEqual(150);
    await other.close();
  });

  test('only what is within onReplica and single reads goes to the replica; after a write all goes to the primary', async () => {
    const before = readsOf(database);
    await newest(database);
    await database.onReplica(() => database.transaction(() => newest(database)));
    await database.onReplica(() => database.detached(() => newest(database)));
    await database.onReplica(async () => {
      await add(database, 1_000);
      expect(await newest(database)).toBe(1_000);
    });
    expect(readsOf(database)).toBe(before);
    await database.onReplica(async () => {
      await newest(database);
      await add(database, 1_001);
      expect(await newest(database)).toBe(1_001);
    });
    expect(readsOf(database)).toBe(before + 1);
  });

  test('a statement that a standby cannot run is run on the primary', async () => {
    expect(await database.onReplica(() => database.query("select nextval('mark_no')::int as no"))).toEqual([{ no: 1 }]);
    expect(await database.onReplica(() => database.query('select no from mark where no = 1 for update'))).toEqual([
      { no: 1 },
    ]);
    await expect(database.onReplica(() => database.query('select 1 / 0'))).rejects.toMatchObject({ code: '22012' });
    expect(isUsed(database)).toBe(true);
  });

  test('a replica that is behind is left out until it has caught up', async () => {
    const hasty = await open(replica.url, 50);
    await expect.poll(() => isUsed(hasty), patient).toBe(true);
    await onServer(replica, 'select pg_wal_replay_pause()');
    await add(hasty, 2_000);
    const before = readsOf(hasty);
    expect(await hasty.onReplica(() => newest(hasty))).toBe(2_000);
    expect([isUsed(hasty), readsOf(hasty)]).toEqual([false, before]);
    await onServer(replica, 'select pg_wal_replay_resume()');
    await expect.poll(() => isUsed(hasty), patient).toBe(true);
    expect(await hasty.onReplica(() => newest(hasty))).toBe(2_000);
    expect(readsOf(hasty)).toBe(before + 1);
    await hasty.close();
  });

  test('a replica that ends fails no read, is named in the log, and is used again when it is back', async () => {
    const lines: string[] = [];
    const ownLog = createLogger({ level: 'info' }, { write: (line) => void lines.push(line) });
    const own = await openDatabase({
      url: primary.url,
      replicas: { url: replica.url, waitMs: 2_000 },
      poolSize: 2,
      log: ownLog,
    });
    countOutages(ownLog, () => own.ping());
    await expect.poll(() => isUsed(own), patient).toBe(true);
    expect(await own.onReplica(() => newest(own))).toBe(2_000);
    await replica.pause();
    await add(own, 3_000);
    for (let round = 0; round < 5; round += 1) expect(await own.onReplica(() => newest(own))).toBe(3_000);
    expect(isUsed(own)).toBe(false);
    await replica.restart();
    await expect.poll(() => isUsed(own), patient).toBe(true);
    const messages = lines.map((line) => String(JSON.parse(line).msg));
    expect(messages.filter((message) => message === 'a read replica is left out')).toHaveLength(1);
    expect(messages.join()).not.toContain('the database does not answer');
    await own.close();
    await expect.poll(() => isUsed(database), patient).toBe(true);
  });

  test('a new file of the log does not leave a replica behind', async () => {
    await onServer(primary, 'select pg_switch_wal()');
    const before = readsOf(database);
    for (let round = 0; round < 3; round += 1) await database.onReplica(() => newest(database));
    expect([isUsed(database), readsOf(database)]).toEqual([true, before + 3]);
  });

  test('a server that does not follow this primary is never read', async () => {
    const stranger = await startPrimary();
    if (stranger === undefined) throw new Error('there are no binaries of PostgreSQL');
    await onServer(stranger, 'create table mark (no int); insert into mark values (9999)');
    const follower = await startReplica(stranger);
    for (const url of [primary.url, stranger.url, follower.url]) {
      const warnings: string[] = [];
      const wrong = await openDatabase({
        url: primary.url,
        replicas: { url, waitMs: 200 },
        poolSize: 2,
        log: pino({ level: 'warn' }, { write: (line) => void warnings.push(line) }),
      });
      await expect.poll(() => warnings.join(''), patient).toMatch(/is no (standby|replica of the database in use)/);
      expect(await wrong.onReplica(() => newest(wrong))).toBe(3_000);
      expect(wrong.replicas()).toMatchObject([{ usable: false, reads: 0 }]);
      await wrong.close();
    }
    await follower.stop();
    await stranger.stop();
  });
});
