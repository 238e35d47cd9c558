import { expect, test } from 'vitest';
import { z } from 'zod';
import { anyTask } from '#testing/any-task.ts';
import { silentLog } from '#testing/database-templates.ts';
import { testDatabase } from '#testing/test-database.ts';
import { manualClock } from '../clock/clock.ts';
import {
  createQueue,
  createWorker,
  defineRecurring,
  defineTask,
  enqueueRecurring,
  repeat,
  type TaskHandler,
  type TaskWork,
} from './index.ts';
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
  const claim = { kind: 'many', now: START, limit: 15, leaseUntil: until, worker: 'w', holder: null, after: 0 };
  const { rows: plan } = await database.execute<Record<string, unknown>>(
    `explain (analyze, format json) ${claimText}`,
    ['many', new Date(START), 15, new Date(until), 'w', null, 0],
  );
  const rowsRead = [...JSON.stringify(plan).matchAll(/"Actual Rows":\s*([\d.]+)/g)].map(([, rows]) => Number(rows));
  expect(rowsRead.length).toBeGreaterThan(5);
  expect(Math.max(...rowsRead)).toBeLessThanOrEqual(3 * 15);
  // The first claim took the ten that go first and five of the others.
  const { claims: next } = await claimTasks(database, claim);
  expect(next.map((one) => one.payload)).toEqual(Array.from({ length: 15 }, (_, n) => 3_994 - n));
});

/** Work of tenants; the tenant stands in its payload. */
const tenantTask = (kind: string) =>
  defineTask(kind, z.object({ tenant: z.number(), place: z.number() }), `(n.payload->>'tenant')::int8`);

/** Claims and ends everything, as one worker does; gives how many of each tenant each claim took. */
async function claimAll(kind: string, limit: number): Promise<Map<number, number>[]> {
  const rounds: Map<number, number>[] = [];
  for (let after = 0; ;) {
    const until = START + MINUTE;
    const claim = { kind, now: START, limit, leaseUntil: until, worker: 'w', holder: null, after };
    const { claims, last } = await claimTasks(database, claim);
    if (claims.length === 0) return rounds;
    after = last;
    const tenants = claims.map(({ payload }) => (payload as { tenant: number }).tenant);
    rounds.push(new Map([...Map.groupBy(tenants, (tenant) => tenant)].map(([tenant, { length }]) => [tenant, length])));
    await completeTasks(database, claims);
  }
}

const tasksOf = (tenant: number, count: number, lateMs: number) =>
  Array.from({ length: count }, (_, place) => ({ payload: { tenant, place }, runAt: START - lateMs }));

test('tenants take turns: what one has much of and for long does not delay the others', async () => {
  const items = [...tasksOf(1, 400, MINUTE), ...tasksOf(2, 3, 1_000), ...tasksOf(3, 40, 0)];
  await queue.enqueueMany(tenantTask('turns'), items);
  const rounds = await claimAll('turns', 30);
  expect(rounds.slice(0, 4).map((round) => [round.get(1), round.get(2), round.get(3)])).toEqual([
    [17, 3, 10],
    [15, undefined, 15],
    [15, undefined, 15],
    [30, undefined, undefined],
  ]);
  // Nothing is left out, and claims are full as long as there is enough.
  expect(rounds.map((round) => [...round.values()].reduce((sum, n) => sum + n, 0))).toEqual([
    ...Array.from({ length: 14 }, () => 30),
    23,
  ]);
});

test('more tenants than a claim takes, and than it looks at, come one after the other', async () => {
  const tenants = Array.from({ length: 620 }, (_, index) => index + 10);
  await queue.enqueueMany(
    tenantTask('crowd'),
    tenants.flatMap((tenant) => tasksOf(tenant, tenant < 60 ? 30 : 1, tenant < 60 ? MINUTE : 0)),
  );
  const rounds = await claimAll('crowd', 50);
  const served = (tenant: number): number => rounds.findIndex((round) => round.has(tenant));
  expect(Math.max(...tenants.map(served))).toBeLessThanOrEqual(Math.ceil(620 / 50));
});

test('a claim of tenants in turns reads what it takes and one task of each tenant', async () => {
  await queue.enqueueMany(
    tenantTask('read'),
    Array.from({ length: 20 }, (_, index) => tasksOf(index + 1, index === 0 ? 4_000 : 10, MINUTE - index)).flat(),
  );
  await database.execute('analyze task');
  const { rows: plan } = await database.execute<Record<string, unknown>>(
    `explain (analyze, format json) ${claimText}`,
    ['read', new Date(START), 15, new Date(START + MINUTE), 'w', null, 0],
  );
  const rowsRead = [...JSON.stringify(plan).matchAll(/"Actual Rows":\s*([\d.]+)/g)].map(([, rows]) => Number(rows));
  expect(Math.max(...rowsRead)).toBeLessThanOrEqual(2 * 20);
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
      after: 0,
    });
  const sizes: number[] = [];
  // The worker that has the last of them is lost; others end what they have.
  for (;;) {
    const { claims } = await claim();
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

test('recurring work that a worker has in hand is not begun beside it by a process that starts', async () => {
  const clock = manualClock(START);
  const own = createQueue({ database, clock, log: silentLog });
  const works: TaskWork[] = [];
  const recurring = (kind: string, work: () => Promise<void>) =>
    repeat({ queue: own, clock, log: silentLog }, defineRecurring(kind), MINUTE, work);
  works.push(
    recurring('busy', () => enqueueRecurring(own, works)),
    recurring('idle', () => Promise.resolve()),
  );
  await enqueueRecurring(own, works.slice(0, 1));
  const handlers = Object.fromEntries(works.slice(0, 1).map(({ kind, handler }) => [kind, handler]));
  await createWorker({ queue: own, handlers }).processAll();
  const tasks = [...(await own.list({ kind: 'busy' })), ...(await own.list({ kind: 'idle' }))];
  // The one that ran has put its next run; it was not put while it ran.
  expect(tasks.map(({ kind, runAt }) => [kind, runAt])).toEqual([
    ['busy', START + MINUTE],
    ['idle', START],
  ]);
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
