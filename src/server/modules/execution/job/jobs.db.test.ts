import { describe, expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { silentLog } from '#testing/database-templates.ts';
import { createJob, theProduct } from './index.ts';
import { lockJob, moveJob } from './move-job.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database, { name: '作业租户', name_en: 'Jobs' });
const other = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'runner', name: '小陈', menus: ['/job', '/process'] });
await buildUser(database, { tenantId: tenant.id, userCode: 'onlooker' });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus: ['/job', '/process'] });
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const runner = await signedIn('runner');
const onlooker = await signedIn('onlooker');
const stranger = await signedIn('stranger');
const deps = { database, clock: realClock, log: silentLog };

const started = async (values: Parameters<typeof buildProcess>[1]['values'] = {}) => {
  const process = await buildProcess(database, { tenantId: tenant.id, values });
  const { data, msg } = await runner.call('jobRun', { body: { processId: process.id, input: { no: 1 } } });
  return { process, jobId: data.jobId as string, msg };
};
const detail = async (jobId: string) => (await runner.call('jobGet', { query: { jobId } })).data;
const move = (jobId: string, to: Parameters<typeof moveJob>[2]) =>
  database.transaction(async () =>
    moveJob(deps, await lockJob(deps, Number(jobId)), to, { actor: theProduct, reason: 'leased' }),
  );

describe('a job that is started by hand', () => {
  test('waits with its source, priority and input, says why, and is in the list of its tenant only', async () => {
    const { process, jobId, msg } = await started({ priority: 70 });
    expect(msg).toBe(`作业 #${jobId} 已排队`);
    expect(await detail(jobId)).toMatchObject({
      jobStatus: 'Pending',
      jobSource: 'Manual',
      priority: 70,
      processName: process.name,
      tenantName: '作业租户',
      environmentName: 'DEFAULT',
      attempt: 1,
      input: { no: 1 },
      creatorName: '小陈',
      waiting: { code: 'noRobot', text: '环境“DEFAULT”中没有机器人', page: '/robot' },
      states: [{ jobStatus: 'Pending', actorName: '小陈', text: '已排队' }],
      can: { stop: true, kill: true, retry: false },
    });
    const mine = await runner.call('jobQuery', { body: { process: process.name, jobStatus: ['Pending'] } });
    expect(mine.data).toMatchObject({ totalRecord: 1, records: [{ jobId }] });
    expect((await stranger.call('jobQuery', { body: { process: process.name } })).data.totalRecord).toBe(0);
    expect((await stranger.call('jobGet', { query: { jobId } })).status).toBe(0);
    expect((await stranger.call('jobLog', { body: { jobId } })).status).toBe(0);
    expect((await stranger.call('jobRun', { body: { processId: process.id } })).status).toBe(0);
  });

  test('anyone who has not the page may look and not act', async () => {
    const { process, jobId } = await started();
    expect((await onlooker.call('jobGet', { query: { jobId } })).data.can).toEqual({
      stop: false,
      kill: false,
      retry: false,
      confirm: false,
      resume: false,
    });
    expect((await onlooker.call('jobRun', { body: { processId: process.id } })).http).toBe(403);
    expect((await onlooker.call('jobAct', { body: { act: 'kill', jobIds: [jobId] } })).http).toBe(403);
  });

  test('is found by each filter of the list and not by its opposite', async () => {
    const { jobId } = await started({ priority: 33 });
    await move(jobId, 'Running');
    await move(jobId, 'Faulted');
    await database.execute(`update job set error_text = 'page gone', robot_name = 'R-7', attempt = 3 where id = $1`, [
      jobId,
    ]);
    const { createTime, startTime, endTime } = await detail(jobId);
    const both: [object, object][] = [
      [{ jobStatus: ['Faulted'] }, { jobStatus: ['Running'] }],
      [{ jobSource: ['Manual'] }, { jobSource: ['TimeTrigger'] }],
      [{ packageVersion: '1.0' }, { packageVersion: '9' }],
      [{ tenantName: 'jobs' }, { tenantName: 'nobody' }],
      [{ robotName: 'r-7' }, { robotName: 'r-8' }],
      [{ priority: '33' }, { priority: '>33' }],
      [{ createTimeFrom: createTime, createTimeTo: createTime }, { createTimeFrom: createTime + 1 }],
      [{ startTimeFrom: startTime }, { startTimeTo: startTime - 1 }],
      [{ endTimeTo: endTime }, { endTimeFrom: endTime + 1 }],
      [{ duration: '0-60' }, { duration: '>60' }],
      [{ attempt: '>=3' }, { attempt: '<3' }],
      [{ errorText: 'PAGE' }, { errorText: 'other' }],
      [{ jobNo: `#${jobId}` }, { jobNo: '0' }],
      [{ rootJobId: jobId }, { rootJobId: 1 }],
      [{ confirmState: ['none'] }, { confirmState: ['waiting'] }],
    ];
    const found = async (filter: object) => {
      const { data } = await runner.call('jobQuery', { body: { ...filter, pageSize: 999 } });
      return data.records.some((row: { jobId: string }) => row.jobId === jobId);
    };
    for (const [fits, fitsNot] of both) {
      expect([fits, await found(fits)]).toEqual([fits, true]);
      expect([fitsNot, await found(fitsNot)]).toEqual([fitsNot, false]);
    }
  });
});

