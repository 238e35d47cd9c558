import { describe, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { adaptError } from '#server/platform/http/error-adapter.ts';
import { createPostgresDatabase, postgresTemplate, silentLog } from '#testing/database-templates.ts';
import { startTcpProxy } from '#testing/tcp-proxy.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { testDatabase } from '#testing/test-database.ts';

const database =
  testDatabaseKind() === 'postgres' ? await testDatabase({ statementTimeoutMs: 5_000, poolSize: 4 }) : undefined;

/** Ends all connections of this database but the asking one, as a restart of the server does. */
const cutAll = async (): Promise<void> => {
  await database?.execute(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
};
const eventually = async <T>(work: () => Promise<T>): Promise<T> => {
  for (const end = Date.now() + 10_000; ;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
};

describe.runIf(database !== undefined)('a PostgreSQL server', () => {
  if (database === undefined) return;

  test('connections that are lost are opened again, for reads, writes and notifications', async () => {
    const got: string[] = [];
    const stop = await database.listen('cut', (payload) => got.push(payload));
    for (let round = 0; round < 3; round += 1) {
      await cutAll();
      // A read that meets a dead connection is asked again.
      expect(await eventually(() => database.query('select 1 as one'))).toEqual([{ one: 1 }]);
      await eventually(() =>
        database.execute(
          "insert into app_state (key, value) values ('cut', '1') on conflict (key) do update set value = '2'",
        ),
      );
    }
    // After a reconnection '' says that something may have been missed.
    await eventually(async () => expect(got).toContain(''));
    await eventually(async () => {
      database.notify('cut', 'again');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(got).toContain('again');
    });
    await stop();
  });

  test('compiles no statement, also where it does so by itself', async () => {
    expect(await database.query('show jit')).toEqual([{ jit: 'off' }]);
  });

  test('a transaction whose connection is lost fails and nothing of it stays', async () => {
    const run = database.transaction(async () => {
      await database.execute("insert into app_state (key, value) values ('lost', '1')");
      await database.detached(cutAll);
      await database.execute("insert into app_state (key, value) values ('lost2', '1')");
    });
    await expect(run).rejects.toThrow();
    expect(await eventually(() => database.query("select key from app_state where key like 'lost%'"))).toEqual([]);
  });

  test('a statement that takes too long is ended, others go on meanwhile', async () => {
    const slow = database.query('select pg_sleep(60)');
    let ended = false;
    slow.catch(() => (ended = true));
    const quick = Array.from({ length: 20 }, (_, n) => database.query<{ n: number }>('select $1::int as n', [n]));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(ended, 'the slow statement ended first').toBe(false);
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect((await Promise.all(quick)).map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  test('a read too slow for the read connection is begun again elsewhere', async () => {
    expect(await database.query('select pg_sleep(1.3) is not null as slept')).toEqual([{ slept: true }]);
  });

  test('the read connection writes nothing', async () => {
    await eventually(async () => {
      await expect(database.query("insert into app_state (key, value) values ('sly', '1')")).rejects.toMatchObject({
        code: '25006',
      });
    });
  });

  test('statements of a call have a limit of their own, in and out of a transaction, and others keep theirs', async () => {
    const sleep = (seconds: number) => () => database.execute(`select pg_sleep(${seconds})`);
    await expect(database.limited(200, sleep(1.5))).rejects.toMatchObject({ code: '57014' });
    await expect(database.limited(200, () => database.query('select pg_sleep(1.5)'))).rejects.toMatchObject({
      code: '57014',
    });
    await expect(database.limited(200, () => database.transaction(sleep(1.5)))).rejects.toMatchObject({
      code: '57014',
    });
    await Promise.all(Array.from({ length: 4 }, sleep(0.5)));
    // No call may take longer than the database allows.
    await expect(database.limited(60_000, sleep(5))).rejects.toMatchObject({ code: '57014' });
  });

  test('a write that waits for a row that another transaction holds ends as "busy", and nothing of it stays', async () => {
    await database.execute("insert into app_state (key, value) values ('held', '1')");
    const write = () => database.execute("update app_state set value = '2' where key = 'held'");
    await database.transaction(async () => {
      await write();
      const waiting = database.detached(() => database.limited(25_000, () => database.transaction(write)));
      const error: unknown = await waiting.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: '55P03' });
      expect(adaptError(error, 'zh', 'r')).toMatchObject({
        httpStatus: 200,
        msg: '数据正被占用，本次未保存任何内容，请重试',
      });
      expect(adaptError(error, 'en', 'r').msg).toContain('nothing was saved');
    });
  });

  test('statements go on when a newer version changes their tables', async () => {
    const text = 'select * from changing where id > $1';
    const single = [
      () => database.query(text, [0]),
      () => database.execute('update changing set id = id where id > $1 returning *', [0]),
    ];
    const inTransaction = () => database.transaction(() => database.execute(`${text} for update`, [0]));
    const runAll = () => Promise.all([...single, inTransaction, ...single, inTransaction].map((one) => one()));
    await database.execute('create table changing (id int); insert into changing values (1)');
    for (let round = 0; round < 6; round += 1) await runAll();
    for (const one of single) {
      await database.execute(`alter table changing add column added_${single.indexOf(one)} int`);
      await one();
      await eventually(runAll);
    }
    // Prepared on each of the four connections.
    await Promise.all(Array.from({ length: 4 }, inTransaction));
    await database.execute('alter table changing add column added int');
    const refusal: unknown = await inTransaction().catch((error: unknown) => error);
    expect(adaptError(refusal, 'en', 'r')).toMatchObject({
      httpStatus: 200,
      msg: expect.stringContaining('nothing was saved'),
    });
    await eventually(runAll);
  });

  test('patient work may take longer', async () => {
    const slept = await database.patient(5_000, () =>
      database.transaction(() => database.query('select pg_sleep(2.3) is not null as slept')),
    );
    expect(slept).toEqual([{ slept: true }]);
  });

  test('more transactions than connections wait their turn', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () => database.transaction(() => database.query('select 1 as one'))),
    );
    expect(results).toHaveLength(20);
  });
});

describe.runIf(database !== undefined)('connections that are lost without a word', () => {
  test('are closed and opened anew, for reads, writes, transactions and notifications', async () => {
    const own = await createPostgresDatabase(await postgresTemplate());
    const url = new URL(own.url);
    const proxy = await startTcpProxy(url.hostname, Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    const through = await openDatabase({ url: url.href, poolSize: 2, log: silentLog });
    try {
      const got: string[] = [];
      await through.listen('lost', (payload) => got.push(payload));
      await through.execute(`insert into app_state (key, value) values ('held', '1')`);
      await eventually(async () => {
        through.notify('lost', 'before');
        await new Promise((resolve) => setTimeout(resolve, 50));
        expect(got).toContain('before');
      });
      // Both connections of the pool are open when they are lost.
      await Promise.all([1, 2].map(() => through.execute('select pg_sleep(0.2)')));
      const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
      const held = through.transaction(async () => {
        await through.execute(`update app_state set value = '2' where key = 'held'`);
        proxy.swallow();
        lose();
        await through.execute(`update app_state set value = '3' where key = 'held'`);
      });
      held.catch(() => {});
      await lost;
      const outcomes = await Promise.allSettled([
        held,
        through.query('select 1 as one'),
        through.execute(`insert into app_state (key, value) values ('late', '1')`),
      ]);
      // A read is asked again; a write is not, as nobody knows whether it was made.
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
      // The lost transaction holds no lock.
      await through.execute(`update app_state set value = '4' where key = 'held'`);
      await eventually(async () => {
        through.notify('lost', 'after');
        await new Promise((resolve) => setTimeout(resolve, 50));
        expect(got).toContain('after');
      });
    } finally {
      await through.close();
      proxy.close();
      await own.drop();
    }
  }, 60_000);
});

test('which kind this is', () => {
  expect(database?.kind ?? 'embedded').toBe(testDatabaseKind());
});
