import { httpModule } from '#server/module/index.ts';
import { randomUUID } from 'node:crypto';
import readSheets from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { manualClock, realClock } from '#server/platform/clock/clock.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import { fileRunTask, runTasks, workRun } from '#server/platform/run/index.ts';
import { foundRows, type ListExport } from '#server/platform/sheet/index.ts';
import { parseCsv } from '#shared/text/csv.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp, type TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { exporting } from './index.ts';
import { exportRuns } from './work-export.ts';

const database = await testDatabase();
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'mine', userType: 'admin' });
// A world in another year: exports are of the time of the machine.
const clock = manualClock(Date.UTC(2040, 0, 1));
const queue = createQueue({ database, clock: realClock, log: silentLog });

/** What was requested from the lists, and the failure that the next question meets. */
const requested: number[] = [];
let onRequested: (ids: readonly number[]) => Promise<void> | void = () => {};
let found = 0;
let onFound = (): void => {};
let refuses = false;
let columns = ['row', 'text'];

async function cells(ids: readonly number[]): Promise<[number, string][]> {
  requested.push(...ids);
  await onRequested(ids);
  return ids.map((id) => [id, `第 ${id} 行`]);
}
const rowsOfTable: ListExport = {
  title: { zh: '行', en: 'Rows' },
  call: 'asset.query',
  prepare: () => ({
    titles: columns,
    ids: { sql: 'select id::bigint from generate_series(1, $1::int) id order by id desc', parameters: [3500] },
    cells,
  }),
};
const rowsFound: ListExport = {
  ...rowsOfTable,
  prepare: () => ({
    titles: columns,
    ...foundRows(
      async () => {
        found += 1;
        onFound();
        return Array.from({ length: 1500 }, (_, index) => index);
      },
      (row) => [row, found],
    ),
  }),
};
const refusing: ListExport = {
  ...rowsOfTable,
  prepare: (...args) => {
    if (refuses) throw refused('error.notFound');
    return rowsOfTable.prepare(...args);
  },
};
const lists = { table: rowsOfTable, found: rowsFound, refusing };

const runs = exportRuns({ database, clock, log: silentLog, lists });
const { tasks, chores = [] } = runTasks({
  database,
  clock,
  log: silentLog,
  queue,
  runs,
  refresh: () => Promise.resolve(),
});
const worker = createWorker({ queue, handlers: Object.fromEntries(tasks.map((task) => [task.kind, task.handler])) });
const work = (exportId: string, signal = new AbortController().signal, last = false) =>
  workRun({ database, clock, log: silentLog, runs }, Number(exportId), signal, { last });

const { signedIn } = await testApp(database, {
  modules: [httpModule(exporting, { exportLists: lists, queue: queue })],
  clock,
});
const mine: TestClient = await signedIn('mine');

async function order(list: string, kind: 'csv' | 'xlsx' = 'csv', clientKey: string = randomUUID()): Promise<string> {
  const { status, msg, data } = await mine.call('exportOrder', { body: { list, kind, clientKey } });
  expect([status, msg]).toEqual([1, '']);
  return data.exportId;
}
const statusOf = async (exportId: string) => (await mine.call('exportGet', { query: { exportId } })).data;
const download = (exportId: string) => mine.call('exportDownload', { query: { exportId } });
const cancel = async (exportId: string) => (await mine.call('exportCancel', { body: { exportId } })).data;
const bytesOf = async (exportId: string): Promise<Buffer> =>
  (
    await mine.app.inject({
      method: 'GET',
      url: `/api/product/export/download?exportId=${exportId}`,
      headers: { source: 'Manual', cookie: mine.cookie },
    })
  ).rawPayload;
const kept = async (exportId: string): Promise<number> =>
  Number(
    (
      await database.query<{ n: number }>(
        `select (select count(*) from run_file_part where run_id = $1) + (select count(*) from run_row_part where run_id = $1) as n`,
        [exportId],
      )
    )[0]?.n,
  );

/** Works on an export until its worker is killed while it reads the rows behind so many. */
async function interruptAt(exportId: string, rowsBefore: number): Promise<void> {
  let before = 0;
  onRequested = (ids) => {
    if (before >= rowsBefore) throw new Error('killed');
    before += ids.length;
  };
  await expect(work(exportId)).rejects.toThrow('killed');
  onRequested = () => {};
  requested.length = 0;
}

