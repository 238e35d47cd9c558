import { type ChildProcess, spawn } from 'node:child_process';
import { root } from '../lint/read-source.ts';
import { noteProcessorSeconds, secondsOfTimes, watchBelow } from './processor-time.ts';

/** How a program ended, and what it printed. */
export type Ended = { code: number; message: string };

type Options = { env?: NodeJS.ProcessEnv; quiet?: boolean; timeoutMs?: number; cwd?: string };

const groups = new Set<ChildProcess>();
const isWindows = process.platform === 'win32';

// The shell says at the end what processor time its children took, those of their children included if they were waited for: Node cannot.
const timed = ['-c', '"$@" 3>&-; code=$?; times >&3; exit $code', 'sh'];

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** Ends everything that still runs. */
export function killAll(): void {
  for (const child of groups) killGroup(child, 'SIGKILL');
}

/**
 * Runs a program as a group of its own, so that nothing it started outlives it; what it prints is shown, or kept quiet. Its processor time
 * is noted.
 */
export function run(command: string, args: readonly string[], options: Options = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(isWindows ? command : 'sh', isWindows ? args : [...timed, command, ...args], {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: !isWindows,
    });
    groups.add(child);
    const secondsBelow = child.pid === undefined ? () => 0 : watchBelow(child.pid);
    let message = '';
    const hear = (chunk: Buffer): void => {
      message = `${message}${chunk.toString()}`.slice(-100_000);
      if (options.quiet !== true) process.stdout.write(chunk);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    let times = '';
    child.stdio[3]?.on('data', (chunk: Buffer) => (times += chunk.toString()));
    const timer = setTimeout(
      () => {
        message += `\nended after ${(options.timeoutMs ?? 0) / 1000} s without a result\n`;
        killGroup(child, 'SIGKILL');
      },
      options.timeoutMs ?? 30 * 60_000,
    );
    const done = (code: number, text: string): void => {
      clearTimeout(timer);
      const below = secondsBelow();
      killGroup(child, 'SIGKILL');
      groups.delete(child);
      // Each misses something: the one what nobody waited for, the other what was short.
      noteProcessorSeconds(Math.max(secondsOfTimes(times), below));
      resolve({ code, message: text });
    };
    child.on('error', (error) => done(127, `${message}${error.message}`));
    child.on('exit', () => killGroup(child, 'SIGTERM'));
    child.on('close', (code) => done(code ?? 1, message));
  });
}
