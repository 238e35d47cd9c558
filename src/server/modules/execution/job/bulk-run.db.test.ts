import { expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import { runTasks } from '#server/platform/run/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { bulkRuns } from './bulk-run.ts';
import { createJobs, theProduct } from './index.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database, { name: '批量租户', name_en: 'Many' });
const other = await buildTenant(database);
const menus = ['/job', '/process'];
await buildUser(database, { tenantId: tenant.id, userCode: 'bulk', name: '小林', menus });
await buildUser(database, { tenantId: tenant.id, userCode: 'colleague', menus });
await buildUser(database, { tenantId: other.id, userCode: 'outsider', menus });
const bulk = await signedIn('bulk');
const colleague = await signedIn('colleague');
const outsider = await signedIn('outsider');

const deps = { database, clock: realClock, log: silentLog };
const queue = createQueue(deps);
const { tasks } = runTasks({ ...deps, queue, runs: bulkRuns(deps), refresh: () => Promise.resolve() });
const worker = createWorker({ queue, handlers: Object.fromEntries(tasks.map(({ kind, handler }) => [kind, handler])) });

/** A process with waiting jobs. */
async function waitingJobs(count: number) {
  const process = await buildProcess(database, { tenantId: tenant.id });
  const wanted = Array.from({ length: count }, () => ({
    processId: process.id,
    source: 'Manual' as const,
    actor: theProduct,
  }));
  await createJobs(deps, wanted);
  return process;
}
const countOf = async (processId: number, status: string) =>
  (
    await database.query<{ n: number }>('select count(*)::int as n from job where process_id = $1 and status = $2', [
      processId,
      status,
    ])
  )[0]?.n;
const results = async (runId: string, more: object = {}) =>
  (await bulk.call('jobBulkResults', { body: { runId, pageSize: 200, ...more } })).data;

test('a hundred jobs are answered with their results; one more is a run that answers at once, goes on and tells of each', async () => {
  const few = await waitingJobs(100);
  const done = await bulk.call('jobAct', { body: { act: 'stop', filter: { processId: few.id } } });
  expect(done.data).toMatchObject({ possible: 100, runId: null });
  expect(done.data.results).toHaveLength(100);

  const many = await waitingJobs(101);
  const filter = { processId: many.id };
  expect((await bulk.call('jobAct', { body: { act: 'stop', filter, preview: 1 } })).data).toEqual({
    chosen: 101,
    possible: 101,
    cut: false,
    runId: null,
    results: [],
  });
  const { data, msg } = await bulk.call('jobAct', { body: { act: 'stop', filter } });
  expect(data).toMatchObject({ chosen: 101, possible: 101, cut: false, results: [] });
  expect(msg).toBe('批量操作已开始，共 101 个');
  const { runId } = data;
  expect(await countOf(many.id, 'Pending')).toBe(101);
  const before = await results(runId);
  expect(before).toMatchObject({ totalRecord: 101, run: { act: 'stop', state: 'running', total: 101, done: 0 } });
  expect(before.records[0]).toMatchObject({ done: null, text: '排队中', tenantName: '批量租户' });

  // One that ends meanwhile is refused and holds up no other; one that comes meanwhile was not requested.
  const [first, second] = before.records as { jobId: string }[];
  await bulk.call('jobAct', { body: { act: 'kill', jobIds: [first?.jobId] } });
  const [late] = await createJobs(deps, [{ processId: many.id, source: 'Manual', actor: theProduct }]);
  await worker.processAll();
  const after = await results(runId);
  expect(after.run).toMatchObject({ state: 'done', done: 101, succeeded: 100, refused: 1 });
  expect(after.records[0]).toMatchObject({ jobId: first?.jobId, done: false, text: '未执行：作业已结束或正在停止' });
  expect(after.records[1]).toMatchObject({ jobId: second?.jobId, done: true, jobStatus: 'Stopped' });
  expect((await results(runId, { done: 0 })).totalRecord).toBe(1);
  expect((await results(runId, { done: 1 })).totalRecord).toBe(100);
  expect(await countOf(many.id, 'Stopped')).toBe(101);
  expect(late).toMatchObject({ status: 'Pending' });
  expect(await countOf(many.id, 'Pending')).toBe(1);

  // In the name of who requested it, in history and audit.
  const { data: detail } = await bulk.call('jobGet', { query: { jobId: second?.jobId } });
  expect(detail.states.at(-1)).toMatchObject({ jobStatus: 'Stopped', actorKind: 'user', actorName: '小林' });
  expect(
    await database.query(
      `select entity, action, actor_code from audit_log
       where (entity = 'job' and entity_id = $1) or (entity = 'jobBulk' and entity_id = $2) order by id`,
      [second?.jobId, runId],
    ),
  ).toEqual([
    { entity: 'jobBulk', action: 'stopJob', actor_code: 'bulk' },
    { entity: 'job', action: 'stopJob', actor_code: 'bulk' },
  ]);
});

test('retried jobs are linked; what was chosen by ids has a result each', async () => {
  const process = await waitingJobs(101);
  await database.execute(`update job set status = 'Faulted' where process_id = $1`, [process.id]);
  const { data: list } = await bulk.call('jobQuery', { body: { processId: process.id, pageSize: 200 } });
  const jobIds = list.records.map(({ jobId }: { jobId: string }) => jobId);
  const { data } = await bulk.call('jobAct', { body: { act: 'retry', jobIds } });
  await worker.processAll();
  const after = await results(data.runId);
  expect(after.run).toMatchObject({ act: 'retry', state: 'done', succeeded: 101 });
  const [one] = after.records;
  const { data: retried } = await bulk.call('jobGet', { query: { jobId: one.newJobId } });
  expect(retried).toMatchObject({ attempt: 2, jobStatus: 'Pending', creatorName: '小林' });
  expect(one).toMatchObject({ text: '已重新排队', jobStatus: 'Faulted' });
});

test('jobs of many processes are started by a run, with the priority that was requested; one that is deleted meanwhile says so', async () => {
  const processes = await Promise.all(
    Array.from({ length: 101 }, () => buildProcess(database, { tenantId: tenant.id })),
  );
  await database.execute(`update package set package_desc = 'BULK ' || package_desc where package_desc = any($1)`, [
    processes.map(({ name }) => name),
  ]);
  const { data } = await bulk.call('jobRunMany', { body: { filter: { processName: ['BULK'] }, priority: 66 } });
  expect(data).toMatchObject({ chosen: 101, cut: false, results: [] });
  await database.execute('delete from process where id = $1', [processes[3]?.id]);
  await worker.processAll();
  const after = await results(data.runId);
  expect(after.run).toMatchObject({ act: 'run', state: 'done', succeeded: 100, refused: 1 });
  const { data: job } = await bulk.call('jobGet', {
    query: { jobId: after.records.find(({ newJobId }: { newJobId: string | null }) => newJobId !== null)?.newJobId },
  });
  expect(job).toMatchObject({ priority: 66, jobSource: 'Manual' });
});

test('people see their own runs, can cancel them, and have a few at once', async () => {
  const process = await waitingJobs(101);
  const body = { act: 'kill', filter: { processId: process.id } };
  const { data } = await bulk.call('jobAct', { body });
  const [newest] = (await bulk.call('jobBulkRuns')).data;
  expect(newest).toMatchObject({ runId: data.runId, act: 'kill', state: 'running', total: 101 });
  expect((await colleague.call('jobBulkRuns')).data).toEqual([]);
  for (const stranger of [colleague, outsider]) {
    expect((await stranger.call('jobBulkResults', { body: { runId: data.runId } })).status).toBe(0);
    expect((await stranger.call('jobBulkCancel', { body: { runId: data.runId } })).status).toBe(0);
  }
  await bulk.call('jobAct', { body });
  await bulk.call('jobAct', { body });
  expect((await bulk.call('jobAct', { body })).msg).toContain('3 个批量操作正在进行');
  expect((await bulk.call('jobBulkCancel', { body: { runId: data.runId } })).msg).toBe(
    '批量操作已取消，已完成的部分保留',
  );
  expect((await bulk.call('jobBulkCancel', { body: { runId: data.runId } })).msg).toBe('批量操作已结束');
  await worker.processAll();
  const after = await results(data.runId);
  expect(after.run).toMatchObject({ state: 'cancelled', done: 0 });
  expect(after.records[0]).toMatchObject({ done: null, text: '未执行：批量操作已取消' });
});

test('an item that nobody can work on is passed over and says so', async () => {
  const process = await waitingJobs(101);
  const { data } = await bulk.call('jobAct', { body: { act: 'stop', filter: { processId: process.id } } });
  await database.execute(
    'update job_bulk_item set job_id = null where run_id = $1 and id = (select min(id) from job_bulk_item where run_id = $1)',
    [data.runId],
  );
  await worker.processAll();
  const after = await results(data.runId);
  expect(after.run).toMatchObject({ state: 'done', done: 101, succeeded: 100, refused: 1 });
  expect(after.records[0]).toMatchObject({ done: false, text: '未执行：内部错误' });
});
