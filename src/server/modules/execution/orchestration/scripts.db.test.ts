import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

// A package with a script: written, run by a real agent, tried as a new version on stored answers, released, taken back.

const database = await testDatabase();
await seedTestDictionary(database);
const { app, signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database, { code: 'SCRA' });
const other = await buildTenant(database, { code: 'SCRB' });
await buildUser(database, { tenantId: tenant.id, userCode: 'script.boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: other.id, userCode: 'script.other', userType: 'admin' });
await buildUser(database, { tenantId: tenant.id, userCode: 'script.user', menus: ['/job', '/process'] });
const [boss, otherBoss, user] = [
  await signedIn('script.boss'),
  await signedIn('script.other'),
  await signedIn('script.user'),
];
await app.listen({ port: 0, host: '127.0.0.1' });
const portOf = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port;
let requested = 0;
const site = createServer((_request, response) => {
  requested += 1;
  response.end(JSON.stringify({ eta: '2026-03-01', pieces: requested }));
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${portOf(site)}`;

const made = await boss.call('robot.insert', { body: { robotName: 'scripts', machineType: 'WALI_ROBOT', slots: 2 } });
const key = (await boss.call('robotKey', { body: { robotId: made.data.robotId } })).data.key as string;
const agent = spawn(
  process.execPath,
  [
    '--disable-sigusr1',
    '--disable-warning=ExperimentalWarning',
    'src/robot/main.ts',
    '--server',
    `http://127.0.0.1:${portOf(app.server)}`,
    '--key',
    key,
  ],
  { stdio: 'ignore' },
);
afterAll(async () => {
  agent.kill('SIGTERM');
  if (agent.exitCode === null && agent.signalCode === null) await once(agent, 'exit');
  site.close();
  await app.close();
});

const procedure = await buildProcess(database, { tenantId: tenant.id, handler: '' });
const foreign = await database.system
  .insertInto('process')
  .values({ tenant_id: other.id, package_version_id: procedure.versionId })
  .returning('id')
  .executeTakeFirstOrThrow();
const saveWork = (id: number, script: string, more: object = {}) =>
  boss.call('versionWorkSave', { body: { packageVersionId: String(id), script, hosts: [host], ...more } });
const ended = async (jobId: string) => {
  const end = Date.now() + 40_000;
  for (;;) {
    const { data } = await boss.call('jobGet', { query: { jobId } });
    if (['Successful', 'Faulted', 'Stopped'].includes(data.jobStatus as string)) return data;
    if (Date.now() > end) throw new Error(`job ${jobId} is ${data.jobStatus}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const run = async () =>
  ended((await boss.call('jobRun', { body: { processId: String(procedure.id), input: { no: 'A1' } } })).data.jobId);
const logOf = async (jobId: string): Promise<string> =>
  JSON.stringify((await boss.call('jobLog', { body: { jobId } })).data.lines);

const first = `const answer = (await robot.fetch('http://${host}/' + input.no)).json();
const account = await robot.asset('SCRIPT_ACCOUNT');
robot.log('signed in as ' + account);
return { eta: answer.eta, pieces: answer.pieces };`;

test('a version with a script runs; assets reach the running job and are masked in its log', async () => {
  const asset = {
    assetType: 'SCRIPT_ACCOUNT',
    assetDesc: 'account',
    valueType: 'CREDENTIAL',
    defaultValue: 'me:Hidden-77',
  };
  expect((await boss.call('asset.insert', { body: asset })).status).toBe(1);
  expect((await saveWork(procedure.versionId, first)).status).toBe(1);
  const job = await run();
  expect(job).toMatchObject({ jobStatus: 'Successful', output: { eta: '2026-03-01', pieces: 1 } });
  const log = await logOf(job.jobId);
  expect(log).toContain('***');
  expect(log).toContain('SCRIPT_ACCOUNT');
  expect(log).not.toContain('Hidden');

  // The key alone does not give access to values: a job must be running.
  const response = await fetch(`http://127.0.0.1:${portOf(app.server)}/api/robot/v1/asset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', source: 'WaliRobot', 'api-key': key },
    body: JSON.stringify({ session: 'x', jobId: Number(job.jobId), fence: 1, assetType: 'SCRIPT_ACCOUNT' }),
  });
  expect(await response.text()).not.toContain('Hidden');
});

test('an asset that a script reads cannot be deleted; the refusal names the processes that the caller may see', async () => {
  const { data } = await boss.call('asset.query', { body: { keyword: 'SCRIPT_ACCOUNT' } });
  const body = { wlAssetsId: data.records[0].wlAssetsId };
  const refusal = await boss.call('asset.delete', { body });
  const [row] = await database.query<{ process_name: string }>('select process_name from process where id = $1', [
    procedure.id,
  ]);
  expect(refusal.status).toBe(0);
  // The other tenant runs the same version.
  expect(refusal.msg).toContain('2 条流程配置');
  expect(refusal.msg).toContain(row?.process_name);
});

test('a version that was used stays as it is; people who are no administrators see and change nothing', async () => {
  const { status, msg } = await saveWork(procedure.versionId, 'return 1;');
  expect({ status, known: msg.includes('1.0') }).toEqual({ status: 0, known: true });
  const query = { packageVersionId: String(procedure.versionId) };
  expect((await boss.call('versionWork', { query })).data).toMatchObject({ used: true, hosts: [host], script: first });
  expect((await user.call('versionWork', { query })).status).not.toBe(1);
  expect((await saveWork(procedure.versionId, 'x', { hosts: ['http://no host'] })).status).not.toBe(1);
});

test('an administrator of one tenant reads what a version runs and does not change it for all tenants', async () => {
  const row = { id: (await buildProcess(database, { tenantId: other.id, handler: '' })).versionId };
  const body = { packageVersionId: String(row.id), script: 'return 1;', hosts: [] };
  const refusal = await otherBoss.call('versionWorkSave', { body });
  expect({ status: refusal.status, known: refusal.msg.includes('平台') }).toEqual({ status: 0, known: true });
  const query = { packageVersionId: String(row.id) };
  expect((await otherBoss.call('versionWork', { query })).data).toMatchObject({ script: null });
  expect((await boss.call('versionWorkSave', { body })).status).toBe(1);
});

test('a new version is tried on stored answers, compared, released and taken back', async () => {
  const { package_id: packageId } = await database.system
    .selectFrom('package_version')
    .select('package_id')
    .where('id', '=', procedure.versionId)
    .executeTakeFirstOrThrow();
  const { id: next } = await database.system
    .insertInto('package_version')
    .values({ package_id: packageId, package_version: '2.0', package_version_status: 'AVAILABLE' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = { packageVersionId: String(next) };
  expect((await boss.call('versionTry', { body })).status).toBe(0);
  expect((await saveWork(next, first, { handlerName: 'echo' })).status).toBe(0);
  await saveWork(next, first.replace('pieces: answer.pieces', 'pieces: String(answer.pieces)'));
  const before = requested;
  expect((await boss.call('versionTry', { body })).data).toEqual({ jobs: 1 });
  const [trial] = (await boss.call('versionTrials', { query: body })).data;
  await ended(trial.jobId);
  expect((await boss.call('versionTrials', { query: body })).data).toMatchObject([
    { jobStatus: 'Successful', ofVersion: '1.0', differences: [{ path: 'pieces', before: '1', after: '"1"' }] },
  ]);
  expect(requested).toBe(before);
  expect((await boss.call('jobGet', { query: { jobId: trial.jobId } })).data.publishTime).toBeNull();
  // A trial does not use a version up.
  expect((await boss.call('versionWork', { query: body })).data).toMatchObject({ used: false, otherProcesses: 2 });

  // Each administrator releases for the tenants they may see.
  expect((await otherBoss.call('versionTrials', { query: body })).data).toEqual([]);
  expect((await otherBoss.call('versionRelease', { body })).data).toEqual({ processes: 1 });
  expect((await boss.call('versionRelease', { body })).data).toEqual({ processes: 1 });
  expect(await run()).toMatchObject({ packageVersion: '2.0', output: { pieces: String(requested) } });
  const former = { packageVersionId: String(procedure.versionId) };
  expect((await boss.call('versionRelease', { body: former })).data).toEqual({ processes: 2 });
  const rows = await database.query<{ v: number }>('select package_version_id as v from process where id = any($1)', [
    [procedure.id, foreign.id],
  ]);
  expect(rows.map(({ v }) => v)).toEqual([procedure.versionId, procedure.versionId]);
});

test('a script that loops is ended by the time its process allows, and by a kill', async () => {
  const looping = await buildProcess(database, { tenantId: tenant.id, handler: '' });
  await saveWork(looping.versionId, 'robot.log("begins"); for (;;);');
  const { data } = await boss.call('jobRun', { body: { processId: String(looping.id) } });
  const end = Date.now() + 30_000;
  while (!(await logOf(data.jobId)).includes('begins')) {
    if (Date.now() > end) throw new Error('the script did not begin');
    await new Promise((resolve) => setImmediate(resolve));
  }
  await boss.call('jobAct', { body: { act: 'kill', jobIds: [data.jobId] } });
  expect((await ended(data.jobId)).jobStatus).toBe('Stopped');
  // The robot is free again, and still there.
  expect((await run()).jobStatus).toBe('Successful');
});