describe('an export that was interrupted', () => {
  test.each(['csv', 'xlsx'] as const)('goes on behind its last step, and its file is whole: %s', async (kind) => {
    const exportId = await order('table', kind);
    expect(await statusOf(exportId)).toMatchObject({ state: 'waiting', total: null, done: 0 });
    await interruptAt(exportId, 2000);
    expect(await statusOf(exportId)).toMatchObject({ state: 'running', total: 3500, done: 2000, sizeBytes: 0 });
    expect(await download(exportId)).toMatchObject({ status: 0, msg: '导出文件尚未就绪' });
    await work(exportId);
    expect(requested).toEqual(Array.from({ length: 1500 }, (_, index) => 1500 - index));
    const status = await statusOf(exportId);
    expect(status).toMatchObject({ state: 'done', total: 3500, done: 3500, problem: null });

    const uninterrupted = await order('table', kind);
    await work(uninterrupted);
    const bytes = await bytesOf(exportId);
    expect(bytes.length).toBe(status.sizeBytes);
    expect(bytes.equals(await bytesOf(uninterrupted))).toBe(true);
    const rows = kind === 'csv' ? parseCsv(bytes.toString()) : ((await readSheets(bytes))[0]?.data ?? []);
    expect(rows).toHaveLength(3501);
    expect(rows.slice(1).map(([id]) => Number(id))).toEqual(Array.from({ length: 3500 }, (_, index) => 3500 - index));
  });

  test('of rows that are in no table finds them once: the worker that resumes it uses the kept ones', async () => {
    found = 0;
    const exportId = await order('found');
    const stop = new AbortController();
    onFound = () => stop.abort(new Error('killed'));
    await expect(work(exportId, stop.signal)).rejects.toThrow('killed');
    onFound = () => {};
    expect(await statusOf(exportId)).toMatchObject({ state: 'running', total: 1500, done: 0 });
    await work(exportId);
    const rows = parseCsv((await download(exportId)).text).slice(1);
    expect(rows).toEqual(Array.from({ length: 1500 }, (_, index) => [String(index), '1']));
  });

  test('by a version with other columns has failed: the rest would not fit', async () => {
    const exportId = await order('table');
    await interruptAt(exportId, 1000);
    columns = ['text', 'row'];
    await work(exportId);
    columns = ['row', 'text'];
    expect(await statusOf(exportId)).toMatchObject({ state: 'failed', problem: '导出失败，请重试' });
    expect(await kept(exportId)).toBe(0);
  });

  test('by a killed worker is taken over by another', async () => {
    const exportId = await order('table');
    await interruptAt(exportId, 3000);
    await database.execute(
      `update task set status = 'running', attempts = 1, fence = fence + 1, lease_until = now() - interval '1 minute'
       where kind = $1 and singleton_key = $2`,
      [fileRunTask.kind, exportId],
    );
    await worker.processAll();
    expect(requested).toHaveLength(500);
    expect(await statusOf(exportId)).toMatchObject({ state: 'done', done: 3500 });
  });

  test('and has lost its task is found and goes on', async () => {
    const exportId = await order('table');
    await interruptAt(exportId, 1000);
    await database.execute('delete from task where kind = $1', [fileRunTask.kind]);
    await worker.processAll();
    expect((await statusOf(exportId)).state).toBe('running');
    for (const chore of chores) await chore.run();
    await worker.processAll();
    expect(requested).toHaveLength(2500);
    expect(await statusOf(exportId)).toMatchObject({ state: 'done' });
  });

  test('for the last time, has failed and says so', async () => {
    const exportId = await order('table');
    onRequested = () => {
      throw new Error('broken');
    };
    await expect(work(exportId, undefined, true)).rejects.toThrow('broken');
    onRequested = () => {};
    expect(await statusOf(exportId)).toMatchObject({ state: 'failed', problem: '导出失败，请重试', sizeBytes: 0 });
    expect(await kept(exportId)).toBe(0);
  });
});

test('two workers on one export write its file once', async () => {
  const exportId = await order('table', 'xlsx');
  let first = true;
  onRequested = async () => {
    if (!first) return;
    first = false;
    // The other one overtakes while this one reads the first rows.
    await work(exportId);
  };
  await work(exportId);
  onRequested = () => {};
  expect(await statusOf(exportId)).toMatchObject({ state: 'done', done: 3500, total: 3500 });
  expect((await readSheets(await bytesOf(exportId)))[0]?.data).toHaveLength(3501);
  const both = await order('table');
  await Promise.all([work(both), work(both)]);
  expect(await statusOf(both)).toMatchObject({ state: 'done', done: 3500, total: 3500 });
  expect(parseCsv((await download(both)).text)).toHaveLength(3501);
});

test('one that is cancelled in the middle leaves nothing, and the worker that writes it stops', async () => {
  const exportId = await order('table');
  let before = 0;
  onRequested = async (ids) => {
    before += ids.length;
    if (before === 2000) expect(await cancel(exportId)).toMatchObject({ state: 'cancelled', done: 1000 });
  };
  await work(exportId);
  onRequested = () => {};
  expect(before).toBe(2000);
  expect(await statusOf(exportId)).toMatchObject({ state: 'cancelled', problem: null, sizeBytes: 0 });
  expect(await kept(exportId)).toBe(0);
  await worker.processAll();
  expect((await download(exportId)).status).toBe(0);
  const acts = await database.query<{ action: string }>(
    `select action from audit_log where entity = 'export' and entity_id = $1 order by id`,
    [exportId],
  );
  expect(acts.map(({ action }) => action)).toEqual(['export', 'cancel']);
  // Cancelled once only.
  await cancel(exportId);
  expect((await statusOf(exportId)).state).toBe('cancelled');
});

test('one that the list refuses by now has failed at once', async () => {
  const exportId = await order('refusing');
  refuses = true;
  await work(exportId);
  refuses = false;
  expect(await statusOf(exportId)).toMatchObject({ state: 'failed', problem: '导出失败，请重试' });
});

test('the same key is the same export, also when it has ended; the times are those of the machine', async () => {
  const clientKey = randomUUID();
  const before = realClock.now();
  const exportId = await order('table', 'csv', clientKey);
  await work(exportId);
  expect(await order('table', 'csv', clientKey)).toBe(exportId);
  const { orderedAt, finishedAt } = await statusOf(exportId);
  expect(orderedAt).toBeGreaterThanOrEqual(before);
  expect(finishedAt).toBeGreaterThanOrEqual(orderedAt);
  expect(finishedAt).toBeLessThanOrEqual(realClock.now());
});