test('a failure is stated in the language of the reader, and the words of the robot stand beside it', async () => {
  const { jobId } = await started();
  await move(jobId, 'Running');
  await move(jobId, 'Faulted');
  const error = 'fetch failed: getaddrinfo ENOTFOUND tracking.example';
  await database.execute(`update job set error_text = $2, error_code = 'failed', created_at = now() where id = $1`, [
    jobId,
    error,
  ]);
  expect(await detail(jobId)).toMatchObject({
    errorText: '找不到网站地址：域名无法解析，请检查地址是否正确、网络是否正常',
    errorDetail: error,
  });
  const english = await runner.call('jobGet', { query: { jobId }, headers: { 'x-lang': 'en' } });
  expect(english.data.errorText).toMatch(/^The address of the site could not be found/);
  for (const text of ['域名无法解析', 'Address of the site', 'enotfound']) {
    const { data } = await runner.call('jobQuery', { body: { errorText: text, jobNo: jobId } });
    expect([text, data.totalRecord]).toEqual([text, 1]);
  }
  expect((await runner.call('jobQuery', { body: { errorText: '拒绝连接', jobNo: jobId } })).data.totalRecord).toBe(0);
  await database.execute(`update job set error_text = '提单号为空' where id = $1`, [jobId]);
  expect(await detail(jobId)).toMatchObject({ errorText: '提单号为空', errorDetail: null });
});

