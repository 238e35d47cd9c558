import { describe, expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess, type ProcessOptions } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testRobots } from '#testing/robots.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createJob, theProduct } from './index.ts';
import { watchJobs } from './watch-jobs.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
const other = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const deps = { database, clock: realClock, log: silentLog };

const { place, robotIn } = testRobots(boss);
type Robot = Awaited<ReturnType<typeof robotIn>>;
const state = async (jobId: string) => (await boss.call('jobGet', { query: { jobId } })).data;
const queue = async (environmentId: number, options: Partial<ProcessOptions> = {}) => {
  const process = await buildProcess(database, {
    tenantId: tenant.id,
    ...options,
    values: { environment_id: environmentId, ...options.values },
  });
  const job = () => createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct, input: { a: 1 } });
  return { process, job };
};
const stateOf = async (robot: Robot) =>
  (await boss.call('robotStates')).data.find((one: { robotId: string }) => one.robotId === robot.id);
const passed = (jobId: string, column: 'lease_until' | 'stop_until' | 'run_until') =>
  database.execute(`update job set ${column} = now() - interval '1 second' where id = $1`, [jobId]);

describe('a robot', () => {
  test('takes a job, logs, tells its progress, brings something and ends it', async () => {
    const env = await place();
    const robot = await robotIn(env);
    const { job } = await queue(env);
    const made = await job();
    expect((await stateOf(robot)).state).toBe('Available');
    const [leased] = await robot.lease();
    expect(leased).toMatchObject({ jobId: String(made.id), work: { kind: 'handler', name: 'echo' }, input: { a: 1 } });
    expect(await stateOf(robot)).toMatchObject({ state: 'Busy', jobs: [{ jobId: String(made.id) }] });
    const held = { jobId: leased?.jobId, fence: leased?.fence };
    const lines = [
      { at: Date.now() - 50_000, level: 'info', text: 'one' },
      { at: Date.now(), level: 'error', text: 'two' },
    ];
    const log = { ...held, sentAt: Date.now(), first: 0, lines };
    expect((await robot.send('robotLog', log)).data.stored).toBe(2);
    // The answer was lost: it sends them again, with one more.
    const more = { ...log, lines: [...lines, { at: Date.now(), level: 'debug', text: 'three' }] };
    expect((await robot.send('robotLog', more)).data.stored).toBe(1);
    await robot.send('robotHeartbeat', {
      sentAt: Date.now() + 5_000,
      jobs: [{ ...held, progress: 40, progressText: 'half' }],
    });
    const page = { ...held, name: 'page.html', contentType: 'text/html', body: Buffer.from('<p>').toString('base64') };
    const { artifactId } = (await robot.send('robotArtifact', page)).data;
    expect(await state(held.jobId ?? '')).toMatchObject({ progress: 40, progressText: 'half', jobStatus: 'Running' });
    await robot.send('robotComplete', { ...held, status: 'Successful', output: { found: 2 } });
    expect(await state(held.jobId ?? '')).toMatchObject({
      jobStatus: 'Successful',
      output: { found: 2 },
      logLines: 3,
      robotName: robot.name,
      artifacts: [{ artifactId, name: 'page.html', sizeBytes: 3 }],
      states: [{}, { jobStatus: 'Running', actorKind: 'robot' }, { jobStatus: 'Successful', text: '执行成功' }],
    });
    expect((await stateOf(robot)).skewMs).toBeGreaterThan(4_000);
    const read = async (body: object) =>
      (await boss.call('jobLog', { body: { jobId: held.jobId, ...body } })).data.lines.map(
        (line: { message: string }) => line.message,
      );
    expect(await read({})).toEqual(['one', 'two', 'three']);
    expect(await read({ level: 'error' })).toEqual(['two']);
    expect(await read({ keyword: 'TH' })).toEqual(['three']);
    expect(await read({ after: 0, limit: 1 })).toEqual(['two']);
    expect(await read({ before: 2, limit: 1 })).toEqual(['two']);
    const file = await boss.call('jobArtifact', { query: { artifactId } });
    expect([file.text, file.headers['content-type']]).toEqual(['<p>', 'application/octet-stream']);
  });

  test('without its key, with another protocol or after its key was replaced it is not let in', async () => {
    const robot = await robotIn(await place());
    const hello = { protocol: 1, agentVersion: 't', sentAt: 1 };
    expect((await boss.call('robotRegister', { body: hello })).http).toBe(401);
    expect((await boss.call('robotRegister', { body: hello, headers: { 'api-key': 'prk_stolen' } })).http).toBe(401);
    expect(await robot.call('robotRegister', { ...hello, protocol: 2 })).toMatchObject({
      status: 0,
      data: { code: 'protocol', protocols: [1] },
    });
    await boss.call('robotKey', { body: { robotId: robot.id } });
    expect((await robot.send('robotLease')).http).toBe(401);
  });

  test('whose key another agent uses is reported that its session ended, and its jobs are given up', async () => {
    const env = await place();
    const robot = await robotIn(env);
    const { job } = await queue(env);
    await job();
    const [leased] = await robot.lease();
    const { key } = robot;
    await boss.call('robotRegister', {
      body: { protocol: 1, agentVersion: 'u', sentAt: 1 },
      headers: { 'api-key': key },
    });
    const late = await robot.send('robotComplete', {
      jobId: leased?.jobId,
      fence: leased?.fence,
      status: 'Successful',
    });
    expect(late).toMatchObject({ status: 0, data: { code: 'session_replaced' } });
    expect(await state(leased?.jobId ?? '')).toMatchObject({ jobStatus: 'Faulted', errorCode: 'robotRestarted' });
  });

  test('learns nothing of jobs of other robots', async () => {
    const env = await place();
    const [one, two] = [await robotIn(env), await robotIn(env)];
    const { job } = await queue(env);
    await job();
    const [leased] = await one.lease();
    const foreign = { jobId: leased?.jobId, fence: leased?.fence };
    for (const [name, more] of [
      ['robotComplete', { status: 'Successful' }],
      ['robotLog', { sentAt: 1, first: 0, lines: [{ at: 1, level: 'info', text: 'x' }] }],
      ['robotArtifact', { name: 'x', contentType: 'x', body: '' }],
    ] as const)
      expect((await two.send(name, { ...foreign, ...more })).data).toEqual({ code: 'lease_lost' });
    expect(await state(leased?.jobId ?? '')).toMatchObject({ jobStatus: 'Running', logLines: 0 });
  });
});

