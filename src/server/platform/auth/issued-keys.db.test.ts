import { expect, test } from 'vitest';
import { hashToken } from '#server/platform/crypto/index.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { findKey } from './issued-keys.ts';

const database = await testDatabase();
const now = Date.UTC(2026, 1, 1);

test.each([
  ['apiKey', 'api_key'],
  ['robotKey', 'robot_key'],
] as const)('a key (%s) of a tenant that is not active opens nothing', async (kind, table) => {
  const tenant = await buildTenant(database);
  const key = `key-of-${table}`;
  await database.execute(
    `insert into ${table} (tenant_id, name, prefix, key_hash, created_at, created_by) values ($1, 'k', 'k', $2, now(), 'me')`,
    [tenant.id, hashToken(key)],
  );
  expect(await findKey(database, kind, key, now)).toMatchObject({ tenantId: tenant.id });
  await database.execute('update tenant set active = false where id = $1', [tenant.id]);
  expect(await findKey(database, kind, key, now)).toBeUndefined();
});
