import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTask, workOn } from './task.ts';
import type { TaskHandler, TaskItem } from './types.ts';

const count = defineTask('count', z.object({ n: z.number() }));
const never = new AbortController().signal;
const item = (id: number): TaskItem => ({ id, payload: null, attempt: 1, maxAttempts: 8, runAt: 0 });

/** A handler of `count` that keeps what it is given and completes the second of its tasks. */
function keeping(failing: readonly number[] = []) {
  const got: { payloads: readonly { n: number }[]; tasks: number[] }[] = [];
  const handler: TaskHandler<{ n: number }> = {
    run: async (payloads, _signal, { tasks, complete }) => {
      got.push({ payloads: [...payloads], tasks: tasks.map(({ id }) => id) });
      await complete([payloads.length - 1]);
      return failing.map((index) => ({ index, error: 'no' }));
    },
  };
  return { got, handler };
}

describe('a declared task', () => {
  test('is given its payloads as they were checked', async () => {
    const { got, handler } = keeping();
    const completed: unknown[] = [];
    const run = { tasks: [item(1)], complete: async (indexes?: readonly number[]) => void completed.push(indexes) };
    expect(await workOn(count, handler).handler.run([{ n: 1, more: true }], never, run)).toEqual([]);
    expect(got).toEqual([{ payloads: [{ n: 1 }], tasks: [1] }]);
    expect(completed).toEqual([[0]]);
  });

  test('fails for good where a payload has another shape; the others are done, and named by their places in the batch', async () => {
    const { got, handler } = keeping([0]);
    const completed: unknown[] = [];
    const run = {
      tasks: [item(1), item(2), item(3)],
      complete: async (indexes?: readonly number[]) => void completed.push(indexes),
    };
    const failures = await workOn(count, handler).handler.run([{ n: 'x' }, { n: 2 }, { n: 3 }], never, run);
    expect(failures).toEqual([
      { index: 0, error: expect.any(z.ZodError), fatal: true },
      { index: 1, error: 'no' },
    ]);
    expect(got).toEqual([{ payloads: [{ n: 2 }, { n: 3 }], tasks: [2, 3] }]);
    expect(completed).toEqual([[2]]);
  });

  test('is not run at all when no payload of the batch can be read', async () => {
    const { got, handler } = keeping();
    const run = { tasks: [item(1)], complete: async () => {} };
    expect(await workOn(count, handler).handler.run([null], never, run)).toMatchObject([{ index: 0, fatal: true }]);
    expect(got).toEqual([]);
  });
});
