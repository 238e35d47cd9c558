import { describe, expect, test } from 'vitest';
import { buildSubPackage } from '#testing/jobs.ts';
import { testDatabase } from '#testing/test-database.ts';
import { driveParts, runJobSteps } from './index.ts';
import { jobWholes, type SubPackage } from '#testing/job-wholes.ts';

const database = await testDatabase();
const { buildFunction, deps, detail, prepare, receiver, states, stranger } = await jobWholes(database);

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
      {
        repeat_flag: true,
        function_id: (await buildFunction('/each')).id,
        end_function_id: (await buildFunction('/end')).id,
      },
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
    const { start, run } = await prepare([{ end_function_id: (await buildFunction('/broken')).id }]);
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
