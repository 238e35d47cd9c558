import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createJob, theProduct } from './index.ts';

// Agents in processes of their own, over a real socket.

const database = await testDatabase();
await seedTestDictionary(database);
const { app, signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());
const server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const deps = { database, clock: realClock, log: silentLog };

const keyOf = async (robotName: string) => {
  const { data } = await boss.call('robot.insert', { body: { robotName, machineType: 'WALI_ROBOT', slots: 2 } });
  return (await boss.call('robotKey', { body: { robotId: data.robotId } })).data.key as string;
};
const queue = async (handler: string, input: unknown) => {
  const process = await buildProcess(database, { tenantId: tenant.id, handler });
  const job = await createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct, input });
  return String(job.id);
};
const detail = async (jobId: string) => (await boss.call('jobGet', { query: { jobId } })).data;
const until = async (jobId: string, wanted: (job: { jobStatus: string; logLines: number }) => boolean) => {
  const end = Date.now() + 40_000;
  for (;;) {
    const job = await detail(jobId);
    if (wanted(job)) return job;
    if (Date.now() > end) throw new Error(`job ${jobId} is ${job.jobStatus}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const isDone = ({ jobStatus }: { jobStatus: string }) => ['Successful', 'Faulted', 'Stopped'].includes(jobStatus);

test('the agent of the product runs jobs, hears a stop, fails with a reason and ends with its process', async () => {
  const key = await keyOf('node agent');
  const agent = spawn(
    process.execPath,
    [
      '--disable-sigusr1',
      '--disable-warning=ExperimentalWarning',
      'src/robot/main.ts',
      '--server',
      server,
      '--key',
      key,
    ],
    {
      stdio: 'ignore',
    },
  );
  const [echo, slow, unknown] = [
    await queue('echo', { a: 1 }),
    await queue('countDown', { seconds: 600 }),
    await queue('noSuch', null),
  ];
  expect(await until(echo, isDone)).toMatchObject({ jobStatus: 'Successful', output: { echo: { a: 1 } }, logLines: 1 });
  expect(await until(unknown, isDone)).toMatchObject({ jobStatus: 'Faulted', errorCode: 'no_handler' });
  await until(slow, ({ logLines }) => logLines > 0);
  await boss.call('jobAct', { body: { act: 'stop', jobIds: [slow] } });
  const stopped = await until(slow, isDone);
  expect(stopped.jobStatus).toBe('Stopped');
  expect(stopped.states.at(-1)).toMatchObject({ actorKind: 'robot' });
  agent.kill('SIGTERM');
  const [code] = (await once(agent, 'exit')) as [number];
  expect(code).toBe(0);
  const states = (await boss.call('robotStates')).data as { robotName: string; state: string }[];
  expect(states.find(({ robotName }) => robotName === 'node agent')?.state).toBe('Disconnected');
}, 90_000);

test.runIf(spawnSync('python3', ['--version']).status === 0)(
  'a robot in Python speaks the protocol as it is documented',
  async () => {
    const jobId = await queue('echo', { from: 'python' });
    const agent = spawn('python3', ['docs/robot.py', server, await keyOf('python robot'), '1'], { stdio: 'ignore' });
    const [code] = (await once(agent, 'exit')) as [number];
    expect(code).toBe(0);
    expect(await detail(jobId)).toMatchObject({
      jobStatus: 'Successful',
      robotName: 'python robot',
      output: { echo: { from: 'python' }, by: 'python' },
      logLines: 1,
    });
  },
  60_000,
);
