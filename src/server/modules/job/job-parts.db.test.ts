import { describe, expect, test } from 'vitest';
import { functionServices, stepCaller } from '#server/modules/function-call/index.ts';
import { openReferenceStore } from '#server/modules/masterdata/index.ts';
import type { NotificationCause } from '#server/modules/notification/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { startHttpReceiver } from '#testing/http-receiver.ts';
import { buildProcess, buildSubPackage, type ProcessOptions } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testRobots } from '#testing/robots.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createJob, driveParts, runJobSteps, theProduct } from './index.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [tenant, other] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus: ['/job'] });
const [boss, stranger] = [await signedIn('boss'), await signedIn('stranger')];
const { place, robotIn } = testRobots(boss);
const receiver = await startHttpReceiver();
const reference = await openReferenceStore(database, silentLog);
const told: NotificationCause[] = [];
const deps = {
  database,
  clock: realClock,
  log: silentLog,
  notify: async (causes: readonly NotificationCause[]) => told.push(...causes),
  callStepFunction: stepCaller(
    { database, clock: realClock },
    functionServices({ functionBases: new Map([['HERE', receiver.url]]), reference, hasWorld: false }),
  ),
};

type SubPackage = Omit<Parameters<typeof buildSubPackage>[1], 'of' | 'version'>;
type Whole = {
  flags?: { independent_flag?: boolean; union_flag?: boolean };
  own?: boolean;
  values?: ProcessOptions['values'];
};

