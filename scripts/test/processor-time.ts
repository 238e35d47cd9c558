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

const secondsIn = (fields: readonly string[], from: number, to: number): number =>
  fields.slice(from, to).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;

/** A process that runs; `started` distinguishes it from a later one of the same number, `seconds` are its own. */
type Running = { pid: string; parent: string; started: string; seconds: number };

function runningProcesses(): Running[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const fields = statOf(pid);
      return [{ pid, parent: fields[1] ?? '', started: fields[19] ?? '', seconds: secondsIn(fields, 11, 13) }];
    } catch {
      return [];
    }
  });
}

/** The processor time of a process that runs, with children that have ended and those that still run; 0 where the system does not say. */
export function processorSecondsOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  try {
    const children = runningProcesses().filter(({ parent }) => parent === String(pid));
    return children.reduce((sum, { seconds }) => sum + seconds, secondsIn(statOf(pid), 11, 15));
  } catch {
    return 0;
  }
}

const LOOK_EVERY_MS = 2_000;

/**
 * Looks now and then at everything below a process. The function it gives ends that, and gives the processor time of all that was
 * seen: also of what its own parent did not wait for, such as the processes of a browser. 0 where the system does not say.
 */
export function watchBelow(pid: number, everyMs = LOOK_EVERY_MS): () => number {
  if (process.platform !== 'linux') return () => 0;
  const seen = new Map<string, number>();
  const keyOf = ({ pid: own, started }: Running): string => `${own} ${started}`;
  const look = (): void => {
    const all = runningProcesses();
    const below = new Set([String(pid)]);
    // Until no more children are found: the system does not list them behind their parents.
    for (let size = 0; size < below.size;) {
      size = below.size;
      for (const one of all) if (below.has(one.parent) || seen.has(keyOf(one))) below.add(one.pid);
    }
    for (const one of all) if (below.has(one.pid)) seen.set(keyOf(one), one.seconds);
  };
  const timer = setInterval(look, everyMs).unref();
  return () => {
    clearInterval(timer);
    look();
    return [...seen.values()].reduce((sum, seconds) => sum + seconds, 0);
  };
}
