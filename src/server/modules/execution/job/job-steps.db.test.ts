import { describe, expect, test } from 'vitest';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { functionServices, stepCaller } from '#server/modules/execution/function-call/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { NotificationCause } from '#server/modules/administration/notification/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { startHttpReceiver } from '#testing/http-receiver.ts';
import { buildProcess, type ProcessOptions } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testRobots } from '#testing/robots.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createJob, runJobSteps, theProduct } from './index.ts';
import { publishResult } from './publish-result.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [tenant, other] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', userType: 'admin' });
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
    functionServices({
      functionBases: new Map([['HERE', receiver.url]]),
      reference: reference.current,
      hasWorld: false,
    }),
  ),
};

let serial = 0;
const buildFunction = async (path: string, inParam: string | null = null): Promise<number> => {
  serial += 1;
  const row = await database.system
    .insertInto('function_interface')
    .values({
      function_code: `STEP_${serial}`,
      function_name: `step ${serial}`,
      function_type: 'CUSTOM',
      function_status: 'AVAILABLE',
      function_path_env: 'HERE',
      function_path: path,
      function_method: 'POST',
      in_param: inParam,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const answeringJson = (answers: Record<string, [status: number, body: unknown]>) =>
  receiver.behave((request, response) => {
    const [status, body] = answers[request.path] ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
const state = async (jobId: number) => (await boss.call('jobGet', { query: { jobId: String(jobId) } })).data;
/** Attempts wait for one another: this lets the pause pass. */
const skipPauses = () =>
  database.execute(`update job_step set next_at = now() - interval '1 second' where state = 'waiting'`);
const runAll = async () => {
  for (let round = 0; round < 4; round += 1) {
    await runJobSteps(deps);
    await skipPauses();
  }
};

async function prepare(values: ProcessOptions['values'], functions: readonly number[] = []) {
  const environment = await place();
  const robot = await robotIn(environment);
  const process = await buildProcess(database, {
    tenantId: tenant.id,
    values: { environment_id: environment, ...values },
  });
  for (const [index, functionId] of functions.entries())
    await database.system
      .insertInto('process_function')
      .values({ process_id: process.id, tenant_id: tenant.id, sequence: index + 1, function_id: functionId })
      .execute();
  const queue = (input: object) =>
    createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct, input });
  const run = async (output: object) => {
    const [leased] = await robot.lease();
    if (leased === undefined) throw new Error('no job was leased');
    await robot.send('robotComplete', { jobId: leased.jobId, fence: leased.fence, status: 'Successful', output });
  };
  return { robot, process, queue, run };
}

describe('translation of the input', () => {
  test('happens before a robot gets the job, and a retry translates what was given', async () => {
    answeringJson({ '/translate/A1': [200, { reference: 'X-9' }] });
    const { robot, queue } = await prepare({
      need_param_exchange: true,
      param_exchange_function_id: await buildFunction('/translate/{{order}}'),
    });
    const job = await queue({ order: 'A1' });
    expect(await robot.lease()).toEqual([]);
    expect((await state(job.id)).waiting).toMatchObject({ code: 'paramExchange', text: '正在转换参数' });
    await runJobSteps(deps);
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toEqual({ order: 'A1' });
    expect(await state(job.id)).toMatchObject({ input: { reference: 'X-9' }, givenInput: { order: 'A1' } });
    const [leased] = await robot.lease();
    expect(leased).toMatchObject({ jobId: String(job.id), input: { reference: 'X-9' } });
    await robot.send('robotComplete', { jobId: leased?.jobId, fence: leased?.fence, status: 'Faulted' });
    const { data } = await boss.call('jobAct', { body: { act: 'retry', jobIds: [String(job.id)] } });
    expect(await state(data.results[0].newJobId)).toMatchObject({ input: { order: 'A1' }, attempt: 2 });
    await runAll();
  });

  test.each([
    ['an error', [500, {}], '应答状态码 500'],
    ['a list', [200, [1]], '不是 JSON 对象'],
  ] as const)(
    'that brings %s is tried three times, then says why, and can be run again',
    async (_what, given, text) => {
      answeringJson({ '/t': [given[0], given[1]] });
      const { robot, queue } = await prepare({
        need_param_exchange: true,
        param_exchange_function_id: await buildFunction('/t'),
      });
      const job = await queue({ order: 'A1' });
      await runAll();
      expect(receiver.requests).toHaveLength(3);
      const failed = await state(job.id);
      expect(failed).toMatchObject({ waiting: { code: 'paramFailed' }, can: { resume: true } });
      expect(failed.steps).toMatchObject([{ phase: 'before', kind: 'params', state: 'failed', attempt: 3 }]);
      expect(failed.steps[0].error).toContain(text);
      answeringJson({ '/t': [200, { ok: true }] });
      expect((await stranger.call('jobResume', { body: { jobId: String(job.id) } })).status).toBe(0);
      expect((await boss.call('jobResume', { body: { jobId: String(job.id) } })).msg).toBe('步骤将重新执行');
      expect((await boss.call('jobResume', { body: { jobId: String(job.id) } })).msg).toBe('该作业没有失败的步骤');
      await runAll();
      expect(await robot.lease()).toMatchObject([{ input: { ok: true } }]);
    },
  );
});

describe('what follows a successful run', () => {
  test('functions run in their order, a failed one holds the result back, and it goes on from there', async () => {
    answeringJson({ '/one': [200, { n: 1 }], '/two/B7': [503, {}] });
    const functions = [await buildFunction('/one'), await buildFunction('/two/{{billNo}}', '{"bill":"{{billNo}}"}')];
    const { queue, run } = await prepare({}, functions);
    const job = await queue({ a: 1 });
    await run({ billNo: 'B7' });
    expect(await state(job.id)).toMatchObject({ jobStatus: 'Successful', publishTime: null });
    await runAll();
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/one', '/two/B7', '/two/B7', '/two/B7']);
    expect(JSON.parse(receiver.requests[1]?.body ?? '')).toEqual({ bill: 'B7' });
    const held = await state(job.id);
    expect(held.steps.map((step: { state: string }) => step.state)).toEqual(['done', 'failed']);
    expect(held).toMatchObject({ publishTime: null, can: { resume: true } });
    answeringJson({ '/two/B7': [200, {}] });
    await boss.call('jobResume', { body: { jobId: String(job.id) } });
    await runAll();
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/two/B7']);
    expect((await state(job.id)).publishTime).toEqual(expect.any(Number));
  });

  test('the template makes the published result, which is sent to the tenant after a person confirmed it', async () => {
    const { process, queue, run } = await prepare({
      template_exchange_flag: true,
      need_exchange: true,
      need_confirm: true,
    });
    const template = '{"bill":"{{billNo}}","boxes":{{boxes}}}';
    await database.execute(
      `update package set result_template = $2 where id =
         (select v.package_id from package_version v join process p on p.package_version_id = v.id where p.id = $1)`,
      [process.id, template],
    );
    const job = await queue({});
    await run({ billNo: 'B8', boxes: [{ no: 'C1' }] });
    await runAll();
    expect(await state(job.id)).toMatchObject({ confirmState: 'waiting', publishTime: null });
    // Calls of the test application notify nobody, so the result is published by hand.
    const row = await database.system.selectFrom('job').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
    told.splice(0);
    await database.transaction(() => publishResult(deps, row));
    expect(told).toMatchObject([
      { status: 'JOB_RESULT', tenantId: tenant.id, output: { bill: 'B8', boxes: [{ no: 'C1' }] } },
    ]);
    expect((await state(job.id)).output).toEqual({ billNo: 'B8', boxes: [{ no: 'C1' }] });
  });

  test.each([
    [null, '没有结果模板'],
    ['{"bill":"{{billNo}}"}', '结果中没有的字段 billNo'],
    ['{"bill":', '不是有效的 JSON'],
  ])('a template %j that cannot be applied says why', async (template, text) => {
    const { process, queue, run } = await prepare({ template_exchange_flag: true });
    await database.execute(
      `update package set result_template = $2 where id =
         (select v.package_id from package_version v join process p on p.package_version_id = v.id where p.id = $1)`,
      [process.id, template],
    );
    const job = await queue({});
    await run({ other: 1 });
    await runAll();
    const [step] = (await state(job.id)).steps;
    expect(step.error).toContain(text);
    expect((await state(job.id)).publishTime).toBeNull();
  });
});

test('a step that was interrupted is run again, and two workers never run one step at once', async () => {
  answeringJson({ '/slow': [200, {}] });
  const { queue, run } = await prepare({}, [await buildFunction('/slow')]);
  const job = await queue({});
  await run({});
  await Promise.all([runJobSteps(deps), runJobSteps(deps), runJobSteps(deps)]);
  expect(receiver.requests).toHaveLength(1);
  await database.execute(
    `update job_step set state = 'running', next_at = now() - interval '1 second' where job_id = $1`,
    [job.id],
  );
  await database.execute(`update job set step_state = 'after' where id = $1`, [job.id]);
  await runJobSteps(deps);
  expect(receiver.requests).toHaveLength(2);
});

test('S-FUNC-12: a job whose functions are disabled is not started, by hand, by a retry or by itself, and says which', async () => {
  answeringJson({ '/one': [200, {}] });
  const functionId = await buildFunction('/one');
  const { process, queue, robot } = await prepare({ retry_limit: 3 }, [functionId]);
  const job = await queue({});
  const [leased] = await robot.lease();
  await database.execute(`update function_interface set function_status = 'DISABLED' where id = $1`, [functionId]);
  const said = `作业未启动：函数“step ${serial}”已停用或作废`;
  expect(await boss.call('jobRun', { body: { processId: String(process.id) } })).toMatchObject({
    status: 0,
    msg: said,
  });
  await robot.send('robotComplete', { jobId: leased?.jobId, fence: leased?.fence, status: 'Faulted' });
  expect(await state(job.id)).toMatchObject({ jobStatus: 'Faulted', attempts: [{}] });
  const { data } = await boss.call('jobAct', { body: { act: 'retry', jobIds: [String(job.id)] } });
  expect(data.results).toMatchObject([{ done: false, text: said, newJobId: null }]);
});