describe('acting on jobs', () => {
  test('an illegal step is refused and leaves no trace', async () => {
    const { jobId } = await started();
    await expect(move(jobId, 'Successful')).rejects.toThrow('job.illegalStep');
    expect((await detail(jobId)).states).toHaveLength(1);
  });

  test('stop asks a running job and cancels a waiting one; kill ends at once; both are audited', async () => {
    const [waiting, running, killed] = [await started(), await started(), await started()];
    await move(running.jobId, 'Running');
    await move(killed.jobId, 'Running');
    const stop = await runner.call('jobAct', { body: { act: 'stop', jobIds: [waiting.jobId, running.jobId] } });
    expect(stop.data).toMatchObject({
      chosen: 2,
      possible: 2,
      results: [
        { jobId: waiting.jobId, done: true, jobStatus: 'Stopped' },
        { jobId: running.jobId, done: true, jobStatus: 'Stopping' },
      ],
    });
    await runner.call('jobAct', { body: { act: 'kill', jobIds: [killed.jobId] } });
    const after = await detail(killed.jobId);
    expect(after.states.map((state: { jobStatus: string }) => state.jobStatus)).toEqual([
      'Pending',
      'Running',
      'Stopping',
      'Stopped',
    ]);
    const again = await runner.call('jobAct', { body: { act: 'kill', jobIds: [killed.jobId] } });
    expect(again.data.results).toMatchObject([{ done: false, text: '未执行：作业已结束' }]);
    const audited = await database.query(
      `select action from audit_log where entity = 'job' and entity_id = $1 order by id`,
      [killed.jobId],
    );
    expect(audited).toMatchObject([{ action: 'runJob' }, { action: 'killJob' }]);
  });

  test('a whole filter is counted first, then acted on, and each job has its result', async () => {
    const made = [await started(), await started()];
    const process = await buildProcess(database, { tenantId: tenant.id });
    for (let n = 0; n < 3; n += 1)
      await createJob(deps, { processId: process.id, source: 'TimeTrigger', actor: theProduct });
    const filter = { processId: process.id };
    const before = await runner.call('jobAct', { body: { act: 'stop', filter, preview: 1 } });
    expect(before.data).toMatchObject({ chosen: 3, possible: 3, results: [] });
    expect((await stranger.call('jobAct', { body: { act: 'stop', filter } })).data).toMatchObject({
      chosen: 0,
      results: [],
    });
    const done = await runner.call('jobAct', { body: { act: 'stop', filter } });
    expect(done.data.results.map((row: { jobStatus: string }) => row.jobStatus)).toEqual([
      'Stopped',
      'Stopped',
      'Stopped',
    ]);
    expect((await detail(made[0]?.jobId ?? '')).jobStatus).toBe('Pending');
    expect((await runner.call('jobAct', { body: { act: 'stop' } })).data.chosen).toBe(0);
  });

  test('a retry is a new job with the same input, linked to the first', async () => {
    const { jobId } = await started();
    expect((await runner.call('jobAct', { body: { act: 'retry', jobIds: [jobId] } })).data.results[0].done).toBe(false);
    await runner.call('jobAct', { body: { act: 'stop', jobIds: [jobId] } });
    const { data } = await runner.call('jobAct', { body: { act: 'retry', jobIds: [jobId] } });
    const { newJobId } = data.results[0];
    expect(await detail(newJobId)).toMatchObject({
      attempt: 2,
      input: { no: 1 },
      jobStatus: 'Pending',
      states: [{ text: `重试作业 #${jobId}` }],
      attempts: [
        { jobId, attempt: 1, jobStatus: 'Stopped' },
        { jobId: newJobId, attempt: 2, jobStatus: 'Pending' },
      ],
    });
  });

  test('what is in use by jobs that have not ended is kept', async () => {
    const { process, jobId } = await started();
    const remove = () => boss.call('process.delete', { body: { wlProcessesId: String(process.id), confirmed: 1 } });
    expect((await remove()).msg).toContain('未结束的作业');
    await runner.call('jobAct', { body: { act: 'stop', jobIds: [jobId] } });
    expect((await remove()).status).toBe(1);
    expect(await detail(jobId)).toMatchObject({ processName: process.name, can: { retry: false } });
    // A version that another one has replaced is kept while a job of it runs, and so is its package.
    const former = await started();
    const next = await buildProcess(database, { tenantId: other.id });
    await database.execute('update process set package_version_id = $2 where id = $1', [
      former.process.id,
      next.versionId,
    ]);
    const [{ package_id: packageId } = { package_id: 0 }] = await database.query<{ package_id: number }>(
      'select package_id from package_version where id = $1',
      [former.process.versionId],
    );
    const version = { wlPackageVersionId: String(former.process.versionId), confirmed: 1 };
    expect((await boss.call('packageVersion.delete', { body: version })).msg).toContain('未结束的作业');
    const whole = { wlPackagesId: String(packageId), confirmed: 1 };
    expect((await boss.call('package.delete', { body: whole })).msg).toContain('未结束的作业');
    await runner.call('jobAct', { body: { act: 'kill', jobIds: [former.jobId] } });
    expect((await boss.call('package.delete', { body: whole })).status).toBe(1);
    expect(await detail(former.jobId)).toMatchObject({ packageVersion: '1.0', jobStatus: 'Stopped' });
    const [fallback] = (await boss.call('environment.query', { body: {} })).data.records;
    expect((await boss.call('environment.delete', { body: fallback })).msg).toContain('默认环境');
  });
});