let serial = 0;
const buildFunction = async (path: string): Promise<number> => {
  serial += 1;
  const { id } = await database.system
    .insertInto('function_interface')
    .values({
      function_code: `PART_${serial}`,
      function_name: `part ${serial}`,
      function_type: 'CUSTOM',
      function_status: 'AVAILABLE',
      function_path_env: 'HERE',
      function_path: path,
      function_method: 'POST',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A process whose version has these sub-packages, and a robot that may run all of it. */
async function prepare(parts: readonly SubPackage[], { flags = {}, own = false, values = {} }: Whole = {}) {
  const environment = await place();
  const robot = await robotIn(environment, { slots: 5 });
  const whole = await buildProcess(database, {
    tenantId: tenant.id,
    handler: own ? 'own' : '',
    values: { environment_id: environment, ...values },
  });
  await database.system
    .updateTable('package_version')
    .set({ ...flags, union_flag: flags.union_flag ?? false })
    .where('id', '=', whole.versionId)
    .execute();
  const names: string[] = [];
  for (const part of parts) {
    const version = await buildProcess(database, { tenantId: tenant.id });
    names.push(version.name);
    await buildSubPackage(database, { of: whole.versionId, version: version.versionId, ...part });
  }
  const start = async (input: object = { no: 1 }) => {
    const job = await createJob(deps, { processId: whole.id, source: 'Manual', actor: theProduct, input });
    await driveParts(deps);
    return job.id;
  };
  /** The robot takes what is there and ends it with a result, or as told. */
  const run = async (result: object | 'Faulted' | 'Stopped' = {}) => {
    const leased = await robot.lease(5);
    for (const { jobId, fence } of leased)
      await robot.send('robotComplete', {
        jobId,
        fence,
        ...(typeof result === 'string'
          ? { status: result, errorText: 'gone' }
          : { status: 'Successful', output: result }),
      });
    for (let round = 0; round < 3; round += 1) await runJobSteps(deps);
    await driveParts(deps);
    return leased as unknown as { jobId: string; processName: string; input: object }[];
  };
  return { whole, names, robot, start, run };
}
const detail = async (jobId: number | string) => (await boss.call('jobGet', { query: { jobId: String(jobId) } })).data;
const states = async (jobId: number) => (await detail(jobId)).parts.map(({ state }: { state: string }) => state);

describe('a package version with sub-packages', () => {
  test('runs them in their order, primary ones first, as linked jobs that no robot mixes up with the whole', async () => {
    const { names, start, run, whole } = await prepare([{ primary_no: 2 }, { primary_no: 1 }, { primary_flag: true }]);
    const jobId = await start();
    expect(await detail(jobId)).toMatchObject({
      jobStatus: 'Running',
      robotName: null,
      parts: [{ primary: true, state: 'running' }, {}, {}],
    });
    const order: string[] = [];
    for (let n = 0; n < 3; n += 1) order.push(...(await run({ n })).map(({ processName }) => processName));
    expect(order).toEqual([names[2], names[1], names[0]]);
    const after = await detail(jobId);
    expect(after).toMatchObject({ jobStatus: 'Successful', output: { n: 0 }, progress: 100 });
    const part = await detail(after.parts[1].jobId);
    expect(part).toMatchObject({ whole: { jobId: String(jobId), processName: whole.name }, processName: names[1] });
    expect(after.publishTime).not.toBeNull();
    expect(part.publishTime).toBeNull();
  });

  test('those of one number run side by side; what is seen of them is bound to the tenant', async () => {
    const { start, run } = await prepare([{ primary_no: 1 }, { primary_no: 1 }, { primary_no: 2 }]);
    const jobId = await start();
    expect(await states(jobId)).toEqual(['running', 'running', 'waiting']);
    expect(await run()).toHaveLength(2);
    expect(await run()).toHaveLength(1);
    expect((await detail(jobId)).jobStatus).toBe('Successful');
    expect((await stranger.call('jobGet', { query: { jobId: String(jobId) } })).status).toBe(0);
  });

  test('with work of its own gives that to a robot first, and its result to the sub-packages', async () => {
    const { start, run, robot } = await prepare([{}], { own: true });
    const jobId = await start({ no: 1 });
    const [own] = await run({ page: 'P' });
    expect(own?.jobId).toBe(String(jobId));
    expect(await detail(jobId)).toMatchObject({
      jobStatus: 'Running',
      robotName: robot.name,
      parts: [{ state: 'running' }],
    });
    expect(await run({ value: 7 })).toMatchObject([{ input: { no: 1, page: 'P' } }]);
    expect(await detail(jobId)).toMatchObject({ jobStatus: 'Successful', output: { value: 7 } });
  });

  test('nests: a sub-package with sub-packages is a whole of its own', async () => {
    const inner = await prepare([{}]);
    const { start, run, whole, robot } = await prepare([]);
    await buildSubPackage(database, { of: whole.versionId, version: inner.whole.versionId });
    const jobId = await start();
    await driveParts(deps);
    const child = await detail((await detail(jobId)).parts[0].jobId);
    expect(child).toMatchObject({ jobStatus: 'Running', parts: [{ state: 'running' }] });
    expect(await run({ deep: 1 })).toHaveLength(1);
    await driveParts(deps);
    expect(await detail(jobId)).toMatchObject({ jobStatus: 'Successful', output: { deep: 1 } });
    expect(robot.name).toBeTruthy();
  });
});

describe('independent and union execution', () => {
  const three: SubPackage[] = [{ primary_no: 1 }, { primary_no: 2 }, { primary_no: 3 }];

  test('independent: a failure holds up nobody, and the whole has failed at its end with the reason', async () => {
    const { names, start, run } = await prepare(three);
    const jobId = await start();
    const [first] = await run('Faulted');
    await run({ b: 2 });
    expect(await run({ c: 3 })).toMatchObject([{ input: { no: 1 } }]);
    const after = await detail(jobId);
    expect(after.parts.map(({ state }: { state: string }) => state)).toEqual(['failed', 'done', 'done']);
    const packageName = after.parts[0].name;
    expect(after).toMatchObject({
      jobStatus: 'Faulted',
      errorText: `子产品“${packageName}”的作业 #${first?.jobId} 失败`,
    });
    expect(names).toHaveLength(3);
  });

  test('union: each is given the results of those before it, and a failure ends the whole at once', async () => {
    const { start, run } = await prepare(three, { flags: { independent_flag: true } });
    const jobId = await start({ no: 1 });
    await run({ a: 1 });
    const [second] = await run('Faulted');
    expect(second?.input).toEqual({ no: 1, a: 1 });
    expect(await states(jobId)).toEqual(['done', 'failed', 'left']);
    expect((await detail(jobId)).jobStatus).toBe('Faulted');
    expect(await run()).toEqual([]);
  });

  test('a failure of a primary sub-package ends the whole, also where they are independent', async () => {
    const { start, run } = await prepare([{ primary_flag: true }, {}]);
    const jobId = await start();
    await run('Faulted');
    expect(await states(jobId)).toEqual(['failed', 'left']);
    expect((await detail(jobId)).jobStatus).toBe('Faulted');
  });

  test('fusion makes one result of all, in which primary ones prevail; without it that of the primary one counts', async () => {
    const parts: SubPackage[] = [{ primary_flag: true }, {}];
    const outputs: unknown[] = [];
    for (const union_flag of [true, false]) {
      const { start, run } = await prepare(parts, { flags: { union_flag } });
      const jobId = await start();
      await run({ eta: 'main', a: 1 });
      await run({ eta: 'side', b: 2 });
      outputs.push((await detail(jobId)).output);
    }
    expect(outputs).toEqual([
      { eta: 'main', a: 1, b: 2 },
      { eta: 'main', a: 1 },
    ]);
  });
});

describe('runs of a sub-package', () => {
  test('a repeated one runs as long as its result says so; its function follows each run, the end function the last', async () => {
    const called: string[] = [];
    receiver.behave((request, response) => {
      called.push(request.path);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const { start, run } = await prepare([
      { repeat_flag: true, function_id: await buildFunction('/each'), end_function_id: await buildFunction('/end') },
    ]);
    const jobId = await start();
    await run({ repeat: true, page: 2 });
    expect(await run({ repeat: true, page: 3 })).toMatchObject([{ input: { no: 1, page: 2 } }]);
    await run({ repeat: false, page: 4 });
    expect(called).toEqual(['/each', '/each', '/each', '/end']);
    expect(await detail(jobId)).toMatchObject({
      jobStatus: 'Successful',
      parts: [{ runs: 3, repeat: true }],
      output: { page: 4 },
    });
  });

  test('one that is not repeated runs once, whatever its result says', async () => {
    const { start, run } = await prepare([{}]);
    const jobId = await start();
    await run({ repeat: true });
    expect(await detail(jobId)).toMatchObject({ jobStatus: 'Successful', parts: [{ runs: 1 }] });
  });

  test('one that never ends is given up after 100 runs', async () => {
    const { start, run } = await prepare([{ repeat_flag: true }]);
    const jobId = await start();
    await database.execute('update job_part set runs = 100 where job_id = $1', [jobId]);
    await run({ repeat: true });
    expect((await detail(jobId)).errorText).toContain('重复 100 次后仍未结束');
  });

  test('one with a cron expression waits for its next time, which the page shows', async () => {
    const { start, run } = await prepare([{ cron_expression: '0 3 1 1 *' }]);
    const jobId = await start();
    const { parts } = await detail(jobId);
    expect(parts).toMatchObject([{ state: 'waiting', runs: 0 }]);
    expect(parts[0].nextTime).toBeGreaterThan(Date.now());
    await database.execute(`update job_part set next_at = now() - interval '1 second' where job_id = $1`, [jobId]);
    await driveParts(deps);
    expect(await run()).toHaveLength(1);
    expect((await detail(jobId)).jobStatus).toBe('Successful');
  });

  test('a failing function is the failure of its sub-package', async () => {
    receiver.behave((_request, response) => response.writeHead(500).end());
    const { start, run } = await prepare([{ end_function_id: await buildFunction('/broken') }]);
    const jobId = await start();
    const [part] = await run({});
    for (let round = 0; round < 3; round += 1) {
      await database.execute(`update job_step set next_at = now() - interval '1 second' where state = 'waiting'`);
      await runJobSteps(deps);
    }
    await driveParts(deps);
    expect(await detail(jobId)).toMatchObject({
      jobStatus: 'Faulted',
      errorText: expect.stringContaining(`作业 #${part?.jobId} 有步骤失败`),
    });
  });

  test('a failed run is repeated as its process allows, and the newest attempt counts', async () => {
    const { start, run } = await prepare([{}], { values: { retry_limit: 1, retry_wait_s: 1 } });
    const jobId = await start();
    await run('Faulted');
    expect(await states(jobId)).toEqual(['running']);
    await database.execute(`update job set not_before = now() - interval '1 second' where parent_job_id = $1`, [jobId]);
    await run({ second: true });
    expect(await detail(jobId)).toMatchObject({
      jobStatus: 'Successful',
      attempts: [{ attempt: 1 }],
      output: { second: true },
    });
  });
});

describe('stopping and killing', () => {
  test('a stop of the whole asks its parts; what waits is left, and the whole stops with them', async () => {
    const { start, run, robot } = await prepare([{ primary_no: 1 }, { primary_no: 2 }]);
    const jobId = await start();
    const [leased] = await robot.lease();
    await boss.call('jobAct', { body: { act: 'stop', jobIds: [String(jobId)] } });
    expect((await detail(leased?.jobId ?? '')).jobStatus).toBe('Stopping');
    await robot.send('robotComplete', { jobId: leased?.jobId, fence: leased?.fence, status: 'Stopped' });
    await driveParts(deps);
    expect(await detail(jobId)).toMatchObject({
      jobStatus: 'Stopped',
      parts: [{ state: 'failed' }, { state: 'left' }],
    });
    expect(await run()).toEqual([]);
  });

  test('a kill of the whole kills its parts at once', async () => {
    const { start, robot } = await prepare([{}, {}]);
    const jobId = await start();
    const [leased] = await robot.lease();
    await boss.call('jobAct', { body: { act: 'kill', jobIds: [String(jobId)] } });
    expect(await detail(jobId)).toMatchObject({
      jobStatus: 'Stopped',
      parts: [
        { state: 'left', jobStatus: 'Stopped' },
        { state: 'left', jobStatus: 'Stopped' },
      ],
    });
    const late = await robot.send('robotComplete', {
      jobId: leased?.jobId,
      fence: leased?.fence,
      status: 'Successful',
    });
    expect(late.data).toMatchObject({ code: 'lease_lost' });
  });

  test('a part that somebody kills is a failure of the whole that says so', async () => {
    const { start } = await prepare([{}]);
    const jobId = await start();
    const [{ jobId: part }] = (await detail(jobId)).parts;
    await boss.call('jobAct', { body: { act: 'kill', jobIds: [part] } });
    await driveParts(deps);
    expect(await detail(jobId)).toMatchObject({
      jobStatus: 'Faulted',
      errorText: expect.stringContaining(`作业 #${part} 已被停止`),
    });
  });

  test('an attempt that appeared while the whole was killed is killed too', async () => {
    const { start } = await prepare([{}]);
    const jobId = await start();
    const [{ jobId: part }] = (await detail(jobId)).parts;
    await database.execute(`update job set status = 'Stopped' where id = $1`, [jobId]);
    await driveParts(deps);
    expect((await detail(part)).jobStatus).toBe('Stopped');
  });

  test('a part repeated by hand after the whole has ended is a job by itself', async () => {
    const { start, run, names } = await prepare([{}]);
    const jobId = await start();
    await run('Faulted');
    const [{ jobId: part }] = (await detail(jobId)).parts;
    const { data } = await boss.call('jobAct', { body: { act: 'retry', jobIds: [part] } });
    expect(await run({})).toMatchObject([{ jobId: data.results[0].newJobId, processName: names[0] }]);
    expect((await detail(data.results[0].newJobId)).whole).toMatchObject({ jobId: String(jobId) });
    expect((await detail(jobId)).jobStatus).toBe('Faulted');
  });
});

describe('limits and refusals', () => {
  test('a cap of the process counts wholes: one at a time neither blocks its own parts nor lets a second whole begin', async () => {
    const { start, run } = await prepare([{}], { values: { running_cap: 1 } });
    const first = await start();
    const second = await start();
    expect(await detail(second)).toMatchObject({ jobStatus: 'Pending', waiting: { code: 'cap' } });
    await run();
    expect((await detail(first)).jobStatus).toBe('Successful');
    await driveParts(deps);
    expect((await detail(second)).jobStatus).toBe('Running');
  });

  test('a disabled function of a sub-package refuses the start of the whole by name', async () => {
    const functionId = await buildFunction('/off');
    await database.execute(`update function_interface set function_status = 'DISABLED' where id = $1`, [functionId]);
    const { whole } = await prepare([{ end_function_id: functionId }]);
    const { status, msg } = await boss.call('jobRun', { body: { processId: whole.id } });
    expect([status, msg]).toEqual([0, expect.stringContaining(`part ${serial}`)]);
  });

  test('notifications are sent of the whole only', async () => {
    told.length = 0;
    const { start, run } = await prepare([{}], { values: { feedback_id: '1' } });
    const jobId = await start();
    await run();
    expect(new Set(told.map(({ key }) => key))).toEqual(new Set([`job:${jobId}`]));
  });
});
