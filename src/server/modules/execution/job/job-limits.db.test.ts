import { expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testRobots } from '#testing/robots.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createJob, theProduct } from './index.ts';
import { watchJobs } from './watch-jobs.ts';

// Limits that people set on screen: caps per tenant and site, when a robot is lost, how long a stop may take.

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [tenant, other, third] = [await buildTenant(database), await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: other.id, userCode: 'other.boss', userType: 'admin' });
const [boss, otherBoss] = [await signedIn('boss'), await signedIn('other.boss')];
const { place, robotIn } = testRobots(boss);
const deps = { database, clock: realClock, log: silentLog };
const state = async (jobId: number, lang = 'zh') =>
  (await boss.call('jobGet', { query: { jobId: String(jobId) }, headers: { 'x-lang': lang } })).data;
const setCap = (body: object) => boss.call('jobCap.insert', { body });

async function queue(
  environmentId: number,
  count: number,
  { tenantId = tenant.id, site = null as string | null, values = {} } = {},
) {
  const process = await buildProcess(database, { tenantId, values: { environment_id: environmentId, ...values } });
  const jobs = [];
  for (let n = 0; n < count; n += 1)
    jobs.push(await createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct, site }));
  return jobs.map(({ id }) => id);
}

test('a cap of a tenant and one of a site hold, each says so, and others are not held up', async () => {
  const env = await place();
  const robot = await robotIn(env, { slots: 20 });
  expect((await setCap({ tenantId: String(tenant.id), most: 2 })).status).toBe(1);
  expect((await setCap({ site: 'capped', most: 1 })).status).toBe(1);
  const [, , waiting] = await queue(env, 3);
  const foreign = await queue(env, 2, { tenantId: other.id, site: 'CAPPED' });
  const leased = (await robot.lease(10)).map(({ jobId }) => Number(jobId));
  expect(leased).toHaveLength(3);
  expect((await state(waiting as number)).waiting).toMatchObject({
    code: 'cap',
    text: '该租户已达并行上限 2/2',
    page: '/job-cap',
  });
  expect((await state(foreign[1] as number)).waiting).toMatchObject({ text: '站点 CAPPED 已达并行上限 1/1' });
});

test('jobs that cannot run now hold up none behind them, however many they are', async () => {
  const env = await place();
  const robot = await robotIn(env, { slots: 5 });
  expect((await setCap({ site: 'crowded', most: 1 })).status).toBe(1);
  const [first] = await queue(env, 110, { tenantId: third.id, site: 'CROWDED' });
  const elsewhere = await queue(env, 110, { tenantId: third.id });
  await database.execute(
    `insert into package_version_type (package_version_id, machine_type, machine_version, package_version_type_status)
     select package_version_id, 'REMOTE', '', 'AVAILABLE' from job where id = $1`,
    [elsewhere[0]],
  );
  const [behind] = await queue(env, 1, { tenantId: third.id });
  expect((await robot.lease(5)).map(({ jobId }) => Number(jobId))).toEqual([first, behind]);
});

test('a site without a cap of its own has the standard one; a tenant may have one of its own on the site', async () => {
  const env = await place();
  const robot = await robotIn(env, { slots: 20 });
  await queue(env, 6, { tenantId: other.id, site: 'FREE' });
  expect(await robot.lease(10)).toHaveLength(4);
  expect((await setCap({ tenantId: String(other.id), site: 'narrow', most: 2 })).status).toBe(1);
  await queue(env, 3, { tenantId: other.id, site: 'NARROW' });
  expect(await robot.lease(10)).toHaveLength(2);
});

test('what contradicts itself is refused, one cap for each, and a tenant does not set its own', async () => {
  expect((await setCap({ most: 1 })).msg).toContain('请选择租户或填写站点');
  expect((await setCap({ site: 'twice', most: 1 })).status).toBe(1);
  expect((await setCap({ site: 'TWICE', most: 9 })).msg).toContain('已存在');
  const own = { tenantId: String(other.id), most: 9_999 };
  expect(await otherBoss.call('jobCap.insert', { body: own })).toMatchObject({
    status: 0,
    msg: '并行上限只能由平台人员修改',
  });
  const seen = (await otherBoss.call('jobCap.query', { body: { currentPage: 1, pageSize: 50 } })).data;
  expect(new Set(seen.records.map(({ tenantId }: { tenantId: string }) => tenantId))).toEqual(
    new Set([String(other.id)]),
  );
});

test('a robot says when it counts as lost; the reason is reported in the language of the reader', async () => {
  const env = await place();
  const robot = await robotIn(env, { lostAfterS: 7 });
  const { data } = await robot.call('robotRegister', { protocol: 1, agentVersion: 't', sentAt: 1, host: 'h' });
  expect(data).toMatchObject({ leaseSeconds: 7, heartbeatSeconds: 2 });
  await robot.again();
  const [job] = await queue(env, 1, { tenantId: third.id });
  await robot.lease();
  await database.execute(`update job set lease_until = now() - interval '1 second' where id = $1`, [job]);
  await database.execute(`update robot set last_seen_at = now() - interval '8 seconds' where id = $1`, [robot.id]);
  await watchJobs(deps);
  expect((await state(job as number)).errorText).toBe('机器人失联：7 秒没有心跳');
  expect((await state(job as number, 'en')).errorText).toBe('Robot lost: no heartbeat for 7 s');
  const states = (await boss.call('robotStates')).data as { robotId: string; state: string }[];
  expect(states.find(({ robotId }) => robotId === robot.id)?.state).toBe('Unresponsive');
});

test('a process says how long a stop may take', async () => {
  const env = await place();
  const robot = await robotIn(env);
  const [job] = await queue(env, 1, { tenantId: third.id, values: { stop_limit_s: 9 } });
  await robot.lease();
  await boss.call('jobAct', { body: { act: 'stop', jobIds: [String(job)] } });
  const [row] = await database.query<{ s: number }>(
    'select extract(epoch from stop_until - now())::float as s from job where id = $1',
    [job],
  );
  expect(row?.s).toBeGreaterThan(4);
  expect(row?.s).toBeLessThanOrEqual(9.1);
  await database.execute(`update job set stop_until = now() - interval '1 second' where id = $1`, [job]);
  await watchJobs(deps);
  expect((await state(job as number)).states.at(-1).text).toBe('机器人 9 秒内未响应停止');
});
