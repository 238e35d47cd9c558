import { expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { insertMany } from './insert-many.ts';

const database = await testDatabase();

test('many rows of all kinds of columns', async () => {
  const at = Date.UTC(2026, 0, 1, 1, 2, 3, 456);
  const events = Array.from({ length: 12_001 }, (_, n) => ({
    at: at + n,
    tenant_id: n % 2 === 0 ? null : 1,
    topic: `航 "${n}"`,
    payload: { n, list: [n] },
  }));
  expect(await insertMany(database, 'live_event', events)).toBe(12_001);
  const rows = await database.system
    .selectFrom('live_event')
    .select(['at', 'tenant_id', 'topic', 'payload'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual(events);

  await insertMany(database, 'md_carrier', [{ code: 'ABCD', name_en: "O'x", search_text: 'x', simulated: true }]);
  expect(await database.system.selectFrom('md_carrier').select(['name_en', 'simulated', 'scac']).execute()).toEqual([
    { name_en: "O'x", simulated: true, scac: null },
  ]);

  const { id } = await database.system
    .insertInto('app_user')
    .values({
      tenant_id: (
        await database.system
          .insertInto('tenant')
          .values({ code: 'T', name: 't' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
      user_code: 'u',
      name_cn: 'u',
      user_type: 'user',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [tenant] = await database.system.selectFrom('tenant').select('id').where('code', '=', 'T').execute();
  await insertMany(database, 'role_template', [
    { tenant_id: tenant?.id as number, role_name: 'r', menus: ['AAAU', 'a,"b'] },
  ]);
  expect(await database.system.selectFrom('role_template').select(['role_name', 'menus']).execute()).toEqual([
    { role_name: 'r', menus: ['AAAU', 'a,"b'] },
  ]);
  await insertMany(database, 'session', [
    { token_hash: Buffer.from([0, 255, 16]), user_id: id, created_at: at, expires_at: at, last_seen_at: new Date(at) },
  ]);
  expect(
    await database.system.selectFrom('session').select(['token_hash', 'expires_at', 'last_seen_at']).execute(),
  ).toEqual([{ token_hash: Buffer.from([0, 255, 16]), expires_at: at, last_seen_at: at }]);
});

test('conflicts as reported, all or nothing, and no unknown columns', async () => {
  const rows = [
    { key: 'a', value: 1 },
    { key: 'b', value: 'text' },
  ];
  expect(await insertMany(database, 'app_state', rows)).toBe(2);
  expect(await insertMany(database, 'app_state', rows, { onConflict: '(key) do nothing' })).toBe(0);
  expect(
    await insertMany(database, 'app_state', [{ key: 'a', value: [2] }], {
      onConflict: '(key) do update set value = excluded.value',
    }),
  ).toBe(1);
  expect(await database.system.selectFrom('app_state').select(['key', 'value']).orderBy('key').execute()).toEqual([
    { key: 'a', value: [2] },
    { key: 'b', value: 'text' },
  ]);
  await expect(insertMany(database, 'app_state', rows)).rejects.toMatchObject({ code: '23505' });
  await expect(insertMany(database, 'app_state', [{ nonsense: 1 } as never])).rejects.toThrow('no column nonsense');
  expect(await insertMany(database, 'app_state', [])).toBe(0);
});
