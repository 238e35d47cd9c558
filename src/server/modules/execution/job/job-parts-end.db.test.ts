import { describe, expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { driveParts } from './index.ts';
import { jobWholes } from '#testing/job-wholes.ts';

const database = await testDatabase();
const { boss, buildFunction, deps, detail, prepare, reported } = await jobWholes(database);

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
    const { id: functionId, name } = await buildFunction('/off');
    await database.execute(`update function_interface set function_status = 'DISABLED' where id = $1`, [functionId]);
    const { whole } = await prepare([{ end_function_id: functionId }]);
    const { status, msg } = await boss.call('jobRun', { body: { processId: whole.id } });
    expect([status, msg]).toEqual([0, expect.stringContaining(name)]);
  });

  test('notifications are sent of the whole only', async () => {
    reported.length = 0;
    const { start, run } = await prepare([{}], { values: { feedback_id: '1' } });
    const jobId = await start();
    await run();
    expect(new Set(reported.map(({ key }) => key))).toEqual(new Set([`job:${jobId}`]));
  });
});
