import { expect, test } from 'vitest';
import { z } from 'zod';
import { silentLog } from '#testing/database-templates.ts';
import { testDatabase } from '#testing/test-database.ts';
import { manualClock, realClock } from '../clock/clock.ts';
import { createQueue, createWorker } from '../queue/index.ts';
import {
  addWaitingRun,
  beginWaitingRun,
  countOpenUserRuns,
  defineRun,
  endRun,
  findRun,
  findRunByKey,
  findUserRun,
  listUserRuns,
  runTasks,
  startRun,
  workOnRun,
} from './index.ts';

const database = await testDatabase();
const clock = manualClock(Date.UTC(2026, 5, 1));
const queue = createQueue({ database, clock, log: silentLog });

/** Goes through numbers, one a step; another kind has the keys of its own. */
const going = defineRun({
  kind: 'going',
  params: z.object({ upTo: z.number() }),
  outcome: z.object({}),
  subject: () => '',
  scope: () => null,
  supersedes: false,
  partitions: 1,
  priority: 50,
  runQueue: 'files',
  tries: 3,
});
const otherKind = defineRun({ ...going, kind: 'going-otherwise', machineTime: true });
const runs = [going, otherKind].map((kind) =>
  workOnRun(kind, {
    step: 1,
    next: async ({ params }, { after }) => (after < params.upTo ? [{ id: after + 1 }] : []),
    work: async () => () => Promise.resolve({}),
  }),
);
const { tasks, chores = [] } = runTasks({
  database,
  clock,
  log: silentLog,
  queue,
  runs,
  refresh: () => Promise.resolve(),
});
const worker = createWorker({ queue, handlers: Object.fromEntries(tasks.map((task) => [task.kind, task.handler])) });
const deps = { database, queue, now: clock.now() };
const userId = 7;
const order = (clientKey: string, by: { code: string; userId: number } = { code: 'clerk', userId }) => ({
  params: { upTo: 2 },
  total: 2,
  by: { ...by, name: '钱信' },
  clientKey,
});
const tasksOf = (id: number) =>
  database.query<{ kind: string; tries: number }>(
    `select kind, max_attempts as tries from task where singleton_key = $1`,
    [String(id)],
  );

test('the same order of a user sent twice is one run, also when both are sent at once', async () => {
  const sent = await Promise.all([1, 2].map(() => startRun(deps, going, order('key-1'))));
  const started = sent.filter((run) => run !== undefined);
  expect(started).toHaveLength(1);
  const run = started[0];
  expect(await findRunByKey(database, going, { userId, clientKey: 'key-1' })).toEqual(run);
  expect(await startRun(deps, going, order('key-1'))).toBeUndefined();
  // A user who was given the code of a deleted one is another person. Each kind of run has its own keys.
  const namesake = await startRun(deps, going, order('key-1', { code: 'clerk', userId: 8 }));
  const otherwise = await startRun(deps, otherKind, order('key-1'));
  expect(new Set([run?.id, namesake?.id, otherwise?.id]).size).toBe(3);
  expect(await tasksOf(run?.id ?? 0)).toEqual([{ kind: 'file_run', tries: 3 }]);
  expect((await listUserRuns(database, going, { userId, limit: 5 })).map(({ id }) => id)).toEqual([run?.id]);
  expect(await findUserRun(database, going, { userId: 8, id: run?.id ?? 0 })).toBeUndefined();
  await expect(startRun(deps, going, { ...order('key-2'), by: { code: 'x', name: 'x' } })).rejects.toThrow();
  await worker.processAll();
});

test('a run that waits has no task until it begins', async () => {
  const waiting = await addWaitingRun(deps, going, { ...order('key-3'), total: 0 });
  const id = waiting?.id ?? 0;
  expect(waiting).toMatchObject({ state: 'waiting', user_id: userId });
  expect(await addWaitingRun(deps, going, order('key-3'))).toBeUndefined();
  for (const chore of chores) await chore.run();
  expect(await tasksOf(id)).toEqual([]);
  expect(await countOpenUserRuns(database, going, userId)).toBe(1);
  clock.advance(1000);
  const begun = await beginWaitingRun({ ...deps, now: clock.now() }, going, id, { total: 3, params: { upTo: 3 } });
  expect(begun).toMatchObject({ state: 'running', total: 3, params: { upTo: 3 }, started_at: clock.now() });
  expect(await beginWaitingRun(deps, going, id, { total: 9 })).toBeUndefined();
  await worker.processAll();
  expect(await findRun(database, id)).toMatchObject({ state: 'done', done: 3, total: 3 });
  expect(await countOpenUserRuns(database, going, userId)).toBe(0);
});

test('a run that waits can be ended, and does not begin then', async () => {
  const waiting = await addWaitingRun(deps, going, order('key-4'));
  const id = waiting?.id ?? 0;
  expect(await endRun(database, id, { state: 'cancelled', error: null }, clock.now())).toMatchObject({
    state: 'cancelled',
  });
  expect(await beginWaitingRun(deps, going, id, { total: 1 })).toBeUndefined();
});

test('only kinds without scopes can wait, and those that supersede cannot be sent twice', async () => {
  await expect(addWaitingRun(deps, { ...going, scope: () => '' }, order('key-5'))).rejects.toThrow('scope');
  await expect(startRun(deps, { ...going, supersedes: true }, order('key-5'))).rejects.toThrow('twice');
});

test('a kind of machine time starts and ends by the clock of the machine', async () => {
  const before = realClock.now();
  const run = await startRun(deps, otherKind, order('key-6'));
  await worker.processAll();
  const ended = await findRun(database, run?.id ?? 0);
  expect(ended?.started_at).toBeGreaterThanOrEqual(before);
  expect(ended?.finished_at).toBeGreaterThanOrEqual(ended?.started_at ?? Infinity);
});
