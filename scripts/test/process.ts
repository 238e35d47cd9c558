import { type ChildProcess, spawn } from 'node:child_process';
import { root } from '../lint/read-source.ts';

/** How a program ended, and what it printed. */
export type Ended = { code: number; said: string };

type Options = { env?: NodeJS.ProcessEnv; quiet?: boolean; timeoutMs?: number; cwd?: string };

const groups = new Set<ChildProcess>();

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** Ends everything that still runs. */
export function killAll(): void {
  for (const child of groups) killGroup(child, 'SIGKILL');
}

/** Runs a program as a group of its own, so that nothing it started outlives it; what it prints is shown, or kept quiet. */
export function run(command: string, args: readonly string[], options: Options = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    groups.add(child);
    let said = '';
    const hear = (chunk: Buffer): void => {
      said = `${said}${chunk.toString()}`.slice(-100_000);
      if (options.quiet !== true) process.stdout.write(chunk);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const timer = setTimeout(
      () => {
        said += `\nended after ${(options.timeoutMs ?? 0) / 1000} s without a result\n`;
        killGroup(child, 'SIGKILL');
      },
      options.timeoutMs ?? 30 * 60_000,
    );
    const done = (code: number, text: string): void => {
      clearTimeout(timer);
      killGroup(child, 'SIGKILL');
      groups.delete(child);
      resolve({ code, said: text });
    };
    child.on('error', (error) => done(127, `${said}${error.message}`));
    child.on('exit', () => killGroup(child, 'SIGTERM'));
    child.on('close', (code) => done(code ?? 1, said));
  });
}
