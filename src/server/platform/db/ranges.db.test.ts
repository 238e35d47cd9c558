import { describe, expect, test } from 'vitest';
import { itemAt } from '#shared/values/items.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { buildSource } from '#testing/factories.ts';
import { abandonDivision, divideTables, emptyRange, endRange, listClosed, listRanges, rangeGroups } from './ranges.ts';

const database = await testDatabase();
const tenant = await buildTenant(database);
const source = await buildSource(database);
const group = itemAt(
  rangeGroups.filter(({ of }) => of === 'subscription'),
  0,
);

const addAnswers = async (count = 1): Promise<number[]> => {
  const { id } = await buildSubscription(database, { tenantId: tenant.id });
  const { rows } = await database.execute<{ id: number }>(
    `insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash)
     select $1, $2, $3, 'push', now(), '\\x00', 'identity', '\\x00' from generate_series(1, $4) returning id`,
    [tenant.id, id, source.id, count],
  );
  return rows.map((row) => row.id);
};
const idsOf = async (table = 'raw_answer'): Promise<number[]> =>
  (await database.query<{ id: number }>(`select id from ${table} order by id`)).map(({ id }) => id);
const boundsOf = async () =>
  (await listRanges(database, 'raw_answer')).map(({ lowest, uppermost }) => [lowest, uppermost]);

/** What an earlier version has: the table whole, with its primary key on the id. */
async function makeWhole(): Promise<void> {
  await database.execute(`
    alter table raw_answer detach partition raw_answer_0;
    drop table raw_answer;
    alter table raw_answer_0 rename to raw_answer;
    alter table raw_answer drop constraint raw_answer_0_pkey;
    alter table raw_answer add primary key (id);
    alter index raw_answer_0_subscription rename to raw_answer_subscription;
    alter table raw_answer alter column id add generated always as identity (start with 1000)`);
}

const goOn = async () => true;
const noted = () => {};

describe('a table of an earlier version', () => {
  test('is divided beside its use, and stops where somebody wants it to', async () => {
    const before = await addAnswers(20);
    await makeWhole();
    expect(await listRanges(database, 'raw_answer')).toEqual([]);
    const steps: string[] = [];
    const stopped = await divideTables(database, group, {
      goOn: async () => steps.length < 2,
      noted: (table, step) => void steps.push(`${table} ${step}`),
    });
    expect([stopped, steps]).toEqual([false, ['raw_answer key', 'raw_answer bounds']]);
    const meanwhile = await addAnswers();
    await abandonDivision(database);
    await database.execute(`select setval(pg_get_serial_sequence('subscription', 'id'), 4000000)`);
    // Behind any bound that was set before.
    const behind = await addAnswers();
    await expect.poll(() => divideTables(database, group, { goOn, noted })).toBe(true);
    const after = await addAnswers();
    expect(await idsOf()).toEqual([...before, ...meanwhile, ...behind, ...after]);
    expect(await boundsOf()).toEqual([
      [null, expect.any(Number)],
      [expect.any(Number), null],
    ]);
    expect(itemAt(await boundsOf(), 0)[1]).toBeGreaterThan(5_000_000);
    await database.execute('delete from subscription where id > 4000000');
    expect(await idsOf()).toEqual([...before, ...meanwhile]);
  });

  test('is divided once', async () => {
    const bounds = await boundsOf();
    expect(await divideTables(database, group, { goOn, noted })).toBe(true);
    expect(await boundsOf()).toEqual(bounds);
  });
});

describe('a range', () => {
  test('is ended empty or filled, and none of its rows is lost', async () => {
    const uppermost = itemAt(await boundsOf(), 0)[1] ?? 0;
    const all = await idsOf();
    await expect.poll(() => endRange(database, group, uppermost + 1000)).toBe(true);
    await database.execute(`select setval(pg_get_serial_sequence('subscription', 'id'), $1)`, [uppermost + 2000]);
    all.push(...(await addAnswers()));
    expect(await idsOf('raw_answer_rest')).toEqual(all.slice(-1));
    await expect.poll(() => endRange(database, group, uppermost + 3000)).toBe(true);
    all.push(...(await addAnswers()));
    expect(await idsOf()).toEqual(all);
    expect(await boundsOf()).toEqual([
      [null, uppermost],
      [uppermost, uppermost + 1000],
      [uppermost + 1000, expect.any(Number)],
      [expect.any(Number), null],
    ]);
    expect((await listClosed(database, group)).map((range) => range.uppermost)).toEqual([uppermost, uppermost + 1000]);
  });

  test('is emptied but for what stays, with its identity and its references', async () => {
    const [{ uppermost } = { uppermost: 0 }] = await listClosed(database, group);
    const rows = await database.query<{ id: number; key: number }>(
      'select id, subscription_id as key from raw_answer order by id',
    );
    const stays = itemAt(rows, 0).key;
    await expect
      .poll(() => emptyRange(database, group, uppermost, { staying: async () => [stays], also: async () => {} }))
      .toBe(true);
    const left = rows.filter(({ key }) => key === stays || key >= uppermost).map(({ id }) => id);
    expect(await idsOf()).toEqual(left);
    const added = await addAnswers();
    await database.execute('delete from subscription where id = $1', [stays]);
    expect(await idsOf()).toEqual([...rows.filter(({ key }) => key >= uppermost).map(({ id }) => id), ...added]);
    await expect(
      emptyRange(database, group, uppermost, {
        staying: async () => [],
        also: async () => {
          throw new Error('the file is not there');
        },
      }),
    ).rejects.toThrow('the file is not there');
    expect(await boundsOf()).toHaveLength(4);
  });

  test.skipIf(database.kind === 'embedded')('is not changed while others hold its table, who go on', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = (): void => {};
    const holding = new Promise<void>((resolve) => (begun = resolve));
    const other = database.detached(() =>
      database.transaction(async () => {
        await addAnswers();
        begun();
        await held;
      }),
    );
    await holding;
    const end = (itemAt((await boundsOf()).slice(-1), 0)[0] ?? 0) + 1000;
    expect(await endRange(database, group, end)).toBe(false);
    release();
    await other;
    await expect.poll(() => endRange(database, group, end)).toBe(true);
  });
});
