import { describe, expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { ts, tsOrNull } from './instants.ts';
import { json } from './json.ts';

const database = await testDatabase({ idleTransactionTimeoutMs: 300, statementTimeoutMs: 5_000 });
const { system } = database;

const addTenant = (code: string): Promise<{ id: number }> =>
  system.insertInto('tenant').values({ code, name: code }).returning('id').executeTakeFirstOrThrow();
const codes = async (prefix: string): Promise<string[]> =>
  (await system.selectFrom('tenant').select('code').where('code', 'like', `${prefix}%`).orderBy('id').execute()).map(
    (row) => row.code,
  );

describe('values', () => {
  test('instants, json, arrays, bytes and numbers come back as they went in', async () => {
    const at = Date.UTC(2026, 2, 1, 8, 30, 15, 123);
    await system
      .insertInto('app_state')
      .values({ key: 'v', value: json({ a: [1, null, '航'] }), updated_at: ts(at) })
      .execute();
    const state = await system.selectFrom('app_state').selectAll().where('key', '=', 'v').executeTakeFirstOrThrow();
    expect(state).toEqual({ key: 'v', value: { a: [1, null, '航'] }, updated_at: at });

    const [row] = await database.query(
      `select 9007199254740991::int8 as big, 12.5::numeric as amount, date '2026-03-01' as day, $1::bytea as bytes,
        array['a','b,c'] as texts, array[1,2]::int8[] as ids, array[$2::timestamptz] as times,
        'infinity'::timestamptz as never, null::timestamptz as none, timestamptz '1900-01-01 00:00+08:05:43' as old`,
      [Buffer.from([0, 255]), ts(at)],
    );
    expect(row).toEqual({
      big: 9007199254740991,
      amount: 12.5,
      day: '2026-03-01',
      bytes: Buffer.from([0, 255]),
      texts: ['a', 'b,c'],
      ids: [1, 2],
      times: [at],
      never: Infinity,
      none: null,
      old: Date.UTC(1899, 11, 31, 15, 54, 17),
    });
  });

  test('a comparison takes an Instant as a number or by ts', async () => {
    const at = Date.UTC(2020, 0, 1);
    await system
      .insertInto('app_state')
      .values({ key: 'cmp', value: json(1), updated_at: ts(at) })
      .execute();
    const found = system.selectFrom('app_state').select('key').where('key', '=', 'cmp');
    expect(await found.where('updated_at', '=', at).execute()).toHaveLength(1);
    expect(await found.where('updated_at', '<', ts(at)).execute()).toHaveLength(0);
    expect(await found.where('app_state.updated_at', 'in', [at, at + 1]).execute()).toHaveLength(1);
    expect(await found.where((eb) => eb.between('updated_at', at - 1, at + 1)).execute()).toHaveLength(1);
    expect(await found.where((eb) => eb.not(eb.between('updated_at', at - 1, at + 1))).execute()).toHaveLength(0);
  });

  test('ts refuses what is no instant', () => {
    expect(() => ts(Number.NaN)).toThrow(RangeError);
    expect(() => ts(Infinity)).toThrow(RangeError);
    expect(tsOrNull(undefined)).toBeNull();
    expect(tsOrNull(0)).toEqual(new Date(0));
  });

  test('the number of changed rows is reported', async () => {
    await addTenant('NUM');
    const result = await system.updateTable('tenant').set({ name: 'x' }).where('code', '=', 'NUM').executeTakeFirst();
    expect(result.numUpdatedRows).toBe(1n);
    expect((await database.execute('update tenant set name = $1 where code = $2', ['y', 'NUM'])).rowCount).toBe(1);
  });
});

describe('transaction', () => {
  test('covers system, scoped and raw statements, and rolls all of them back', async () => {
    const failed = database.transaction(async () => {
      const { id } = await addTenant('RB1');
      await database.execute("insert into tenant (code, name) values ('RB2', 'x')");
      const scoped = database.scoped({ kind: 'tenants', tenantIds: [id] });
      expect(await scoped.selectFrom('tenant').select('code').execute()).toEqual([{ code: 'RB1' }]);
      expect(await database.query("select 1 as one from tenant where code = 'RB2'")).toEqual([{ one: 1 }]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await codes('RB')).toEqual([]);
  });

  test('a nested one joins the outer one', async () => {
    await expect(
      database.transaction(async () => {
        await database.transaction(() => addTenant('NEST1'));
        throw new Error('outer');
      }),
    ).rejects.toThrow('outer');
    expect(await codes('NEST')).toEqual([]);
  });

  test('an error that was caught still cannot be committed', async () => {
    const run = database.transaction(async () => {
      await addTenant('CAUGHT');
      await database.execute('select 1/0').catch(() => {});
    });
    await expect(run).rejects.toThrow('rolled back');
    expect(await codes('CAUGHT')).toEqual([]);
  });

  test('statements requested at the same time keep their order', async () => {
    await database.transaction(async () => {
      await Promise.all(Array.from({ length: 20 }, (_, index) => addTenant(`PAR${String(index).padStart(2, '0')}`)));
    });
    expect(await codes('PAR')).toEqual(
      Array.from({ length: 20 }, (_, index) => `PAR${String(index).padStart(2, '0')}`),
    );
  });

  test('many at once do not mix', async () => {
    const runs = Array.from({ length: 12 }, (_, index) =>
      database
        .transaction(async () => {
          await addTenant(`MIX${index}`);
          await database.query('select 1');
          if (index % 2 === 1) throw new Error('odd');
        })
        .catch(() => {}),
    );
    await Promise.all(runs);
    expect((await codes('MIX')).sort()).toEqual(['MIX0', 'MIX10', 'MIX2', 'MIX4', 'MIX6', 'MIX8']);
  });

  test('others do not see it before it is committed', async () => {
    const { promise: inside, resolve: entered } = Promise.withResolvers<void>();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const run = database.transaction(async () => {
      await addTenant('SEEN');
      entered();
      await gate;
    });
    await inside;
    const outside = codes('SEEN');
    // The embedded database has one connection: others wait for their turn.
    const embedded = database.kind === 'embedded';
    if (!embedded) await outside;
    open();
    await run;
    expect(await outside).toEqual(embedded ? ['SEEN'] : []);
  });

  test('afterCommit runs after the commit, not after a roll-back, and outside the transaction', async () => {
    const reported: string[] = [];
    await database.transaction(async () => {
      await database.transaction(async () =>
        database.afterCommit(() => void reported.push(`in ${database.inTransaction()}`)),
      );
      database.afterCommit(() => {
        throw new Error('is logged only');
      });
      database.afterCommit(async () => void reported.push((await codes('AFTER')).join()));
      await addTenant('AFTER');
      reported.push(`body ${database.inTransaction()}`);
    });
    expect(reported).toEqual(['body true', 'in false', 'AFTER']);
    await database
      .transaction(async () => {
        database.afterCommit(() => void reported.push('never'));
        throw new Error('no');
      })
      .catch(() => {});
    database.afterCommit(() => void reported.push('at once'));
    expect(reported.slice(3)).toEqual(['at once']);
  });

  test('work left behind is refused once the transaction has ended, detached work is not', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    let detached: Promise<unknown> | undefined;
    await database.transaction(async () => {
      late = gate.then(() => addTenant('LATE'));
      detached = database.detached(() => gate.then(() => addTenant('DETACHED')));
    });
    open();
    await expect(late).rejects.toThrow('has ended');
    await detached;
    expect(await codes('DETACHED')).toEqual(['DETACHED']);
  });

  test('one that does nothing is rolled back, and others go on', async () => {
    const { promise: inside, resolve: entered } = Promise.withResolvers<void>();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const run = database.transaction(async () => {
      await addTenant('IDLE');
      entered();
      await gate;
      await addTenant('IDLE2');
    });
    run.catch(() => {});
    await inside;
    // Embedded: this waits for the turn. A server: until it has ended the connection.
    const idle = "select 1 from pg_stat_activity where state = 'idle in transaction' and datname = current_database()";
    for (const end = Date.now() + 5_000; (await database.query(idle)).length > 0 && Date.now() < end;);
    open();
    await expect(run).rejects.toThrow();
    expect(await codes('IDLE')).toEqual([]);
  });

  test("kysely's own transactions are refused", async () => {
    await expect(system.transaction().execute(async () => {})).rejects.toThrow('database.transaction');
  });
});

describe('statements', () => {
  test('a failing one leaves the others alone', async () => {
    const [bad, good] = await Promise.allSettled([database.query('select 1/0'), database.query('select 1 as one')]);
    expect(bad.status).toBe('rejected');
    expect(good).toMatchObject({ value: [{ one: 1 }] });
    await expect(addTenant('DUP').then(() => addTenant('DUP'))).rejects.toMatchObject({ code: '23505' });
  });

  test('the same text again and again, with other values', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => database.query<{ n: number }>('select $1::int as n', [n])),
    );
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  test('wide and long results arrive whole', async () => {
    const rows = await database.query<{ n: number; pad: string }>(
      "select n, repeat('航', 2000) as pad from generate_series(1, 2000) n",
    );
    expect(rows).toHaveLength(2000);
    expect(rows.at(-1)).toEqual({ n: 2000, pad: '航'.repeat(2000) });
    const [long] = await database.query<{ length: number }>('select length($1::text) as length', [
      'x'.repeat(3_000_000),
    ]);
    expect(long?.length).toBe(3_000_000);
  });

  test('selects that lock or write do not go over the read connection', async () => {
    await addTenant('LOCK');
    expect(
      await system.selectFrom('tenant').select('code').where('code', '=', 'LOCK').forUpdate().execute(),
    ).toHaveLength(1);
    const written = await system
      .with('w', (db) => db.insertInto('tenant').values({ code: 'CTE', name: 'x' }).returning('code'))
      .selectFrom('w')
      .selectAll()
      .execute();
    expect(written).toEqual([{ code: 'CTE' }]);
  });
});

describe('listen and notify', () => {
  test('equal notifications are reported once, others each, and not after unlisten', async () => {
    const got: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const unlisten = await database.listen('test_channel', (payload) => {
      got.push(payload);
      if (payload === 'end') resolve();
    });
    for (const payload of ['a', 'a', 'b', 'a', 'end']) database.notify('test_channel', payload);
    await promise;
    expect(got).toEqual(['a', 'b', 'end']);
    await unlisten();
    const { promise: again, resolve: reported } = Promise.withResolvers<void>();
    const stop = await database.listen('test_other', () => reported());
    database.notify('test_channel', 'x');
    database.notify('test_other');
    await again;
    await stop();
    expect(got).toHaveLength(3);
  });

  test('a notification from within a transaction does not wait for it', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const stop = await database.listen('test_inside', resolve);
    await database.transaction(async () => {
      database.notify('test_inside', 'now');
      await promise;
    });
    expect(await promise).toBe('now');
    await stop();
  });
});

test('ping answers', async () => {
  await expect(database.ping()).resolves.toBeUndefined();
});
