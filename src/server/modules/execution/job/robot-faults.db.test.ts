import { expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess, buildSubPackage } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testRobots } from '#testing/robots.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createJob, driveParts, theProduct } from './index.ts';
import { watchJobs } from './watch-jobs.ts';

// What robots, people and outages do to running jobs: each has its message, and nothing is lost.

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [tenant, other] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const deps = { database, clock: realClock, log: silentLog };
const { place, robotIn } = testRobots(boss);
const state = async (jobId: string | number) => (await boss.call('jobGet', { query: { jobId: String(jobId) } })).data;

async function runningJob(values = {}) {
  const environment = await place();
  const robot = await robotIn(environment);
  const process = await buildProcess(database, {
    tenantId: tenant.id,
    values: { environment_id: environment, ...values },
  });
  const { id } = await createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct, input: { a: 1 } });
  const [leased] = await robot.lease();
  return { environment, robot, process, jobId: String(id), lease: { jobId: leased?.jobId, fence: leased?.fence } };
}

test('a revoked key: every call is refused from then on, the job fails with its reason and is repeated by another robot', async () => {
  const { environment, robot, jobId, lease } = await runningJob({ retry_limit: 1, retry_wait_s: 1 });
  const [key] = await database.query<{ id: number }>('select robot_key_id as id from robot where id = $1', [robot.id]);
  expect(await boss.call('rpaKeyRevoke', { body: { keyId: key?.id } })).toMatchObject({ status: 1 });
  for (const name of [
    'robotHeartbeat',
    'robotLease',
    'robotLog',
    'robotAsset',
    'robotArtifact',
    'robotComplete',
  ] as const) {
    const refused = await robot.send(name, lease);
    expect([name, refused.http]).toEqual([name, 401]);
    expect(refused.msg).not.toBe('');
  }
  expect((await state(jobId)).output).toBeNull();
  await database.execute(`update job set lease_until = now() - interval '1 second' where id = $1`, [jobId]);
  await watchJobs(deps);
  const lost = await state(jobId);
  expect(lost).toMatchObject({ jobStatus: 'Faulted', errorCode: 'robotLost' });
  await database.execute('update job set not_before = null where root_job_id = $1', [jobId]);
  const another = await robotIn(environment);
  expect(await another.lease()).toMatchObject([{ jobId: lost.attempts[1].jobId }]);
});

test('a stolen key: a new session ends that of the robot, its jobs fail and its reports are refused', async () => {
  const { robot, jobId, lease } = await runningJob();
  const hello = { protocol: 1, agentVersion: 'thief', sentAt: Date.now(), host: 'elsewhere' };
  const { session } = (await robot.call('robotRegister', hello)).data;
  expect(await state(jobId)).toMatchObject({ jobStatus: 'Faulted', errorCode: 'robotRestarted' });
  const late = await robot.send('robotComplete', { ...lease, status: 'Successful', output: { late: true } });
  expect([late.status, late.data]).toEqual([0, { code: 'session_replaced' }]);
  // A new key shuts the thief out, and the robot too until it is given that.
  expect((await boss.call('robotKey', { body: { robotId: robot.id } })).status).toBe(1);
  expect((await robot.call('robotHeartbeat', { session, sentAt: 1, jobs: [] })).http).toBe(401);
  expect((await state(jobId)).output).toBeNull();
});