describe('limits', () => {
  test('a lost robot: the job is Faulted, repeated with a pause, and the late result is discarded and noted', async () => {
    const env = await place();
    const robot = await robotIn(env);
    const { job } = await queue(env, { values: { retry_limit: 1, retry_wait_s: 60 } });
    const made = await job();
    const [leased] = await robot.lease();
    await passed(String(made.id), 'lease_until');
    await watchJobs(deps);
    const lost = await state(String(made.id));
    expect(lost).toMatchObject({
      jobStatus: 'Faulted',
      errorCode: 'robotLost',
      errorText: '机器人失联：120 秒没有心跳',
    });
    const [, second] = lost.attempts as { jobId: string }[];
    expect(await state(second?.jobId ?? '')).toMatchObject({
      attempt: 2,
      jobStatus: 'Pending',
      waiting: { code: 'retryPause' },
      states: [{ text: `自动重试作业 #${made.id}` }],
    });
    expect(await robot.lease()).toEqual([]);
    const late = { jobId: leased?.jobId, fence: leased?.fence, status: 'Successful', output: { late: true } };
    expect((await robot.send('robotComplete', late)).data).toEqual({ code: 'lease_lost' });
    const after = await state(String(made.id));
    expect([after.jobStatus, after.output, after.logLines]).toEqual(['Faulted', null, 1]);
    // The second attempt is the last one.
    await database.execute('update job set not_before = null where id = $1', [second?.jobId]);
    const [again] = await robot.lease();
    await robot.send('robotComplete', { jobId: again?.jobId, fence: again?.fence, status: 'Faulted', errorText: 'no' });
    expect((await state(String(made.id))).attempts).toHaveLength(2);
  });

  test('a stop is signalled; without an answer the job is Stopped by itself, with one as the robot says', async () => {
    const env = await place();
    const robot = await robotIn(env, { slots: 2 });
    const { job } = await queue(env, { values: { retry_limit: 3 } });
    const jobs = [String((await job()).id), String((await job()).id)];
    const leased = await robot.lease(2);
    await boss.call('jobAct', { body: { act: 'stop', jobIds: jobs } });
    const held = leased.map(({ jobId, fence }) => ({ jobId, fence }));
    const heard = await robot.send('robotHeartbeat', { sentAt: 1, jobs: held });
    expect(heard.data.signals).toEqual(jobs.map((jobId) => ({ jobId, signal: 'stop' })));
    await robot.send('robotComplete', { ...held[1], status: 'Stopped' });
    await watchJobs(deps);
    expect((await state(jobs[0] ?? '')).jobStatus).toBe('Stopping');
    await passed(jobs[0] ?? '', 'stop_until');
    await watchJobs(deps);
    expect(await state(jobs[0] ?? '')).toMatchObject({ jobStatus: 'Stopped' });
    expect((await state(jobs[0] ?? '')).states.at(-1).text).toBe('机器人 60 秒内未响应停止');
    expect(await state(jobs[1] ?? '')).toMatchObject({ jobStatus: 'Stopped', attempts: [{}] });
    const after = await robot.send('robotHeartbeat', { sentAt: 1, jobs: held.slice(0, 1) });
    expect(after.data.signals).toEqual([{ jobId: jobs[0], signal: 'kill' }]);
  });

  test('a job over its time is Faulted; a killed one is not repeated', async () => {
    const env = await place();
    const robot = await robotIn(env, { slots: 2 });
    const { job } = await queue(env, { values: { retry_limit: 1, time_limit_s: 7 } });
    const [slow, killed] = [await job(), await job()];
    await robot.lease(2);
    await passed(String(slow.id), 'run_until');
    await watchJobs(deps);
    await boss.call('jobAct', { body: { act: 'kill', jobIds: [killed.id] } });
    expect(await state(String(slow.id))).toMatchObject({ errorText: '超过运行时限 7 秒', attempts: [{}, {}] });
    expect(await state(String(killed.id))).toMatchObject({ jobStatus: 'Stopped', attempts: [{}] });
  });

  test('a robot that falls silent is Unresponsive, one that says good-bye Disconnected, one that is off takes nothing', async () => {
    const env = await place();
    const [silent, leaving, off] = [await robotIn(env), await robotIn(env), await robotIn(env)];
    await database.execute(`update robot set last_seen_at = now() - interval '121 seconds' where id = $1`, [silent.id]);
    await leaving.send('robotDisconnect');
    await boss.call('robot.update', { body: { robotId: off.id, enabled: 0, recordVersion: 1 } });
    await watchJobs(deps);
    const { job } = await queue(env);
    await job();
    expect([await stateOf(silent), await stateOf(leaving), await stateOf(off)].map((one) => one.state)).toEqual([
      'Unresponsive',
      'Disconnected',
      'Disabled',
    ]);
    expect(await off.lease()).toEqual([]);
    expect((await off.send('robotHeartbeat', { sentAt: 1 })).data.enabled).toBe(false);
    const reported = await database.query(
      `select payload from live_event where topic = 'robot' and payload->>'robotId' = $1`,
      [silent.id],
    );
    expect(reported).toContainEqual({ payload: { robotId: silent.id, state: 'Unresponsive' } });
  });
});

