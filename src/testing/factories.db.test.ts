import { expect, test } from 'vitest';
import { buildSource, buildSubscription } from './factories.ts';
import { buildTenant, buildUser } from './people.ts';
import { testDatabase } from './test-database.ts';

const database = await testDatabase();

test('what the factories make can be made many times and belongs to its tenant', async () => {
  const [one, two] = [await buildTenant(database), await buildTenant(database)];
  await buildUser(database, { tenantId: one.id });
  await buildSource(database);
  await buildSource(database);
  for (const tenant of [one, two]) {
    await buildSubscription(database, { tenantId: tenant.id });
    await buildSubscription(database, { tenantId: tenant.id });
    await buildSubscription(database, { tenantId: tenant.id, containerNo: 'TSTU1234567' });
  }
  const own = await database
    .scoped({ kind: 'tenants', tenantIds: [one.id] })
    .selectFrom('subscription')
    .select('subject')
    .orderBy('id')
    .execute();
  expect(own.map((row) => row.subject)).toEqual(['bill', 'bill', 'container']);
});
