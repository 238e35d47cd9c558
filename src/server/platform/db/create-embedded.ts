import { fork } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

const creator = fileURLToPath(new URL('./embedded-creator.ts', import.meta.url));

/**
 * Makes a new embedded database in an empty directory, in a process of its own: making one takes 340 MB, which a process
 * that lives on would never give back. When that fails the directory is empty again, and opening it makes the database.
 */
export async function createEmbedded(directory: string, log: Logger): Promise<void> {
  const execArgv = ['--disable-sigusr1', '--disable-warning=ExperimentalWarning'];
  const child = fork(creator, [directory], { stdio: 'ignore', execArgv });
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve(null));
  });
  if (code === 0) return;
  log.warn({ code }, 'a new database could not be made by a process of its own');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
}
