import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forecast, outlook } from './forecast.ts';

const window = { from: 0, to: 1_000, bucketMs: 100 };

test('one place: the second job waits for the first', () => {
  const jobs = [
    { at: 0, durationMs: 150, own: false },
    { at: 50, durationMs: 100, own: true },
  ];
  const { buckets, firstWaitAt, longestWaitMs } = forecast(jobs, 1, window);
  expect([firstWaitAt, longestWaitMs]).toEqual([50, 100]);
  expect(buckets.slice(0, 3)).toEqual([
    { at: 0, own: 0, others: 1, waiting: 0.5 },
    { at: 100, own: 0.5, others: 0.5, waiting: 0.5 },
    { at: 200, own: 0.5, others: 0, waiting: 0 },
  ]);
});

test('without robots everything waits', () =>
  expect(forecast([{ at: 100, durationMs: 10, own: true }], 0, window)).toMatchObject({
    firstWaitAt: 100,
    longestWaitMs: 900,
  }));

const anyJobs = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: 999 }), durationMs: fc.integer({ min: 1, max: 400 }), own: fc.boolean() }),
  { maxLength: 40 },
);

test('never more jobs than places; nobody waits while there is a place', () => {
  fc.assert(
    fc.property(anyJobs, fc.integer({ min: 1, max: 6 }), (jobs, capacity) => {
      const { buckets } = forecast(jobs, capacity, window);
      for (const { own, others, waiting } of buckets) {
        expect(own + others).toBeLessThanOrEqual(capacity + 1e-9);
        expect(waiting).toBeGreaterThanOrEqual(0);
      }
      const { buckets: free, firstWaitAt } = forecast(jobs, jobs.length, window);
      expect(jobs.length === 0 || firstWaitAt === null).toBe(true);
      expect(free.every(({ waiting }) => waiting === 0)).toBe(true);
    }),
  );
});

test('all schedules together: who waits is stated of each, and every job starts in some part', () => {
  const jobs = [
    { at: 0, durationMs: 150, scheduleId: 1 },
    { at: 50, durationMs: 100, scheduleId: 2 },
    { at: 120, durationMs: 10, scheduleId: 2 },
  ];
  const { buckets, schedules } = outlook(jobs, 1, window);
  expect(schedules.get(1)).toMatchObject({ waits: 0, firstWaitAt: null });
  expect(schedules.get(2)).toMatchObject({ waits: 2, firstWaitAt: 50, longestWaitMs: 130 });
  expect(schedules.get(2)?.starts.slice(0, 2)).toEqual([1, 1]);
  expect(buckets[0]).toEqual({ at: 0, running: 1, waiting: 0.5 });
  expect(outlook(jobs, 0, window).schedules.get(1)).toMatchObject({ waits: 1, longestWaitMs: 1_000 });
});
