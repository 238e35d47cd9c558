import { expect, test } from 'vitest';
import { anyTask } from '#testing/any-task.ts';
import { silentLog } from '#testing/database-templates.ts';
import { testDatabase } from '#testing/test-database.ts';
import { manualClock } from '../clock/clock.ts';
import { createQueue, createWorker, type TaskHandler } from './index.ts';
import { claimTasks, claimText, completeTasks } from './queries.ts';

const database = await testDatabase();
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const queue = createQueue({ database, clock: manualClock(START), log: silentLog });

test('a claim reads what it takes, however much is due', async () => {
  await queue.enqueueMany(
    anyTask('many'),
    Array.from({ length: 4_000 }, (_, n) => ({ payload: n, priority: n % 400 === 0 ? 80 : 50, runAt: START - n })),
  );
  await database.execute('analyze task');
  const until = START + MINUTE;
  const claim = { kind: 'many', now: START, limit: 15, leaseUntil: until, worker: 'w', holder: null };
  const { rows: plan } = await database.execute<Record<string, unknown>>(
    `explain (analyze, format json) ${claimText}`,
    ['many', new Date(START), 15, new Date(until), 'w', null],
  );
  const rowsRead = [...JSON.stringify(plan).matchAll(/"Actual Rows":\s*([\d.]+)/g)].map(([, rows]) => Number(rows));
  expect(rowsRead.length).toBeGreaterThan(5);
  expect(Math.max(...rowsRead)).toBeLessThanOrEqual(2 * 15);
  // The first claim took the ten that go first and five of the others.
  const next = await claimTasks(database, claim);
  expect(next.map((one) => one.payload)).toEqual(Array.from({ length: 15 }, (_, n) => 3_994 - n));
});

test('what was lost with its worker is claimed in ever smaller parts, and a task that ends its workers alone', async () => {
  const payloads = Array.from({ length: 8 }, (_, n) => n);
  await queue.enqueueMany(
    anyTask('lost'),
    payloads.map((payload) => ({ payload, runAt: START, maxAttempts: 6 })),
  );
  const real = manualClock(START);
  const around = createQueue({ database, clock: manualClock(START), realClock: real, log: silentLog });
  const claim = () =>
    claimTasks(database, {
      kind: 'lost',
      now: START,
      limit: 8,
      leaseUntil: real.now() + MINUTE,
      worker: 'w',
      holder: null,
    });
  const sizes: number[] = [];
  // The worker that has the last of them is lost; others end what they have.
  for (;;) {
    const claims = await claim();
    if (claims.length === 0) break;
    sizes.push(claims.length);
    if (!claims.some((one) => one.payload === 7)) {
      await completeTasks(database, claims);
      continue;
    }
    real.advance(2 * MINUTE);
    // Takes back what is lost.
    await createWorker({ queue: around, handlers: {} }).processAll();
  }
  expect(sizes).toEqual([8, 4, 4, 2, 2, 1, 1, 1, 1]);
  expect(await queue.list({ kind: 'lost' })).toMatchObject([{ payload: 7, status: 'dead', attempts: 6 }]);
});

test('stopping gives back what does not let itself be interrupted; what that does later does not count', async () => {
  await queue.enqueue(anyTask('stubborn'), 1);
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
  const handler: TaskHandler = {
    run: async (_payloads, _signal, { complete }) => {
      enter();
      await left;
      await complete().then(end, end);
    },
  };
  const started = createWorker({ queue, handlers: { stubborn: handler } });
  await started.start();
  await entered;
  await started.stop(20);
  expect(await queue.list({ kind: 'stubborn' })).toMatchObject([{ status: 'waiting', attempts: 0, lastError: null }]);
  leave();
  expect(await ended).toMatchObject({ message: expect.stringContaining('the lease was lost') as string });
  expect(await queue.list({ kind: 'stubborn' })).toMatchObject([{ status: 'waiting' }]);
});
