import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test as base, expect, request } from '@playwright/test';
import { callApi, password } from './support/api.ts';
import { worldSeed } from './support/filled.ts';
import { ended, newWorldDir, productEnvironment, projectRoot, readyUrl } from './support/product.ts';

const starter = join(projectRoot, 'scripts/start.mjs');

/** A data directory for the file, with a world in it: only what starts over has to make one. */
const test = base.extend<object, { dataDir: string }>({
  dataDir: [
    async ({}, use) => {
      const dataDir = newWorldDir();
      await use(dataDir);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
    },
    { scope: 'worker' },
  ],
});
// Each start goes on with what the one before has left.
test.describe.configure({ mode: 'serial' });
// A product starts several times in one test, on a machine that may have other work.
test.setTimeout(480_000);
test.skip(process.platform === 'win32', 'signals');

const start = (dataDir: string, options: readonly string[] = [], settings: Record<string, string> = {}) =>
  spawn(process.execPath, [starter, ...options], {
    cwd: projectRoot,
    env: productEnvironment({ DATA_DIR: dataDir, SIMULATOR: 'on', SIMULATOR_SEED: worldSeed, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Starts a product that cannot run: how it ended, and what it complained of. */
async function run(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ code: number | null; message: string }> {
  const child = start(dataDir, [], settings);
  let message = '';
  child.stderr.on('data', (chunk: Buffer) => (message += chunk.toString()));
  return { code: await ended(child), message };
}

/** The product itself, below the starter. */
function productBelow(starterPid: number): number {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const row = stdout.split('\n').find((line) => line.trim().split(/\s+/)[1] === String(starterPid));
  return Number(row?.trim().split(/\s+/)[0]);
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !(existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '));
  } catch {
    return false;
  }
};

/** Calls of a product that has only just started: it prepares its world beside. */
const callsOf = (url: string) => request.newContext({ baseURL: url, timeout: 60_000 });

/** Keeps something: the preference that later starts have to know again. */
async function changeSpeed(url: string, speed: number): Promise<void> {
  const context = await callsOf(url);
  await callApi(context, '/api/auth/user/login', { userCode: 'admin', password });
  await callApi(context, '/api/autotest/world', { speed });
  await context.dispose();
}

async function speedOf(url: string): Promise<number> {
  const context = await callsOf(url);
  await callApi(context, '/api/auth/user/login', { userCode: 'admin', password });
  const { speed } = await callApi<{ speed: number }>(context, '/api/autotest/world');
  await context.dispose();
  return speed;
}

test('a second process on the same data is refused in plain words; a killed product loses nothing', async ({
  dataDir,
}) => {
  const first = start(dataDir);
  await changeSpeed(await readyUrl(first), 3);
  const second = spawnSync(process.execPath, [starter], {
    cwd: projectRoot,
    env: productEnvironment({ DATA_DIR: dataDir }),
    encoding: 'utf8',
  });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain(dataDir);
  expect(second.stderr).not.toMatch(/\n\s+at /);
  process.kill(productBelow(first.pid as number), 'SIGKILL');
  expect(await ended(first)).not.toBe(0);
});

test('the next start knows the data again; a killed starter leaves no orphan', async ({ dataDir }) => {
  const next = start(dataDir);
  expect(await speedOf(await readyUrl(next))).toBe(3);
  const orphan = productBelow(next.pid as number);
  next.kill('SIGKILL');
  await expect.poll(() => isAlive(orphan), { timeout: 60_000 }).toBe(false);
});

test('a wrong setting is one line and exit 1', async ({ dataDir }) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [starter], {
    cwd: projectRoot,
    env: productEnvironment({ DATA_DIR: dataDir, PORT: 'eighty' }),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain('PORT');
  expect(stdout).not.toContain('ready');
});

test('a port in use is two lines, in Chinese and in English, and exit 1', async ({ dataDir }) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  for (const setting of ['PORT', 'SIMULATOR_PORT']) {
    const { code, message } = await run(dataDir, { [setting]: String(port), HOST: '127.0.0.1' });
    expect(code).toBe(1);
    expect(message.trim().split('\n')).toHaveLength(2);
    expect(message).toContain(`端口 ${port} 已被其他程序占用`);
    expect(message).toContain(`${setting}=<port>`);
  }
  other.close();
});

test('a reset starts over; it stops cleanly on SIGTERM', async ({ dataDir }) => {
  const reset = start(dataDir, ['--reset']);
  expect(await speedOf(await readyUrl(reset))).toBe(1);
  const product = productBelow(reset.pid as number);
  reset.kill('SIGTERM');
  expect(await ended(reset)).toBe(0);
  expect(isAlive(product)).toBe(false);
});
