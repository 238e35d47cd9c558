import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const agent = fileURLToPath(new URL('../../robot/main.ts', import.meta.url));
/** An agent is small: pages pass through it, nothing stays. */
const heapMb = 64;
const againMs = 5_000;
const endMs = 5_000;

/** A robot of the world: a process of its own that knows an address and a key. */
export type RobotProcess = { die: () => void; stop: () => Promise<void> };

/** Starts an agent and starts it again whenever it ends by itself; it ends with this process. */
export function startRobotProcess({ server, key }: { server: string; key: string }): RobotProcess {
  let child: ChildProcess | undefined;
  let again: NodeJS.Timeout | undefined;
  let stopped = false;
  const start = (): void => {
    child = spawn(
      process.execPath,
      [`--max-old-space-size=${heapMb}`, '--disable-sigusr1', '--disable-warning=ExperimentalWarning', agent],
      {
        // Only what it needs: nothing of the product's settings and secrets.
        env: { PATH: process.env['PATH'] ?? '', ROBOT_SERVER: server, ROBOT_KEY: key },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    child.on('error', () => {});
    child.on('exit', () => {
      child = undefined;
      if (!stopped) again = setTimeout(start, againMs).unref();
    });
    child.unref();
    child.channel?.unref();
  };
  start();
  return {
    die: () => void child?.kill('SIGKILL'),
    stop: async () => {
      stopped = true;
      clearTimeout(again);
      if (child === undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const kill = setTimeout(() => child?.kill('SIGKILL'), endMs);
      await ended;
      clearTimeout(kill);
    },
  };
}
