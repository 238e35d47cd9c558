import { expect, test } from 'vitest';
import { manualClock } from '#server/platform/clock/clock.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { planRuns } from './plan-runs.ts';

// A schedule without an expression of its own runs by that of the package version of its process.

const database = await testDatabase();
await seedTestDictionary(database);
const began = Date.UTC(2026, 0, 5);
const clock = manualClock(began);
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [tenant, other] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: tenant.id, userCode: 'chief', userType: 'admin', allTenants: true });
for (const [userCode, tenantId] of [
  ['planner', tenant.id],
  ['stranger', other.id],
] as const)
  await buildUser(database, { tenantId, userCode, menus: ['/schedule', '/occurrence'] });
const [chief, planner, stranger] = [await signedIn('chief'), await signedIn('planner'), await signedIn('stranger')];
const deps = { database, clock, log: silentLog };

const setCron = (versionId: number, cronExpression: string) =>
  chief.call('packageVersion.update', {
    body: [
      {
        wlPackageVersionId: String(versionId),
        packageVersion: '1.0',
        packageVersionStatus: 'AVAILABLE',
        cronExpression,
      },
    ],
  });
const insert = (processId: number, values: Record<string, unknown> = {}) =>
  planner.call('schedule.insert', {
    body: { scheduleName: `of ${processId}`, processesId: String(processId), cronZone: 'UTC', ...values },
  });
const read = async (id: string) => (await planner.call('schedule.get', { query: { wlSchedulesId: id } })).data;
/** Hours after the beginning at which a schedule ran. */
const runsOf = async (id: string): Promise<number[]> => {
  const { data } = await planner.call('occurrenceQuery', { body: { wlSchedulesId: id, pageSize: 100 } });
  return data.records.map(({ runTime }: { runTime: number }) => (runTime - began) / HOUR_MS).reverse();
};

async function scheduled(cron: string) {
  clock.set(began);
  const process = await buildProcess(database, { tenantId: tenant.id });
  expect(await setCron(process.versionId, cron)).toMatchObject({ status: 1 });
  const { msg, data } = await insert(process.id, { overlapPolicy: 'allow', missedPolicy: 'all' });
  expect(msg).not.toBe('');
  return { process, id: data.wlSchedulesId as string };
}

test('without an expression it runs by that of the version; a changed one counts from the change on', async () => {
  const { process, id } = await scheduled('0 * * * *');
  expect(await read(id)).toMatchObject({ cronExpression: null, effectiveCron: '0 * * * *' });
  clock.set(began + HOUR_MS);
  expect(await setCron(process.versionId, '30 * * * *')).toMatchObject({ status: 1 });
  clock.set(began + 2 * HOUR_MS);
  await planRuns(deps);
  // The run that was due before the change ran by the old expression.
  expect(await runsOf(id)).toEqual([1, 1.5]);
  expect((await read(id)).effectiveCron).toBe('30 * * * *');
  const [audit] = await database.query(
    `select before, after from audit_log where entity = 'schedule' and entity_id = $1 and action = 'update'`,
    [id],
  );
  expect(audit).toMatchObject({
    before: { cron_expression: '0 * * * *' },
    after: { cron_expression: '30 * * * *' },
  });
});

test('an expression of its own prevails; when that is emptied it follows the version again', async () => {
  const { process, id } = await scheduled('0 * * * *');
  const set = async (cronExpression: string | null) =>
    planner.call('schedule.update', {
      body: { wlSchedulesId: id, cronExpression, recordVersion: (await read(id)).recordVersion },
    });
  expect(await set('0 5 * * *')).toMatchObject({ status: 1 });
  expect(await setCron(process.versionId, '15 * * * *')).toMatchObject({ status: 1 });
  expect((await read(id)).effectiveCron).toBe('0 5 * * *');
  expect(await set(null)).toMatchObject({ status: 1 });
  expect((await read(id)).effectiveCron).toBe('15 * * * *');
});

test('with neither of them it is refused at its field, and the expression that schedules run by is not taken away', async () => {
  const bare = await buildProcess(database, { tenantId: tenant.id });
  const refused = await insert(bare.id);
  expect([refused.status, refused.msg]).toEqual([0, expect.stringContaining('请输入 Cron 表达式')]);
  expect(refused.data.fields).toMatchObject([{ field: 'cronExpression' }]);
  const { process, id } = await scheduled('0 * * * *');
  const taken = await setCron(process.versionId, '');
  expect([taken.status, taken.msg]).toEqual([0, expect.stringContaining(`of ${process.id}`)]);
  expect((await read(id)).effectiveCron).toBe('0 * * * *');
});

test('a released version brings its expression; one without any is not released', async () => {
  const { process, id } = await scheduled('0 * * * *');
  const [{ packageId } = { packageId: 0 }] = await database.query<{ packageId: number }>(
    'select package_id as "packageId" from package_version where id = $1',
    [process.versionId],
  );
  const versionOf = async (packageVersion: string, cronExpression?: string): Promise<string> => {
    await chief.call('packageVersion.insert', {
      body: [{ packageId: String(packageId), packageVersion, packageVersionStatus: 'AVAILABLE', cronExpression }],
    });
    const { data } = await chief.call('packageVersion.query', { body: [String(packageId)] });
    return data.find((row: { packageVersion: string }) => row.packageVersion === packageVersion).wlPackageVersionId;
  };
  const release = async (packageVersionId: string) => chief.call('versionRelease', { body: { packageVersionId } });
  expect(await release(await versionOf('2.0'))).toMatchObject({ status: 0 });
  expect(await release(await versionOf('3.0', '45 * * * *'))).toMatchObject({ status: 1 });
  expect((await read(id)).effectiveCron).toBe('45 * * * *');
});

test('the preview shows the runs of the version, to those who may see the process', async () => {
  const { process } = await scheduled('0 * * * *');
  const body = { processesId: String(process.id), cronExpression: '', cronZone: 'UTC' };
  const { data } = await planner.call('schedulePreview', { body });
  expect(data).toMatchObject({ cronExpression: '0 * * * *', runs: 24 });
  expect(await stranger.call('schedulePreview', { body })).toMatchObject({ status: 0 });
});
