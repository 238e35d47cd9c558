import { expect, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import { realClock } from '#server/platform/clock/clock.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { startOrchestrator } from '#testing/uipath-server.ts';
import { createJob, theProduct } from './index.ts';
import { driveRemoteRobots } from './remote-robots.ts';
import { watchJobs } from './watch-jobs.ts';

// Jobs that an orchestrator elsewhere runs, over its published web interface, against a server of ours that speaks it.

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const orchestrator = await startOrchestrator();
const keys = [randomBytes(32)];
const deps = {
  database,
  clock: realClock,
  log: silentLog,
  keys,
  remote: { allowed: [orchestrator.base], timeoutMs: 5_000 },
};
const round = () => driveRemoteRobots(deps);
const state = async (id: number) => (await boss.call('jobGet', { query: { jobId: String(id) } })).data;
const logOf = async (id: number) =>
  JSON.stringify((await boss.call('jobLog', { body: { jobId: String(id) } })).data.lines);
const remoteOf = (id: number) => orchestrator.jobs.find(({ Reference }) => Reference?.startsWith(`portolan-${id}-`));

let serial = 0;
/** A robot for the orchestrator in an environment of its own, and a process that runs there. */
async function setUp({
  process: remoteProcessId = 'Track Carrier',
  robot = {} as object,
  secret = orchestrator.secret,
} = {}) {
  serial += 1;
  const { environmentId } = (await boss.call('environment.insert', { body: { environmentName: `remote ${serial}` } }))
    .data;
  const body = { ...orchestrator.robot, robotName: `orchestrator ${serial}`, environmentId, slots: 5, ...robot };
  const inserted = await boss.call('robot.insert', { body });
  expect(inserted).toMatchObject({ status: 1 });
  expect(JSON.stringify(inserted.data)).not.toContain(orchestrator.secret);
  const robotId = String(inserted.data.robotId);
  // Sealed by the keys of this test, as the product's own are not known here.
  await database.execute('update robot set remote_auth_sealed = $2 where id = $1', [robotId, seal(secret, keys)]);
  const process = await buildProcess(database, {
    tenantId: tenant.id,
    values: { environment_id: Number(environmentId) },
    types: [{ machineType: 'REMOTE' }],
  });
  await database.execute('update package_version_type set remote_process_id = $2 where package_version_id = $1', [
    process.versionId,
    remoteProcessId,
  ]);
  const queue = async () =>
    (await createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct, input: { bill: 'B1' } })).id;
  const robotState = async () =>
    (await boss.call('robotStates')).data.find((one: { robotId: string }) => one.robotId === robotId);
  const gone = () => database.execute('update robot set enabled = false, remote_url = null where id = $1', [robotId]);
  return { queue, robotId, robotState, gone };
}

test('a job is started there, followed, and gives its result; its input and output travel', async () => {
  const { queue, robotState, gone } = await setUp();
  const id = await queue();
  await round();
  expect(await state(id)).toMatchObject({ jobStatus: 'Running', robotName: expect.stringContaining('orchestrator') });
  const remote = remoteOf(id);
  expect(remote).toMatchObject({ InputArguments: '{"bill":"B1"}', ReleaseKey: orchestrator.releases[0]?.Key });
  expect(await robotState()).toMatchObject({ remote: true, remoteRobots: 3, remoteProblem: null, state: 'Busy' });
  if (remote === undefined) return;
  remote.State = 'Running';
  await round();
  expect(await state(id)).toMatchObject({ jobStatus: 'Running', progressText: 'Running' });
  Object.assign(remote, { State: 'Successful', OutputArguments: '{"eta":"2026-03-01"}', Info: 'Job completed' });
  await round();
  expect(await state(id)).toMatchObject({ jobStatus: 'Successful', output: { eta: '2026-03-01' } });
  expect(await logOf(id)).toContain(String(remote.Id));
  // One token was enough.
  expect(orchestrator.calls.filter((call) => call.includes('token'))).toHaveLength(1);
  await gone();
});

test('what failed there says why; a process that it does not have is reported by name', async () => {
  const one = await setUp();
  const id = await one.queue();
  await round();
  Object.assign(remoteOf(id) ?? {}, { State: 'Faulted', Info: `Selector not found ${orchestrator.secret}` });
  await round();
  const failed = await state(id);
  expect(failed).toMatchObject({
    jobStatus: 'Faulted',
    errorCode: 'remote_faulted',
    errorText: 'Selector not found ***',
  });
  await one.gone();
  const other = await setUp({ process: 'No Such' });
  const lost = await other.queue();
  await round();
  expect(await state(lost)).toMatchObject({ jobStatus: 'Faulted', errorCode: 'remote_process' });
  await other.gone();
});

test('a stop is requested there, a kill ends it there too, and what is stopped there is stopped here', async () => {
  const { queue, gone } = await setUp();
  const [stopped, killed, byOthers] = [await queue(), await queue(), await queue()];
  await round();
  for (const id of [stopped, killed, byOthers]) Object.assign(remoteOf(id) ?? {}, { State: 'Running' });
  await boss.call('jobAct', { body: { act: 'stop', jobIds: [String(stopped)] } });
  await boss.call('jobAct', { body: { act: 'kill', jobIds: [String(killed)] } });
  await round();
  expect(remoteOf(stopped)?.State).toBe('Stopping');
  expect(remoteOf(killed)?.State).toBe('Terminating');
  for (const id of [stopped, killed, byOthers]) Object.assign(remoteOf(id) ?? {}, { State: 'Stopped' });
  await round();
  for (const id of [stopped, killed, byOthers]) expect((await state(id)).jobStatus).toBe('Stopped');
  const [{ n } = { n: -1 }] = await database.query<{ n: number }>(
    'select count(*)::int as n from job where remote_open',
  );
  expect(n).toBe(0);
  await gone();
});

