import { isFullRun } from './run-kind.ts';

/** Nothing that comes from outside may hold up the others longer, in milliseconds of the thread's own time. */
export const SLOWEST_MS = 50;
/** Messages of each protocol that are tried: fewer for a commit than in a full run. */
export const FUZZED = isFullRun ? 10_000 : 2_000;

/** What this thread has worked since a moment, in milliseconds; waiting for a busy machine does not count. */
export const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
};

/** Thread time of some work: what other processes do meanwhile does not count. */
export function timed<Result>(work: () => Result): { ms: number; result: Result } {
  const before = process.threadCpuUsage();
  const result = work();
  return { ms: cpuMs(before), result };
}

/** Runs some work and gives its result; the slowest is remembered. A hopeless message is slow every time, a collection of garbage is not. */
export function createStopwatch(): { run: <Result>(work: () => Result) => Result; slowestMs: () => number } {
  let slowestMs = 0;
  return {
    run: (work) => {
      const { ms, result } = timed(work);
      if (ms > slowestMs)
        slowestMs = Math.max(slowestMs, ms < SLOWEST_MS ? ms : Math.min(ms, timed(work).ms, timed(work).ms));
      return result;
    },
    slowestMs: () => slowestMs,
  };
}

/** Whether something can be kept in a database: no NUL and no half of a character. */
export const isStorable = (value: unknown): boolean => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value) ?? '');
