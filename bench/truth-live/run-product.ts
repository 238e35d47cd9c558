import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallData } from '#contract/index.ts';
import { worldPassword } from '#server/modules/world/seed/index.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { ask } from '../support/ask.ts';
import { signIn, startProductProcess } from '../support/product.ts';
import type { Requested } from './read-product.ts';

/** What is run: a world of a seed, at a speed, for so many minutes of the machine. */
export type Run = { seed: string; speed: number; minutes: number; embedded: boolean };

const maxSettleMs = 180_000;

export const signInToWorld = (url: string): Promise<string> =>
  signIn(url, { userCode: 'admin', password: worldPassword });

type World = CallData<'getWorld'>;

const setWorld = ({ url, cookie }: Requested, change: object): Promise<{ data: World }> =>
  ask<World>(url, cookie, '/api/autotest/world', change);

/** Waits until the background work that was due when the world stopped is done; gives how much was due at first and is left. */
async function settle({ url, cookie }: Requested): Promise<{ due: number; left: number }> {
  const count = async (): Promise<number> => {
    const { data } = await ask<CallData<'overview'>>(url, cookie, '/api/data-center/overview');
    return (data.queue?.kinds ?? []).reduce((sum, { due, running }) => sum + due.count + running, 0);
  };
  const deadline = performance.now() + maxSettleMs;
  const due = await count();
  let left = due;
  // Two looks: work that is done may bring about more.
  for (let still = 0; still < 2 && performance.now() < deadline; still = left === 0 ? still + 1 : 0) {
    await sleep(1_000);
    left = await count();
  }
  return { due, left };
}

/** Stops the world of a running product where it is, has `look` look at it, and lets it go on as before. */
export async function lookAt<T>(requested: Requested, look: (now: number, note: string) => Promise<T>): Promise<T> {
  const { data: before } = await ask<World>(requested.url, requested.cookie, '/api/autotest/world');
  const { data: stopped } = await setWorld(requested, { paused: true });
  try {
    const { due, left } = await settle(requested);
    return await look(stopped.now, `${due} tasks were due when the world was stopped, ${left} are left`);
  } finally {
    await setWorld(requested, { paused: before.paused });
  }
}

/** Starts a product of its own with an empty database, lets its world run, and has `look` look at what it shows then. */
export async function runProduct<T>(
  run: Run,
  look: (requested: Requested, now: number, note: string, dataDir: string) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portolan-truth-'));
  const server = run.embedded ? undefined : await startTemporaryPostgres();
  const product = await startProductProcess([], {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    SIMULATOR: 'on',
    SIMULATOR_PORT: '0',
    SIMULATOR_SEED: run.seed,
    DATA_DIR: dataDir,
    ...(server !== undefined && { DATABASE_URL: server.url }),
  });
  try {
    const requested = { url: product.url, cookie: await signInToWorld(product.url) };
    if (run.speed !== 1) await setWorld(requested, { speed: run.speed });
    await sleep(run.minutes * 60_000);
    return await lookAt(requested, (now, note) => look(requested, now, note, dataDir));
  } finally {
    await product.stop();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