test('a start whose answer was lost is found again and not made twice; a job that is missing there is reported', async () => {
  const { queue, gone } = await setUp();
  const id = await queue();
  let broken = true;
  orchestrator.failWith((path, response) => {
    if (!broken || !path.endsWith('StartJobs')) return false;
    broken = false;
    orchestrator.jobs.push({
      Id: 100,
      Key: 'x',
      State: 'Running',
      Info: null,
      InputArguments: null,
      OutputArguments: null,
      Reference: `portolan-${id}-1`,
      ReleaseKey: '',
    });
    response.destroy();
    return true;
  });
  await round();
  orchestrator.failWith(undefined);
  await round();
  expect(orchestrator.jobs.filter(({ Reference }) => Reference === `portolan-${id}-1`)).toHaveLength(1);
  await round();
  expect(await state(id)).toMatchObject({ jobStatus: 'Running' });
  orchestrator.jobs.splice(0);
  await round();
  expect(await state(id)).toMatchObject({ jobStatus: 'Faulted', errorCode: 'remote_gone' });
  await gone();
});

test('a start whose answer was lost is ended there when its job was killed here meanwhile, also when it arrives late', async () => {
  const { queue, gone } = await setUp();
  const [early, late] = [await queue(), await queue()];
  const arrive = (id: number, remoteState = 'Running') =>
    orchestrator.jobs.push({
      Id: 300 + id,
      Key: `k${id}`,
      State: remoteState,
      Info: null,
      InputArguments: null,
      OutputArguments: null,
      Reference: `portolan-${id}-1`,
      ReleaseKey: '',
    });
  let started = 0;
  orchestrator.failWith((path, response) => {
    if (!path.endsWith('StartJobs')) return false;
    started += 1;
    response.destroy();
    return true;
  });
  // A round ends with the first start that is not answered.
  await round();
  await boss.call('jobAct', { body: { act: 'kill', jobIds: [String(early)] } });
  await round();
  expect(started).toBe(2);
  await boss.call('jobAct', { body: { act: 'kill', jobIds: [String(late)] } });
  orchestrator.failWith(undefined);
  arrive(early);
  await round();
  expect(remoteOf(early)?.State).toBe('Terminating');
  expect(remoteOf(late)).toBeUndefined();
  arrive(late, 'Pending');
  await round();
  expect(remoteOf(late)?.State).toBe('Terminating');
  for (const id of [early, late]) Object.assign(remoteOf(id) ?? {}, { State: 'Stopped' });
  await round();
  const open = await database.query('select id from job where remote_open');
  expect(open).toEqual([]);
  for (const id of [early, late]) expect(await logOf(id)).toContain('已启动，现予结束');
  await gone();
});

test('a start of which nothing came is not looked for without end', async () => {
  const { queue, gone } = await setUp();
  const id = await queue();
  orchestrator.failWith((path, response) => path.endsWith('StartJobs') && response.destroy() !== undefined);
  await round();
  await boss.call('jobAct', { body: { act: 'kill', jobIds: [String(id)] } });
  orchestrator.failWith(undefined);
  await round();
  await database.execute(`update job set remote_sought_until = now() - interval '1 second' where id = $1`, [id]);
  await round();
  expect(await database.query('select id from job where remote_open')).toEqual([]);
  expect(await logOf(id)).toContain('没有产生作业');
  await gone();
});

test('throttling pauses it and loses nothing, an outage says so, a wrong secret too without reporting it', async () => {
  const { queue, robotId, robotState, gone } = await setUp();
  const id = await queue();
  await round();
  orchestrator.failWith((_path, response) => {
    response.writeHead(429, { 'retry-after': '120' }).end('{"message":"Too many requests"}');
    return true;
  });
  await round();
  expect((await robotState()).remoteProblem).toBe('编排器要求稍后再试（HTTP 429 Too many requests）');
  orchestrator.failWith(undefined);
  const before = orchestrator.calls.length;
  await round();
  // It is left alone for as long as it asked, and its job is not given up.
  expect(orchestrator.calls).toHaveLength(before);
  await watchJobs(deps);
  expect((await state(id)).jobStatus).toBe('Running');
  await database.execute('update robot set remote_pause_until = null where id = $1', [robotId]);

  orchestrator.failWith(() => true); // It never answers.
  await round();
  expect((await robotState()).remoteProblem).toMatch(/^无法连接编排器/);
  orchestrator.failWith(undefined);
  orchestrator.tokens.clear(); // The token ended before its time: another is fetched.
  await round();
  expect((await robotState()).remoteProblem).toBeNull();
  await gone();

  const wrong = await setUp({ secret: 'wrong-secret' });
  await round();
  const { remoteProblem, state: shown } = await wrong.robotState();
  expect(remoteProblem).toMatch(/^编排器拒绝了客户端凭据/);
  expect(remoteProblem).not.toContain('wrong-secret');
  expect(shown).toBe('Disconnected');
  await wrong.gone();
}, 60_000);

test('an address inside the network is not called unless it is allowed', async () => {
  const { robotState, gone } = await setUp();
  await driveRemoteRobots({ ...deps, remote: { allowed: [] } });
  expect((await robotState()).remoteProblem).toBe('编排器地址在内部网络中，且未被允许');
  await gone();
});
