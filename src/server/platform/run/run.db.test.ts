import { expect, test } from 'vitest';
import { z } from 'zod';
import { silentLog } from '#testing/database-templates.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { manualClock } from '../clock/clock.ts';
import { createQueue, createWorker } from '../queue/index.ts';
import {
  defineRun,
  endRun,
  findRun,
  listLatestRuns,
  RunFailure,
  type RunHandler,
  runTask,
  runTasks,
  startRun,
  workOnRun,
  workRun,
} from './index.ts';

const database = await testDatabase();
const clock = manualClock(Date.UTC(2026, 5, 1));
const queue = createQueue({ database, clock, log: silentLog });
const by = { code: 'clerk', name: '钱信' };

/** Counts numbers up to a limit, two a step; the odd one out cannot be counted. */
const counting = defineRun({
  kind: 'counting',
  params: z.object({ upTo: z.number(), without: z.number().optional() }),
  outcome: z.object({ sum: z.number().default(0), last: z.array(z.number()).default([]) }),
  subject: ({ upTo }) => String(upTo),
  scope: ({ upTo }) => String(upTo),
  supersedes: true,
  partitions: 1,
  priority: 50,
});
const lonely = defineRun({ ...counting, kind: 'lonely', supersedes: false });

const written: number[] = [];
const handler = (kind: typeof counting) =>
  workOnRun(kind, {
    step: 2,
    next: async ({ params }, { after }, limit) =>
      Array.from({ length: limit }, (_, index) => ({ id: after + index + 1 })).filter(({ id }) => id <= params.upTo),
    work: async ({ params }, items) => {
      const ids = items.map(({ id }) => id);
      if (params.without !== undefined && ids.includes(params.without)) throw new Error('odd');
      return async () => {
        written.push(...ids);
        return { sum: ids.reduce((sum, id) => sum + id, 0), last: ids };
      };
    },
  });
/** Cannot be worked on: what it holds is given back all the same. */
const stuck = defineRun({
  ...counting,
  kind: 'stuck',
  scope: () => null,
  runQueue: 'awaited',
  givesUp: true,
  news: ({ id, state, done }) => ({ tenantId: null, topic: 'stuck', payload: { id, state, done } }),
});
let givenBack = 0;
const stuckHandler = workOnRun(stuck, async ({ params }) => ({
  step: 2,
  whole: true,
  next: async (_run, { after }) => (after === 0 ? [{ id: 1 }, { id: 2 }] : []),
  work: async () => {
    if (params.without !== undefined) throw new Error('stuck');
    return () => Promise.resolve({});
  },
  end: async () => void (givenBack += 1),
}));

const runs = [handler(counting), handler(lonely), stuckHandler];
const { tasks, chores } = runTasks({
  database,
  clock,
  log: silentLog,
  queue,
  runs,
  refresh: () => Promise.resolve(),
});
const handlers = Object.fromEntries(tasks.map((task) => [task.kind, task.handler]));
const worker = createWorker({ queue, handlers });

const deps = { database, queue, now: clock.now() };
const start = (kind: typeof counting, params: { upTo: number; without?: number }) =>
  startRun(deps, kind, { params, total: params.upTo, by });

test('a run goes step by step to its end, adds its counters and keeps its notes', async () => {
  const run = await start(counting, { upTo: 5 });
  await worker.processAll();
  const [latest] = await listLatestRuns(database, { kinds: [counting], subjects: ['5'] });
  expect(latest).toMatchObject({ id: run?.id, state: 'done', total: 5, done: 5, failed: 0, handler_name: '钱信' });
  expect(latest?.outcome).toEqual({ sum: 15, last: [5] });
  expect(written.splice(0)).toEqual([1, 2, 3, 4, 5]);
});

