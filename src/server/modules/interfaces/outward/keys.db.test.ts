import { expect, test } from 'vitest';
import { untilWaiting } from '#testing/lock-waits.ts';
import { outwardApi } from '#testing/outward-api.ts';
import { testDatabase } from '#testing/test-database.ts';
import { closeTenants } from './keys.ts';

const database = await testDatabase();
const { keeper, mine } = await outwardApi(database);

test.runIf(database.kind === 'postgres')('a key that is made while the one before it expires gets events', async () => {
  const written = () => database.query('select from outward_tenant where tenant_id = $1', [mine.id]);
  expect(await written()).toHaveLength(1);
  await database.execute(`update api_key set expires_at = now() - interval '1 second' where tenant_id = $1`, [mine.id]);
  const { made, closed } = await database.transaction(async () => {
    // The new key waits for its tenant: nobody sees it yet.
    await database.execute('select from tenant where id = $1 for update', [mine.id]);
    const making = database.detached(() =>
      keeper.call('apiKeyInsert', { body: { tenantId: mine.id, name: 'next', scopes: ['events'] } }),
    );
    await database.detached(() => untilWaiting(database));
    const closing = database.detached(() => closeTenants(database));
    await database.detached(() => Promise.race([closing, untilWaiting(database, 2)]));
    return { made: making, closed: closing };
  });
  expect(await made).toMatchObject({ status: 1 });
  await closed;
  expect(await written()).toHaveLength(1);

  await database.execute(`update api_key set expires_at = now() - interval '1 second' where tenant_id = $1`, [mine.id]);
  await closeTenants(database);
  expect(await written()).toHaveLength(0);
});