describe('the robots of an environment', () => {
  const place = async (environmentName: string) =>
    (await boss.call('environment.insert', { body: { environmentName } })).data.environmentId as string;
  const robotIn = async (robotName: string, environmentId: string) =>
    (await boss.call('robot.insert', { body: { robotName, environmentId, machineType: 'SERVER' } })).data
      .robotId as string;
  const namesIn = async (environmentId: string) => {
    const { data } = await boss.call('environmentUse');
    const found = data.find((use: { environmentId: string }) => use.environmentId === environmentId);
    return found?.robots.map((robot: { robotName: string }) => robot.robotName);
  };

  test('are put in and taken out together, and each robot keeps what was changed', async () => {
    const [here, there] = [await place('here'), await place('there')];
    const both = await robotIn('in both', `${here},${there}`);
    const mover = await robotIn('elsewhere', there);
    const body = { environmentId: here, add: [mover], remove: [both] };
    expect(await boss.call('environmentRobots', { body })).toMatchObject({ status: 1, msg: '环境中的机器人已更新' });
    expect([await namesIn(here), await namesIn(there)]).toEqual([['elsewhere'], ['elsewhere', 'in both']]);
    const [entry] = (await boss.call('robot.history', { query: { robotId: both } })).data;
    expect([entry?.before?.['environmentId'], entry?.after?.['environmentId']]).toEqual([`${here},${there}`, there]);
    // Stated twice, as by a second click, it changes nothing.
    expect((await boss.call('environmentRobots', { body })).status).toBe(1);
    expect((await boss.call('robot.history', { query: { robotId: both } })).data).toHaveLength(2);
  });

  test('a robot without another environment stays, and nothing of the call is done', async () => {
    const [here, there] = [await place('only'), await place('next')];
    const only = await robotIn('only here', here);
    const mover = await robotIn('next to it', there);
    const answer = await boss.call('environmentRobots', {
      body: { environmentId: here, add: [mover], remove: [only] },
    });
    expect(answer).toMatchObject({ status: 0, msg: '机器人“only here”只属于该环境，请先把它加入其他环境' });
    expect(await namesIn(here)).toEqual(['only here']);
    expect(await boss.call('environmentRobots', { body: { environmentId: here, add: [only, 987654] } })).toMatchObject({
      status: 0,
    });
    expect((await runner.call('environmentRobots', { body: { environmentId: here, add: [only] } })).http).toBe(403);
  });
});

test('a job of each process that fits a filter: counted first, then each with its result, of the own tenants only', async () => {
  const [one, two] = [
    await buildProcess(database, { tenantId: tenant.id }),
    await buildProcess(database, { tenantId: tenant.id }),
  ];
  const foreign = await buildProcess(database, { tenantId: other.id });
  await database.execute(`update package set package_desc = 'MANY ' || package_desc where package_desc = any($1)`, [
    [one, two, foreign].map(({ name }) => name),
  ]);
  const filter = { processName: ['MANY'] };
  const jobsOf = async () =>
    (
      await database.query<{ n: number }>(`select count(*)::int as n from job where process_id = any($1)`, [
        [one.id, two.id, foreign.id],
      ])
    )[0]?.n;
  const preview = await runner.call('jobRunMany', { body: { filter, preview: 1 } });
  expect(preview.data).toEqual({ chosen: 2, cut: false, runId: null, results: [] });
  expect(await jobsOf()).toBe(0);
  const { data } = await runner.call('jobRunMany', { body: { filter, priority: 70 } });
  expect(data.results.map(({ processId }: { processId: string }) => Number(processId)).sort()).toEqual(
    [one.id, two.id].sort(),
  );
  expect(await jobsOf()).toBe(2);
  const { data: job } = await runner.call('jobGet', { query: { jobId: data.results[0].jobId } });
  expect(job).toMatchObject({ jobStatus: 'Pending', priority: 70, jobSource: 'Manual' });
});