test('a late result of a lost lease: it is refused and noted in the log, and what the next attempt brings counts', async () => {
  const { robot, jobId, lease } = await runningJob({ retry_limit: 1, retry_wait_s: 1 });
  await database.execute(`update job set lease_until = now() - interval '1 second' where id = $1`, [jobId]);
  await watchJobs(deps);
  await database.execute('update job set not_before = null where root_job_id = $1', [jobId]);
  const [next] = await robot.lease();
  const late = await robot.send('robotComplete', { ...lease, status: 'Successful', output: { late: true } });
  expect([late.status, late.data]).toEqual([0, { code: 'lease_lost' }]);
  expect(await state(jobId)).toMatchObject({ jobStatus: 'Faulted', output: null, logLines: 1 });
  // A line of the product, in the language of the reader and found in both.
  const lines = async (lang: string, keyword?: string) =>
    (await boss.call('jobLog', { body: { jobId, keyword }, headers: { 'x-lang': lang } })).data.lines;
  expect(await lines('zh', 'discarded')).toMatchObject([
    { message: expect.stringMatching(/^已丢弃结果：机器人 .+ 已失效$/) },
  ]);
  expect(await lines('en', '已丢弃')).toMatchObject([
    { message: expect.stringMatching(/^Discarded a result of .+ is lost$/) },
  ]);
  const again = { jobId: next?.jobId, fence: next?.fence, status: 'Successful', output: { second: true } };
  expect(await robot.send('robotComplete', again)).toMatchObject({ status: 1 });
  expect(await state(next?.jobId ?? '')).toMatchObject({ jobStatus: 'Successful', output: { second: true } });
});

test('lines that are sent twice, at once or with others before them, are stored once, in their order; those of a lost lease are refused', async () => {
  const { robot, jobId, lease } = await runningJob();
  const lines = Array.from({ length: 6 }, (_, n) => ({ at: n, level: 'info', text: `line ${n}` }));
  const send = (first: number, to: number) =>
    robot.send('robotLog', { ...lease, sentAt: 10, first, lines: lines.slice(first, to) });
  const atOnce = await Promise.all([send(0, 3), send(0, 3), send(0, 3)]);
  expect(atOnce.map(({ data }) => data.stored).sort()).toEqual([0, 0, 3]);
  expect((await send(1, 6)).data).toEqual({ stored: 3 });
  expect((await send(2, 5)).data).toEqual({ stored: 0 });
  const stored = await database.query('select line, message from job_log where job_id = $1 order by line', [jobId]);
  expect(stored).toEqual(lines.map(({ text }, line) => ({ line, message: text })));
  expect(await state(jobId)).toMatchObject({ logLines: 6 });
  await database.execute(`update job set lease_until = now() - interval '1 second' where id = $1`, [jobId]);
  await watchJobs(deps);
  expect((await send(0, 6)).data).toEqual({ code: 'lease_lost' });
  expect(await state(jobId)).toMatchObject({ logLines: 7 });
});

test('a process without robots: its job waits, says of which type in which environment one is missing, and runs when one comes', async () => {
  const environment = await place();
  const process = await buildProcess(database, {
    tenantId: tenant.id,
    values: { environment_id: environment },
    types: [{ machineType: 'WALI_ROBOT', machineVersion: '1' }],
  });
  const { id } = await createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct });
  const { waiting } = await state(id);
  expect(waiting.text).toMatch(/没有.*机器人/);
  await watchJobs(deps);
  expect(await state(id)).toMatchObject({ jobStatus: 'Pending' });
  const robot = await robotIn(environment);
  expect(await robot.lease()).toMatchObject([{ jobId: String(id) }]);
});

test('a key of another tenant: its robot gets no job of this tenant, and reports, assets and artefacts of one are refused', async () => {
  const { environment, jobId, lease } = await runningJob();
  const foreign = await robotIn(environment, { tenantId: String(other.id) });
  const waiting = await buildProcess(database, { tenantId: tenant.id, values: { environment_id: environment } });
  await createJob(deps, { processId: waiting.id, source: 'Manual', actor: theProduct });
  expect(await foreign.lease(5)).toEqual([]);
  for (const [name, more] of [
    ['robotComplete', { status: 'Successful', output: { stolen: true } }],
    ['robotAsset', { assetType: 'ACCOUNT' }],
    ['robotArtifact', { name: 'x', contentType: 'text/plain', body: '' }],
    ['robotLog', { sentAt: 1, first: 0, lines: [{ at: 1, level: 'info', text: 'x' }] }],
  ] as const)
    expect([name, (await foreign.send(name, { ...lease, ...more })).data]).toEqual([name, { code: 'lease_lost' }]);
  expect(await state(jobId)).toMatchObject({ jobStatus: 'Running', output: null, logLines: 0, artifacts: [] });
});