describe('who gets a job', () => {
  test('higher priority first, equal priority in order; another tenant, environment or type not at all', async () => {
    const env = await place();
    const { job: low } = await queue(env, { values: { priority: 40 } });
    const { job: high } = await queue(env, { values: { priority: 60 }, types: [{ machineType: 'WALI_ROBOT' }] });
    const made = [await low(), await low(), await high()];
    const strangers = [
      await robotIn(env, { tenantId: String(other.id) }),
      await robotIn(await place()),
      await robotIn(env, { machineType: 'SERVER' }),
    ];
    for (const stranger of strangers.slice(0, 2)) expect(await stranger.lease()).toEqual([]);
    const server = strangers[2] as Robot;
    // A job without types runs anywhere, the one with a type does not.
    expect((await server.lease()).map(({ jobId }) => jobId)).toEqual([String(made[0]?.id)]);
    const mine = await robotIn(env, { tenantId: String(tenant.id), slots: 5 });
    expect((await mine.lease(5)).map(({ jobId }) => jobId)).toEqual([String(made[2]?.id), String(made[1]?.id)]);
  });

  test('caps of a process hold however many robots ask at once, and the next job says so', async () => {
    const env = await place();
    const { job } = await queue(env, { values: { running_cap: 2 } });
    const jobs = [];
    for (let n = 0; n < 4; n += 1) jobs.push(await job());
    const robots = [];
    for (let n = 0; n < 4; n += 1) robots.push(await robotIn(env, { slots: 2 }));
    const taken = (await Promise.all(robots.map((robot) => robot.lease(2)))).flat();
    expect(new Set(taken.map(({ jobId }) => jobId)).size).toBe(2);
    expect(taken).toHaveLength(2);
    expect((await state(String(jobs[3]?.id))).waiting).toMatchObject({
      code: 'cap',
      text: '该流程已达并行上限 2/2',
      page: '/process',
    });
  });

  test('no job is run twice by robots that ask at once', async () => {
    const env = await place();
    const { job } = await queue(env);
    for (let n = 0; n < 12; n += 1) await job();
    const robots = await Promise.all([1, 2, 3].map(() => robotIn(env, { slots: 10 })));
    const taken = (await Promise.all(robots.flatMap((robot) => [robot.lease(3), robot.lease(3)]))).flat();
    expect(new Set(taken.map(({ jobId }) => jobId)).size).toBe(taken.length);
    expect(taken).toHaveLength(12);
  });
});

test('a result that needs confirmation is published once a person confirms it, or not when rejected', async () => {
  const env = await place();
  const robot = await robotIn(env, { slots: 2 });
  const { job } = await queue(env, { values: { need_confirm: true } });
  const [yes, no] = [await job(), await job()];
  for (const { jobId, fence } of await robot.lease(2))
    await robot.send('robotComplete', { jobId, fence, status: 'Successful' });
  expect(await state(String(yes.id))).toMatchObject({
    confirmState: 'waiting',
    publishTime: null,
    can: { confirm: true },
  });
  await boss.call('jobConfirm', { body: { jobId: yes.id, accept: 1 } });
  await boss.call('jobConfirm', { body: { jobId: no.id, accept: 0 } });
  expect(await state(String(yes.id))).toMatchObject({ confirmState: 'confirmed', publishTime: expect.any(Number) });
  expect(await state(String(no.id))).toMatchObject({ confirmState: 'rejected', publishTime: null });
  expect((await boss.call('jobConfirm', { body: { jobId: no.id, accept: 1 } })).msg).toBe('该作业没有待确认的结果');
});
