import { httpModule } from '#server/module/index.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorldClock } from '#server/platform/clock/world-clock.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { world } from './index.ts';

test('the clock of all tenants is set by administrators of the platform, not by those of a tenant', async () => {
  const database = await testDatabase();
  const simulated = await openWorldClock({ database, log: silentLog, owner: true });
  afterAll(() => simulated.stop());
  const { signedIn } = await testApp(database, { modules: [httpModule(world, { clock: simulated, simulated })] });
  const { id: tenantId } = await buildTenant(database);
  await buildUser(database, { tenantId, userCode: 'boss', userType: 'admin', menus: menuCodes, allTenants: true });
  await buildUser(database, { tenantId, userCode: 'chief', userType: 'admin', menus: menuCodes });
  const [boss, chief] = [await signedIn('boss'), await signedIn('chief')];
  expect(await chief.call('setWorld', { body: { paused: true } })).toMatchObject({ http: 403 });
  expect((await chief.call('getWorld')).data.paused).toBe(false);
  expect(await boss.call('setWorld', { body: { paused: true } })).toMatchObject({ status: 1, data: { paused: true } });
});

test('a world that goes faster than its sources can be polled says how many questions are late', async () => {
  const database = await testDatabase();
  const simulated = await openWorldClock({ database, log: silentLog, owner: true });
  afterAll(() => simulated.stop());
  const { signedIn } = await testApp(database, { modules: [httpModule(world, { clock: simulated, simulated })] });
  const { id: tenantId } = await buildTenant(database);
  await buildUser(database, { tenantId, userCode: 'planner', menus: menuCodes });
  const planner = await signedIn('planner');
  await simulated.change({ speed: 1000, paused: true });
  const behind = async () => (await planner.call('getWorld')).data.behind;
  expect(await behind()).toEqual({ count: 0, more: false });
  // At speed 1,000 a question that waits for ten seconds of the machine has been due for almost three hours of the world.
  for (const hours of [2, 3, 5])
    await database.execute(
      `insert into task (kind, payload, run_at, max_attempts, priority) values ('pull', '{}', $1, 3, 50)`,
      [new Date(simulated.now() - hours * HOUR_MS)],
    );
  expect(await behind()).toEqual({ count: 2, more: false });
});