test('a package, its version, its process and its robot are kept while a job of them runs; the job ends as always', async () => {
  const { robot, process, jobId, lease } = await runningJob();
  const version = { wlPackageVersionId: String(process.versionId) };
  const [{ id: packageId } = { id: 0 }] = await database.query<{ id: number }>(
    'select package_id as id from package_version where id = $1',
    [process.versionId],
  );
  const refusals = [
    await boss.call('package.delete', { body: { wlPackagesId: String(packageId) } }),
    await boss.call('packageVersion.delete', { body: version }),
    await boss.call('process.delete', { body: { wlProcessesId: String(process.id) } }),
    await boss.call('robot.delete', { body: { robotId: robot.id } }),
  ];
  for (const { status, msg } of refusals) expect([status, msg]).toEqual([0, expect.stringMatching(/作业|流程/)]);
  await robot.send('robotComplete', { ...lease, status: 'Successful', output: { kept: 1 } });
  expect(await state(jobId)).toMatchObject({ jobStatus: 'Successful', output: { kept: 1 } });
});

test('a sub-package that was removed while the whole ran: those that had begun count, a version that is gone is its reason', async () => {
  const environment = await place();
  const robot = await robotIn(environment);
  const whole = await buildProcess(database, {
    tenantId: tenant.id,
    handler: '',
    values: { environment_id: environment },
  });
  const parts = [
    await buildProcess(database, { tenantId: tenant.id }),
    await buildProcess(database, { tenantId: tenant.id }),
  ];
  for (const [place_, part] of parts.entries())
    await buildSubPackage(database, { of: whole.versionId, version: part.versionId, primary_no: place_ + 1 });
  const { id } = await createJob(deps, { processId: whole.id, source: 'Manual', actor: theProduct });
  await driveParts(deps);
  const gone = parts[1];
  await database.execute('delete from package_version_package where detail_package_version_id = $1', [gone?.versionId]);
  await database.execute('delete from process where id = $1', [gone?.id]);
  await database.execute('delete from package_version where id = $1', [gone?.versionId]);
  const [leased] = await robot.lease();
  await robot.send('robotComplete', { jobId: leased?.jobId, fence: leased?.fence, status: 'Successful', output: {} });
  await driveParts(deps);
  await driveParts(deps);
  const ended = await state(id);
  expect(ended.parts.map((part: { state: string }) => part.state)).toEqual(['done', 'failed']);
  expect(ended.parts[1].error).not.toBeNull();
  expect(ended).toMatchObject({ jobStatus: 'Faulted', errorText: expect.stringContaining('无法启动') });
});

test('31 February and other nonsense is refused by schedules, versions and sub-packages, with the reason', async () => {
  const { process } = await runningJob();
  const refusals = [
    await boss.call('schedule.insert', {
      body: {
        scheduleName: 'never',
        processesId: String(process.id),
        cronExpression: '0 0 31 2 *',
        cronZone: 'Asia/Shanghai',
      },
    }),
    await boss.call('packageVersion.update', {
      body: [
        {
          wlPackageVersionId: String(process.versionId),
          packageVersion: '1.0',
          packageVersionStatus: 'AVAILABLE',
          cronExpression: '0 0 31 2 *',
        },
      ],
    }),
    await boss.call('pvp.insert', {
      body: [
        {
          packageVersionId: String(process.versionId),
          detailPackageVersionId: String(process.versionId),
          cronExpression: '0 0 31 2 *',
        },
      ],
    }),
  ];
  for (const { status, msg } of refusals) expect([status, msg]).toEqual([0, expect.stringContaining('永远不会执行')]);
  for (const [cronExpression, statement] of [
    ['whenever', 'Cron 表达式应有 5 段'],
    ['61 * * * *', '“分”不正确：61'],
    ['0 0 0 ? * MON#9', '“星期”不正确'],
    ['0 0 30 2 * ? 2020', 'Cron 表达式'],
  ]) {
    const { status, msg } = await boss.call('schedule.insert', {
      body: { scheduleName: 'nonsense', processesId: String(process.id), cronExpression, cronZone: 'Asia/Shanghai' },
    });
    expect([cronExpression, status, msg]).toEqual([cronExpression, 0, expect.stringContaining(statement ?? '')]);
  }
});