test('a long run leaves its place to one of another tenant, and goes on in its next turn', async () => {
  const [large, small] = [await buildTenant(database), await buildTenant(database)];
  const long = await startRun(deps, counting, { params: { upTo: 10 }, total: 10, by, tenantId: large.id });
  await startRun(deps, lonely, { params: { upTo: 4 }, total: 4, by, tenantId: small.id });
  const turns = runTasks({ ...deps, clock, log: silentLog, runs, refresh: () => Promise.resolve(), turnMs: 0 });
  const inTurns = Object.fromEntries(turns.tasks.map((task) => [task.kind, task.handler]));
  await createWorker({ queue, handlers: inTurns }).processAll();
  expect(written.splice(0)).toEqual([1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await findRun(database, long?.id ?? 0)).toMatchObject({ state: 'done', done: 10, outcome: { sum: 55 } });
  expect(await queue.list({})).toEqual([]);
});

test('an item that cannot be worked on is counted and passed over', async () => {
  const run = await start(counting, { upTo: 4, without: 3 });
  await worker.processAll();
  expect(await findRun(database, run?.id ?? 0)).toMatchObject({
    state: 'done',
    done: 4,
    failed: 1,
    outcome: { sum: 7, last: [4] },
  });
  expect(written.splice(0)).toEqual([1, 2, 4]);
});

test('a new run ends the one of its scope, or is not started beside it', async () => {
  const first = await start(counting, { upTo: 3 });
  const second = await start(counting, { upTo: 3 });
  expect(await findRun(database, first?.id ?? 0)).toMatchObject({ state: 'cancelled', error: 'superseded' });
  expect(await start(lonely, { upTo: 3 })).toBeDefined();
  expect(await start(lonely, { upTo: 3 })).toBeUndefined();
  expect(await start(lonely, { upTo: 2 })).toBeDefined();
  await worker.processAll();
  expect(await findRun(database, second?.id ?? 0)).toMatchObject({ state: 'done', done: 3 });
  written.splice(0);
});

test('a run that lost its task is found and continues after its last step', async () => {
  const run = await start(counting, { upTo: 6 });
  await database.execute(`delete from task where kind = $1`, [runTask.kind]);
  await database.execute(`update run set cursors = '{4}', done = 4, outcome = '{"sum": 10}' where id = $1`, [run?.id]);
  for (const chore of chores ?? []) await chore.run();
  await worker.processAll();
  expect(await findRun(database, run?.id ?? 0)).toMatchObject({ state: 'done', done: 6, outcome: { sum: 21 } });
  expect(written).toEqual([5, 6]);
});

test('a run without a scope excludes none; what browsers are notified is what its kind says', async () => {
  const started = [await start(stuck, { upTo: 2 }), await start(stuck, { upTo: 2 })];
  givenBack = 0;
  expect(await database.query(`select kind from task where status = 'waiting'`)).toEqual([
    { kind: 'awaited_run' },
    { kind: 'awaited_run' },
  ]);
  await worker.processAll();
  for (const run of started) {
    expect(await findRun(database, run?.id ?? 0)).toMatchObject({ state: 'done', done: 2 });
    const reported = await database.query(
      `select payload->>'state' as state from live_event where topic = 'stuck' and payload->>'id' = $1 order by id`,
      [String(run?.id)],
    );
    expect(reported).toEqual([{ state: 'running' }, { state: 'done' }]);
  }
  expect(givenBack).toBe(2);
});

test('a run whose task killed each worker has failed, where its kind gives up; others go on', async () => {
  const started = [await start(stuck, { upTo: 2 }), await start(counting, { upTo: 2 })];
  await database.execute(`update task set status = 'dead' where singleton_key = any($1)`, [
    started.map((run) => String(run?.id)),
  ]);
  for (const chore of chores ?? []) await chore.run();
  await worker.processAll();
  const [given, resumed] = await Promise.all(started.map((run) => findRun(database, run?.id ?? 0)));
  expect(given).toMatchObject({ state: 'failed', error: 'interrupted', done: 0 });
  expect(resumed).toMatchObject({ state: 'done', done: 2 });
  written.splice(0);
});

test('a forgotten run that cannot be read keeps no other one from going on', async () => {
  const started = [await start(stuck, { upTo: 2 }), await start(counting, { upTo: 2 })];
  const [unreadable, other] = started.map((run) => run?.id ?? 0);
  await database.execute(`update run set params = '{}' where id = $1`, [unreadable]);
  await database.execute(`update task set status = 'dead' where singleton_key = any($1)`, [
    started.map((run) => String(run?.id)),
  ]);
  for (const chore of chores ?? []) await Promise.resolve(chore.run()).catch(() => {});
  await worker.processAll();
  expect(await findRun(database, other ?? 0)).toMatchObject({ state: 'done', done: 2 });
  await database.execute('delete from run where id = $1', [unreadable]);
  written.splice(0);
});

test('an item that cannot be worked on can be noted, and then counts as done; an error that is not about it ends the try', async () => {
  const run = await start(counting, { upTo: 4, without: 3 });
  const id = run?.id ?? 0;
  const noting = (note: (error: unknown) => { sum: number } | undefined) =>
    workOnRun(counting, {
      step: 2,
      next: async ({ params }, { after }, limit) =>
        after < params.upTo ? Array.from({ length: limit }, (_, index) => ({ id: after + index + 1 })) : [],
      work: async ({ params }, items) => {
        if (items.some((item) => item.id === params.without)) throw new Error('odd');
        return async () => ({ sum: items.length });
      },
      passOver: (_run, item, error) => {
        const noted = note(error);
        return noted === undefined ? undefined : async () => ({ ...noted, last: [item.id] });
      },
    });
  const work = (one: RunHandler) =>
    workRun({ database, clock, log: silentLog, runs: [one] }, id, new AbortController().signal);
  const throwing = noting((error) => {
    throw error;
  });
  await expect(work(throwing)).rejects.toThrow('odd');
  expect(await findRun(database, id)).toMatchObject({ state: 'running', done: 2, failed: 0, cursors: [2] });
  await work(noting(() => ({ sum: 100 })));
  expect(await findRun(database, id)).toMatchObject({
    state: 'done',
    done: 4,
    failed: 0,
    outcome: { sum: 103, last: [3] },
  });
  const other = await start(counting, { upTo: 2, without: 1 });
  await workRun(
    { database, clock, log: silentLog, runs: [noting(() => undefined)] },
    other?.id ?? 0,
    new AbortController().signal,
  );
  expect(await findRun(database, other?.id ?? 0)).toMatchObject({ state: 'done', done: 2, failed: 1 });
});

test('a step that two workers do at once counts once: the other one leaves the run', async () => {
  const run = await start(counting, { upTo: 2 });
  const id = run?.id ?? 0;
  const second = workOnRun(counting, {
    step: 2,
    next: async (_run, { after }) => (after === 0 ? [{ id: 1 }, { id: 2 }] : []),
    work: async () => {
      await workRun({ database, clock, log: silentLog, runs }, id, new AbortController().signal);
      return () => Promise.resolve({ sum: 1000 });
    },
  });
  await workRun({ database, clock, log: silentLog, runs: [second] }, id, new AbortController().signal);
  expect(await findRun(database, id)).toMatchObject({ state: 'done', done: 2, outcome: { sum: 3 } });
  written.splice(0);
});

test('work that fails because its run was ended meanwhile is no failure of its task', async () => {
  const run = await start(counting, { upTo: 2 });
  const id = run?.id ?? 0;
  const robbed = workOnRun(counting, {
    step: 2,
    next: async () => {
      await endRun(database, id, { state: 'cancelled', error: null }, clock.now());
      throw new Error('what is read is gone');
    },
    work: async () => () => Promise.resolve({}),
  });
  await workRun({ database, clock, log: silentLog, runs: [robbed] }, id, new AbortController().signal);
  expect(await findRun(database, id)).toMatchObject({ state: 'cancelled', error: null });
});

test('work that cannot go on says so: the run has failed at once, and what is not needed any more goes', async () => {
  const run = await start(counting, { upTo: 2 });
  const ended: string[] = [];
  const hopeless = workOnRun(
    counting,
    async () => {
      throw new RunFailure('no such list');
    },
    async ({ state, error }) => void ended.push(`${state} ${error}`),
  );
  await workRun({ database, clock, log: silentLog, runs: [hopeless] }, run?.id ?? 0, new AbortController().signal);
  expect(await findRun(database, run?.id ?? 0)).toMatchObject({ state: 'failed', error: 'no such list' });
  expect(ended).toEqual(['failed no such list']);
});

test('a worker that is stopped in its last try leaves the run to others', async () => {
  const run = await start(stuck, { upTo: 2, without: 1 });
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(
    workRun({ database, clock, log: silentLog, runs }, run?.id ?? 0, stopped, { last: true }),
  ).rejects.toThrow('stopped');
  expect(await findRun(database, run?.id ?? 0)).toMatchObject({ state: 'running' });
  await endRun(database, run?.id ?? 0, { state: 'cancelled', error: null }, clock.now());
});

test('a step that is tried as a whole is tried by the task; at its last try the run has failed, where its kind gives up', async () => {
  const run = await start(stuck, { upTo: 2, without: 1 });
  givenBack = 0;
  const work = (last: boolean) =>
    workRun({ database, clock, log: silentLog, runs }, run?.id ?? 0, new AbortController().signal, { last });
  await expect(work(false)).rejects.toThrow('stuck');
  expect(await findRun(database, run?.id ?? 0)).toMatchObject({ state: 'running', done: 0 });
  await expect(work(true)).rejects.toThrow('stuck');
  expect(await findRun(database, run?.id ?? 0)).toMatchObject({ state: 'failed', error: 'interrupted', failed: 0 });
  expect(givenBack).toBe(2);
});

test.runIf(database.kind === 'postgres')(
  'a run ends one of its scope that is being started at the same moment',
  async () => {
    const moment = { database, queue, now: clock.now() };
    const order = { params: { upTo: 77 }, total: 77, by };
    const { first, other } = await database.transaction(async () => {
      const begun = await startRun(moment, counting, order);
      const starting = database.detached(() => database.transaction(() => startRun(moment, counting, order)));
      await database.detached(() => untilWaiting(database));
      return { first: begun, other: starting };
    });
    expect(await other).toMatchObject({ state: 'running' });
    expect(await findRun(database, first?.id ?? 0)).toMatchObject({ state: 'cancelled', error: 'superseded' });
  },
);
