import { beforeEach, describe, expect, test } from 'vitest';
import { anyTask } from '#testing/any-task.ts';
import { silentLog } from '#testing/database-templates.ts';
import { testDatabase } from '#testing/test-database.ts';
import { manualClock } from '../clock/clock.ts';
import {
  createQueue,
  createWorker,
  FatalTaskError,
  type TaskEvent,
  type TaskFailure,
  type TaskHandler,
  type Worker,
} from './index.ts';
import { claimTasks, completeTasks, listHolders } from './queries.ts';

const database = await testDatabase();
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
let clock = manualClock(START);
let real = manualClock(START);
const newQueue = () => createQueue({ database, clock, realClock: real, log: silentLog });
let queue = newQueue();

beforeEach(async () => {
  await database.execute('delete from task');
  clock = manualClock(START);
  real = manualClock(START);
  queue = newQueue();
});

const waitUntil = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 10_000; !(await condition());) {
    if (Date.now() > end) throw new Error('did not happen in time');
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** A handler that keeps what it got. */
function keeping(more: Partial<TaskHandler> = {}): { got: unknown[][]; handler: TaskHandler } {
  const got: unknown[][] = [];
  return { got, handler: { run: async (payloads) => void got.push([...payloads]), ...more } };
}

const fails = (error: unknown, more: Partial<TaskHandler> = {}): TaskHandler => ({
  run: async () => {
    throw error;
  },
  retry: () => MINUTE,
  ...more,
});
const worker = (handlers: Record<string, TaskHandler>, onEvent?: (event: TaskEvent) => void): Worker =>
  createWorker({ queue, handlers, pollMs: 200, ...(onEvent === undefined ? {} : { onEvent }) });

describe('enqueue', () => {
  test('what is done is gone; what is not due waits', async () => {
    const { got, handler } = keeping();
    await queue.enqueue(anyTask('a'), { n: 1 });
    await queue.enqueue(anyTask('a'), { n: 2 }, { runAt: START + MINUTE });
    await queue.enqueue(anyTask('other'), {});
    expect(await worker({ a: handler }).processAll()).toEqual({ done: 1, failed: 0, dead: 0 });
    expect(got).toEqual([[{ n: 1 }]]);
    expect((await queue.list({})).map((task) => [task.kind, task.status])).toEqual([
      ['other', 'waiting'],
      ['a', 'waiting'],
    ]);
  });

  test('joins the current transaction', async () => {
    await database
      .transaction(async () => {
        await queue.enqueue(anyTask('a'), 1);
        throw new Error('no');
      })
      .catch(() => {});
    expect(await queue.list({})).toEqual([]);
  });

  test('highest priority first, then the oldest, in batches', async () => {
    const { got, handler } = keeping({ batchSize: 2 });
    await queue.enqueueMany(anyTask('a'), [
      { payload: 'late', runAt: START - 1 },
      { payload: 'early', runAt: START - 2 },
      { payload: 'urgent', priority: 90 },
    ]);
    await worker({ a: handler }).processAll();
    expect(got).toEqual([['early', 'urgent'], ['late']]);
  });

  test('a singleton key keeps one waiting task: newest payload, earliest time', async () => {
    const first = await queue.enqueue(anyTask('a'), 'old', { singletonKey: 'k', runAt: START + MINUTE });
    expect(await queue.enqueue(anyTask('a'), 'new', { singletonKey: 'k', priority: 60 })).toBe(first);
    await queue.enqueueMany(anyTask('a'), [
      { payload: 'x', singletonKey: 'm', runAt: START + 5 },
      { payload: 'y', singletonKey: 'm' },
      { payload: 'z' },
    ]);
    expect((await queue.list({ kind: 'a' })).map((task) => [task.payload, task.runAt, task.priority])).toEqual([
      ['z', START, 50],
      ['y', START, 50],
      ['new', START, 60],
    ]);
    await queue.enqueue(anyTask('b'), 'another kind', { singletonKey: 'k' });
    expect(await queue.list({})).toHaveLength(4);
  });

  test('while a singleton runs, the next one waits, and the running one yields to it when it fails', async () => {
    let calls = 0;
    const handler: TaskHandler = {
      run: async () => {
        calls += 1;
        if (calls > 1) return;
        await queue.enqueue(anyTask('a'), 'second', { singletonKey: 'k', runAt: START + MINUTE });
        throw new Error('first fails');
      },
      retry: () => 1,
    };
    await queue.enqueue(anyTask('a'), 'first', { singletonKey: 'k' });
    const totals = await worker({ a: handler }).processAll({ until: START + 2 * MINUTE });
    expect(totals).toEqual({ done: 1, failed: 1, dead: 0 });
    expect(calls).toBe(2);
    expect(await queue.list({})).toEqual([]);
  });

  test('thousands at once', async () => {
    const { got, handler } = keeping({ batchSize: 500 });
    await queue.enqueueMany(
      anyTask('a'),
      Array.from({ length: 2_000 }, (_, n) => ({ payload: n })),
    );
    await worker({ a: handler }).processAll();
    expect(got.flat()).toEqual(Array.from({ length: 2_000 }, (_, n) => n));
  });
});

describe('failure', () => {
  test('comes back after the back-off, and is dead after the last attempt', async () => {
    await queue.enqueue(anyTask('a'), 1, { maxAttempts: 3 });
    const failing = worker({ a: fails(new TypeError('broken')) });
    expect(await failing.processAll()).toEqual({ done: 0, failed: 1, dead: 0 });
    expect(await queue.list({})).toMatchObject([
      { status: 'waiting', runAt: START + MINUTE, attempts: 1, lastError: 'TypeError: broken' },
    ]);
    expect(await failing.processAll({ until: START + 10 * MINUTE })).toEqual({ done: 0, failed: 2, dead: 1 });
    expect(clock.now()).toBe(START + 10 * MINUTE);
    expect(await queue.list({ status: 'dead' })).toMatchObject([{ attempts: 3 }]);
    expect(await queue.counts()).toEqual([{ kind: 'a', status: 'dead', n: 1, oldestRunAt: expect.any(Number) }]);
  });

  test('a fatal error is dead at once; dead ones can wait again or be removed', async () => {
    await queue.enqueueMany(anyTask('a'), [{ payload: 1 }, { payload: 2 }]);
    await worker({ a: fails(new FatalTaskError('hopeless')) }).processAll();
    const [one, two] = await queue.list({ status: 'dead' });
    expect(await queue.retryDead({ kind: 'b' })).toBe(0);
    expect(await queue.retryDead({ ids: [one?.id ?? 0] })).toBe(1);
    expect(await queue.removeDead({ ids: [two?.id ?? 0, one?.id ?? 0] })).toBe(1);
    const { got, handler } = keeping();
    await worker({ a: handler }).processAll();
    expect(got).toEqual([[one?.payload]]);
  });

  test('some of a batch', async () => {
    await queue.enqueueMany(
      anyTask('a'),
      [1, 2, 3, 4].map((payload) => ({ payload })),
    );
    const handler: TaskHandler<number> = {
      batchSize: 10,
      run: async (payloads) =>
        payloads.flatMap((payload, index): TaskFailure[] => {
          if (payload === 2) return [{ index, error: new Error('later'), retryAt: START + 7 }];
          return payload === 3 ? [{ index, error: 'never', fatal: true }] : [];
        }),
    };
    expect(await worker({ a: handler }).processAll()).toEqual({ done: 2, failed: 2, dead: 1 });
    expect((await queue.list({})).map(({ payload, status, runAt }) => [payload, status, runAt])).toEqual([
      [3, 'dead', START],
      [2, 'waiting', START + 7],
    ]);
  });

  test('effects and end in one transaction: both or none', async () => {
    await queue.enqueueMany(anyTask('a'), [{ payload: 'good' }, { payload: 'bad' }]);
    const handler: TaskHandler<string> = {
      run: async ([payload], _signal, { complete }) => {
        await database.transaction(async () => {
          await queue.enqueue(anyTask('effect'), payload);
          await complete([0]);
          if (payload === 'bad') throw new Error('after complete');
        });
      },
      retry: () => MINUTE,
    };
    expect(await worker({ a: handler }).processAll()).toEqual({ done: 1, failed: 1, dead: 0 });
    expect((await queue.list({ kind: 'effect' })).map((task) => task.payload)).toEqual(['good']);
    expect(await queue.list({ kind: 'a' })).toMatchObject([{ payload: 'bad', status: 'waiting', attempts: 1 }]);
  });

  test('tasks without end are noticed', async () => {
    await queue.enqueue(anyTask('a'), 1);
    const endless: TaskHandler = { run: async () => void (await queue.enqueue(anyTask('a'), 1)) };
    await expect(worker({ a: endless }).processAll({ maxBatches: 20 })).rejects.toThrow('do not come to an end');
  });
});

describe('leases', () => {
  test('a task whose worker is gone is worked off by another; the late result does not count', async () => {
    await queue.enqueue(anyTask('a'), 1);
    const events: TaskEvent[] = [];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    const sleepy = worker({ a: { run: async () => (enter(), gate), leaseMs: 1_000_000 } }, (event) =>
      events.push(event),
    );
    const late = sleepy.processAll();
    await entered;
    real.advance(1_000_001);
    const { got, handler } = keeping();
    expect(await worker({ a: handler }).processAll()).toEqual({ done: 1, failed: 0, dead: 0 });
    expect(got).toEqual([[1]]);
    open();
    expect(await late).toEqual({ done: 0, failed: 0, dead: 0 });
    expect(events).toMatchObject([{ kind: 'a', type: 'lost', count: 1 }]);
  });

  test('after the last attempt a task without worker is dead', async () => {
    await queue.enqueue(anyTask('a'), 1, { maxAttempts: 1 });
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const late = worker({ a: { run: async () => (enter(), gate), leaseMs: 1_000_000 } }).processAll();
    await entered;
    real.advance(1_000_001);
    await worker({ a: keeping().handler }).processAll();
    expect(await queue.list({})).toMatchObject([{ status: 'dead', lastError: 'the worker gave no sign of life' }]);
    open();
    await late;
  });

  test('the tasks of a worker whose sign of life has gone are another’s at once, however long its lease', async () => {
    const held = await database.holdKey();
    await queue.enqueue(anyTask('a'), 1);
    const {
      claims: [claim],
    } = await claimTasks(database, {
      kind: 'a',
      now: clock.now(),
      limit: 1,
      leaseUntil: real.now() + 1_000_000,
      worker: 'gone',
      after: 0,
      holder: held.key,
    });
    expect(await database.goneKeys([held.key])).toEqual([]);
    const { got, handler } = keeping();
    const other = worker({ a: handler });
    await other.start();
    await held.release();
    expect(await database.goneKeys([held.key])).toEqual([held.key]);
    await waitUntil(() => got.length > 0);
    await other.stop();
    expect(got).toEqual([[1]]);
    expect(await completeTasks(database, claim === undefined ? [] : [claim])).toBe(0);
  });

  test('a worker that lives keeps its tasks', async () => {
    await queue.enqueue(anyTask('a'), 1);
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    const busy = worker({ a: { run: async () => (enter(), gate) } });
    await busy.start();
    await entered;
    const [task] = await database.query<{ holder: number }>('select holder from task');
    expect(await database.goneKeys([task?.holder ?? 0, 1])).toEqual([1]);
    expect(await listHolders(database, task?.holder ?? 0)).toEqual([]);
    expect(await listHolders(database, 1)).toEqual([task?.holder]);
    open();
    await busy.stop();
    expect(await database.goneKeys([task?.holder ?? 0])).toEqual([task?.holder]);
  });

  test('completing in a transaction fails when the lease is lost', async () => {
    await queue.enqueue(anyTask('a'), 1);
    const handler: TaskHandler = {
      run: async (_payloads, _signal, { complete }) => {
        await database.execute('update task set fence = fence + 1');
        await database.transaction(async () => {
          await queue.enqueue(anyTask('effect'), 1);
          await complete();
        });
      },
    };
    expect(await worker({ a: handler }).processAll()).toEqual({ done: 0, failed: 0, dead: 0 });
    expect(await queue.list({ kind: 'effect' })).toEqual([]);
  });

  test('leases are renewed while the handler runs, and it is reported when they are lost', async () => {
    await queue.enqueue(anyTask('a'), 1);
    let aborted = false;
    const leases = async (): Promise<number> =>
      (await database.query<{ at: number }>('select lease_until as at from task'))[0]?.at ?? 0;
    const handler: TaskHandler = {
      leaseMs: 150,
      run: async (_payloads, signal) => {
        const before = await leases();
        real.advance(100);
        await waitUntil(async () => (await leases()) > before);
        await database.execute('update task set fence = fence + 1');
        await waitUntil(() => signal.aborted);
        aborted = true;
      },
    };
    await worker({ a: handler }).processAll();
    expect(aborted).toBe(true);
  });
});

describe('a started worker', () => {
  test('works off what comes, up to its concurrency, woken at once', async () => {
    let running = 0;
    let max = 0;
    const seen: unknown[] = [];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const handler: TaskHandler = {
      concurrency: 3,
      run: async ([payload]) => {
        running += 1;
        max = Math.max(max, running);
        await gate;
        seen.push(payload);
        running -= 1;
      },
    };
    const started = createWorker({ queue, handlers: { a: handler }, pollMs: 60_000 });
    await started.start();
    await database.transaction(async () => {
      await queue.enqueueMany(
        anyTask('a'),
        Array.from({ length: 7 }, (_, n) => ({ payload: n })),
      );
    });
    await waitUntil(() => running === 3);
    expect(started.running()).toBe(3);
    open();
    await waitUntil(() => seen.length === 7);
    expect(max).toBe(3);
    await started.stop();
    expect(await queue.list({})).toEqual([]);
  });

  test('wakes when the next task is due by its clock', async () => {
    queue = createQueue({
      database,
      clock: { now: () => Date.now(), realMsUntil: (at) => Math.max(0, at - Date.now()) },
      log: silentLog,
    });
    const { got, handler } = keeping();
    const started = createWorker({ queue, handlers: { a: handler }, pollMs: 60_000 });
    await started.start();
    await queue.enqueue(anyTask('a'), 'soon', { runAt: Date.now() + 120 });
    await waitUntil(() => got.length === 1);
    await started.stop();
  });

  test('stopping interrupts what takes too long, and gives it back with its attempt', async () => {
    await queue.enqueue(anyTask('a'), 1);
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    const handler: TaskHandler = {
      run: (_payloads, signal) => {
        enter();
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        );
      },
    };
    const started = worker({ a: handler });
    await started.start();
    await entered;
    await started.stop(20);
    expect(await queue.list({})).toMatchObject([{ status: 'waiting', attempts: 0, lastError: null }]);
  });

  test('two workers never do the same task', async () => {
    const seen: unknown[] = [];
    const handler: TaskHandler = { concurrency: 2, batchSize: 5, run: async (payloads) => void seen.push(...payloads) };
    const workers = [worker({ a: handler }), worker({ a: handler })];
    for (const each of workers) await each.start();
    await queue.enqueueMany(
      anyTask('a'),
      Array.from({ length: 300 }, (_, n) => ({ payload: n })),
    );
    await waitUntil(() => seen.length >= 300);
    for (const each of workers) await each.stop();
    expect(new Set(seen).size).toBe(300);
    expect(seen).toHaveLength(300);
  });
});
