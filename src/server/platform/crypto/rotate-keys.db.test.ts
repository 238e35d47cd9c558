import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { keyId, open, rotateKeys, seal, type RotationProgress } from './index.ts';

const database = await testDatabase();
const tenant = await buildTenant(database);
const [oldest, older, newest, lost] = [1, 2, 3, 4].map(() => randomBytes(32)) as [Buffer, Buffer, Buffer, Buffer];
const many = 450;

const assets = () =>
  database.query<{ id: number; default_value: string | null }>('select id, default_value from asset order by id');
const history = () =>
  database.query<{ before: { default_value: string } | null; after: { default_value: string } | null }>(
    'select before, after from audit_log order by id',
  );
const plain = (text: string | null | undefined, keys: readonly Buffer[] = [newest]) => open(text ?? '', keys);

beforeEach(async () => {
  for (const table of ['feedback', 'tenant_asset', 'asset', 'audit_log'])
    await database.execute(`delete from ${table}`);
  const sealed = Array.from({ length: many }, (_, index) =>
    seal(`secret ${index}`, [index % 2 === 0 ? oldest : older]),
  );
  await database.execute(
    `insert into asset (asset_type, asset_desc, value_type, default_value)
     select 'A' || n, 'd', 'CREDENTIAL', value from unnest($1::text[]) with ordinality as t (value, n)`,
    [sealed],
  );
  await database.execute(
    `insert into feedback (tenant_id, feedback_name, feedback_type, feedback_addr, auth_sealed)
     values ($1, 'f', 'WEBHOOK', 'https://hook.example/x', $2)`,
    [tenant.id, seal('hook', [oldest])],
  );
  const state = (text: string) =>
    JSON.stringify({ id: 1, default_value: seal(text, [oldest]), more: [{ deep: null }] });
  await database.execute(
    `insert into audit_log (at, actor_code, origin, entity, entity_id, action, before, after)
     values (now(), 'a', 'Manual', 'asset', '1', 'update', $1, $2), (now(), 'a', 'Manual', 'asset', '1', 'x', null, null)`,
    [state('was'), state('is')],
  );
});

describe('a rotation', () => {
  test('encrypts everything with the newest key, in columns and in what the audit keeps; nothing else changes', async () => {
    await database.execute(
      `insert into asset (asset_type, asset_desc, value_type) values ('NONE', 'v1.is no seal', 'TEXT')`,
    );
    const before = await database.query('select id, asset_type, asset_desc, record_version from asset order by id');
    const result = await rotateKeys({ database, keys: [newest, older, oldest] });
    expect(result).toEqual({ resealed: many + 3, left: [] });
    const texts = (await assets()).slice(0, many).map((row) => plain(row.default_value));
    expect(texts).toEqual(Array.from({ length: many }, (_, index) => `secret ${index}`));
    expect(await database.query('select id, asset_type, asset_desc, record_version from asset order by id')).toEqual(
      before,
    );
    const [entry, empty] = await history();
    expect([plain(entry?.before?.default_value), plain(entry?.after?.default_value)]).toEqual(['was', 'is']);
    expect(entry?.before).toMatchObject({ id: 1, more: [{ deep: null }] });
    expect(empty).toEqual({ before: null, after: null });
    const [feedback] = await database.query<{ auth_sealed: string }>('select auth_sealed from feedback');
    expect(plain(feedback?.auth_sealed)).toBe('hook');
  });

  test('done again does nothing', async () => {
    await rotateKeys({ database, keys: [newest, older, oldest] });
    const before = await assets();
    expect(await rotateKeys({ database, keys: [newest, older, oldest] })).toEqual({ resealed: 0, left: [] });
    expect(await rotateKeys({ database, keys: [newest] })).toEqual({ resealed: 0, left: [] });
    expect(await assets()).toEqual(before);
  });

  test('broken off in the middle goes on where it was, and every value can be read all the time', async () => {
    const keys = [newest, older, oldest];
    const seen: RotationProgress[] = [];
    const broken = rotateKeys({
      database,
      keys,
      onProgress: (progress) => {
        seen.push(progress);
        if (progress.table === 'asset') throw new Error('the process ends here');
      },
    });
    await expect(broken).rejects.toThrow('the process ends here');
    expect(seen.at(-1)).toEqual({ table: 'asset', column: 'default_value', done: 200, total: many });
    const between = await assets();
    expect(between.map((row) => plain(row.default_value, keys))).toHaveLength(many);
    const stale = between.filter((row) => !row.default_value?.startsWith(`v1.${keyId(newest)}.`));
    expect(stale).toHaveLength(many - 200);
    const rest = await rotateKeys({ database, keys });
    expect(rest.left).toEqual([]);
    for (const row of await assets()) expect(() => plain(row.default_value)).not.toThrow();
  });

  test('says what no key opens, and leaves it as it is', async () => {
    const sealed = seal('gone', [lost]);
    await database.execute(
      `insert into asset (asset_type, asset_desc, value_type, default_value) values ('LOST', 'd', 'CREDENTIAL', $1)`,
      [sealed],
    );
    const result = await rotateKeys({ database, keys: [newest, older, oldest] });
    expect(result.left).toEqual([{ table: 'asset', column: 'default_value', count: 1 }]);
    expect((await assets()).at(-1)?.default_value).toBe(sealed);
  });

  test('two at once do no harm', async () => {
    const keys = [newest, older, oldest];
    const results = await Promise.all([rotateKeys({ database, keys }), rotateKeys({ database, keys })]);
    expect(results.map((result) => result.left)).toEqual([[], []]);
    expect((await assets()).map((row) => plain(row.default_value))).toHaveLength(many);
  });
});
