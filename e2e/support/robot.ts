import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { launchFlags } from '../../scripts/node-flags.mjs';
import { ended, projectRoot } from './product.ts';

/** A robot in a process of its own, as `npm run robot` starts it. */
export type RobotProcess = { child: ChildProcess; kill: () => Promise<void>; stop: () => Promise<void> };

/** Starts the agent of a robot. */
export function startRobot(server: string, key: string): RobotProcess {
  const child = spawn(
    process.execPath,
    [...launchFlags, join(projectRoot, 'src/robot/main.ts'), '--server', server, '--key', key],
    { cwd: projectRoot, stdio: 'ignore' },
  );
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended(child);
  };
  return { child, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
