import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';

const meter = new AsyncLocalStorage<{ seconds: number }>();

/** Adds processor time to the task that is under way. */
export function noteProcessorSeconds(seconds: number): void {
  const current = meter.getStore();
  if (current !== undefined) current.seconds += seconds;
}

/** Does a task, and measures the processor time of all programs that it ran. */
export async function measureProcessor<T>(task: () => Promise<T>): Promise<{ result: T; processorSeconds: number }> {
  const own = { seconds: 0 };
  const result = await meter.run(own, task);
  return { result, processorSeconds: own.seconds };
}

/** Seconds in what the shell's `times` prints: a line of its own times, then one of its children. */
export function secondsOfTimes(text: string): number {
  const [, ofChildren = ''] = text.trim().split('\n');
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

// In every kernel of Linux that matters.
const TICKS_PER_SECOND = 100;

/** Fields of a process from the third on, as the kernel lists them behind its name. */
const statOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

const sumOf = (fields: readonly string[], from: number, to: number): number =>
  fields.slice(from, to).reduce((sum, ticks) => sum + Number(ticks), 0);

/** The processor time of a process that runs, with children that have ended and those that still run; 0 where the system does not say. */
export function processorSecondsOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  try {
    const running = readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const fields = statOf(name);
        return fields[1] === String(pid) ? [sumOf(fields, 11, 13)] : [];
      } catch {
        return [];
      }
    });
    return [sumOf(statOf(pid), 11, 15), ...running].reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
