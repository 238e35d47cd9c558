import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { worldSeed } from './filled.ts';
import { launchFlags, memoryEnvironment, memoryFlags } from '../../scripts/node-flags.mjs';

export const projectRoot = dirname(dirname(import.meta.dirname));

/** A product of its own for tests; `url` is where it answers. */
export type RunningProduct = {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** What it has written on its console so far. */
  message: () => string;
  stop: () => Promise<void>;
};

/** Names the data that products begin with a copy of. */
export const worldVariable = 'PORTOLAN_WORLD';

/** Names a product that runs already, for writing journeys. */
const urlVariable = 'PORTOLAN_URL';

const startTimeoutMs = 180_000;

/** A port nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()));
    });
  });
}

/** A new folder for the data of one product. */
const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'portolan-data-'));

/** A new folder with the data of the world that has run ahead and stands still (`kept-world.ts`). */
export function newWorldDir(): string {
  const dataDir = newDataDir();
  const world = process.env[worldVariable] ?? '';
  if (world === '') throw new Error(`${worldVariable} names no world`);
  cpSync(world, dataDir, { recursive: true });
  return dataDir;
}

/** The environment of a product under test: nothing of the person who runs the tests. */
export function productEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    ...memoryEnvironment,
    // As `npm start` does: without it every start compiles a thousand files.
    NODE_COMPILE_CACHE: join(projectRoot, 'node_modules', '.cache', 'compile'),
    PORT: '0',
    SIMULATOR_PORT: '0',
    JT808_PORT: '0',
    GT06_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    SIMULATOR_PEOPLE: 'off',
    ...settings,
  };
}

/** The end of a process. */
export const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)));

/** Waits for the line that says where the product answers. */
export function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let message = '';
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${message}`)), startTimeoutMs);
    const hear = (chunk: Buffer): void => {
      message += chunk.toString();
      const url = /Portolan is ready at (\S+)/.exec(message)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}:\n${message}`));
    });
  });
}

/** Starts a product; on a new data directory unless the settings name one. */
export async function startProduct(
  settings: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<RunningProduct> {
  const dataDir = settings['DATA_DIR'] ?? newDataDir();
  const child = spawn(
    process.execPath,
    [...memoryFlags, ...launchFlags, join(projectRoot, 'src/server/main.ts'), ...options],
    {
      cwd: projectRoot,
      env: productEnvironment({ ...settings, DATA_DIR: dataDir }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const message = (): string => written;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await ended(child);
    clearTimeout(timer);
    if (settings['DATA_DIR'] === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    return { url: await readyUrl(child), dataDir, child, message, stop };
  } catch (error) {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
}

/** A product for the journeys of one worker, with a copy of the world; Playwright starts another worker after a failure. */
export async function withWorld(use: (url: string) => Promise<void>): Promise<void> {
  const named = process.env[urlVariable] ?? '';
  if (named !== '') return use(named);
  const dataDir = newWorldDir();
  try {
    const { url, stop } = await startProduct({ SIMULATOR_SEED: worldSeed, DATA_DIR: dataDir });
    await use(url).finally(stop);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
