import { expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess, type ProcessOptions } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testRobots } from '#testing/robots.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createJobs, theProduct } from './index.ts';
import type { JobRow } from './types.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenants = [await buildTenant(database), await buildTenant(database), await buildTenant(database)];
const [large, small, third] = tenants.map(({ id }) => id) as [number, number, number];
await buildUser(database, { tenantId: large, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const { place, robotIn } = testRobots(boss);
const deps = { database, clock: realClock, log: silentLog };

type Wanted = Omit<ProcessOptions, 'values'> & { environmentId: number; priority?: number; queuedMsAgo?: number };

/** Puts jobs of one process into the queue of an environment; gives their ids. */
async function queue(count: number, { environmentId, priority, queuedMsAgo = 0, ...rest }: Wanted): Promise<number[]> {
  const process = await buildProcess(database, { ...rest, values: { environment_id: environmentId } });
  const wanted = { processId: process.id, source: 'Manual', actor: theProduct, site: null } as const;
  const made = await createJobs(
    deps,
    Array.from({ length: count }, () => ({ ...wanted, ...(priority === undefined ? {} : { priority }) })),
  );
  const ids = made.map((job) => (job as JobRow).id);
  await database.execute('update job set rank = rank - $2 where id = any($1)', [ids, queuedMsAgo]);
  return ids;
}

const tenantsOf = async (leased: readonly { jobId: string }[]): Promise<number[]> => {
  const rows = await database.query<{ id: number; tenant_id: number }>(
    'select id, tenant_id from job where id = any($1)',
    [leased.map(({ jobId }) => Number(jobId))],
  );
  return leased.map(({ jobId }) => rows.find(({ id }) => id === Number(jobId))?.tenant_id ?? 0);
};

const minute = 60_000;

test('tenants take turns on a shared robot: the many jobs of one do not delay those of others', async () => {
  const environmentId = await place();
  const robot = await robotIn(environmentId, { slots: 50 });
  await queue(400, { environmentId, tenantId: large, queuedMsAgo: 5 * minute });
  const one = async () => (await tenantsOf(await robot.lease(1)))[0];
  expect([await one(), await one()]).toEqual([large, large]);
  await queue(3, { environmentId, tenantId: small });
  await queue(2, { environmentId, tenantId: third });
  const turns = [];
  for (let n = 0; n < 9; n += 1) turns.push(await one());
  expect(turns).toEqual([large, small, third, large, small, third, large, small, large]);
  // A lease of several jobs gives each tenant its turn too.
  await queue(2, { environmentId, tenantId: small });
  expect((await tenantsOf(await robot.lease(5))).toSorted()).toEqual([large, large, large, small, small].toSorted());
});

test('a higher priority goes first, and a point of it is worth one minute since the last turn', async () => {
  const environmentId = await place();
  const robot = await robotIn(environmentId, { slots: 50 });
  await queue(30, { environmentId, tenantId: large, queuedMsAgo: 30 * minute });
  await robot.lease(1);
  await queue(2, { environmentId, tenantId: small, priority: 40, queuedMsAgo: 9 * minute });
  await queue(2, { environmentId, tenantId: third, priority: 60 });
  const leased = await robot.lease(4);
  expect((await tenantsOf(leased)).toSorted()).toEqual([large, large, third, third].toSorted());
  const { id: fourth } = await buildTenant(database);
  await queue(1, { environmentId, tenantId: fourth, priority: 40, queuedMsAgo: 11 * minute });
  expect(await tenantsOf(await robot.lease(1))).toEqual([fourth]);
});

test('jobs of a tenant that cannot run hold up nobody: its cap is reached, or another kind of machine runs them', async () => {
  const environmentId = await place();
  const robot = await robotIn(environmentId, { slots: 50 });
  const types = [{ machineType: 'REMOTE' }];
  await queue(2_300, { environmentId, tenantId: large, queuedMsAgo: 5 * minute, types });
  const [mine] = await queue(1, { environmentId, tenantId: large });
  const [behind] = await queue(1, { environmentId, tenantId: small });
  expect((await robot.lease(5)).map(({ jobId }) => Number(jobId)).toSorted()).toEqual([mine, behind].toSorted());
});
