import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchFlags } from '../../scripts/node-flags.mjs';
import { createRandom } from '#shared/random/prng.ts';
import { processorSeconds } from './load.ts';
import { benchKey } from './product.ts';

/** Worker processes that can be killed; what they used is counted over all of them. */
export type Workers = {
  /** Begins to kill one of those that are ready at random every second, or as long as a start takes, and starts it again. */
  beginKilling: (seed: string) => void;
  endKilling: () => void;
  /** So far: kills, processor seconds in all, and those spent on starting; milliseconds until a worker was ready (each). */
  counts: () => { kills: number; seconds: number; startSeconds: number; readyMs: readonly number[] };
  stop: () => Promise<void>;
};

type Slot = { child: ChildProcess; ready: Promise<void>; isReady: boolean };

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The script of `npm start` that makes the bundled server; it runs on any Node, so that it has no types. */
const prepareScript = new URL('../../scripts/prepare.mjs', import.meta.url).href;
const killEveryMs = 1_000;

/** Starts `count` processes of the product with the role of a worker, and waits until they are ready. */
export async function startWorkers(
  count: number,
  settings: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<Workers> {
  // Started as `npm start -- --role=worker` starts it.
  const { serverEntry } = (await import(prepareScript)) as { serverEntry: () => string };
  const entry = process.argv.includes('--sources') ? path.join(root, 'src/server/main.ts') : serverEntry();
  const slots: Slot[] = [];
  const readyMs: number[] = [];
  let kills = 0;
  let endedSeconds = 0;
  let startSeconds = 0;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  const start = (): Slot => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...launchFlags, ...nodeOptions, entry, '--role=worker'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        PORT: '0',
        SECRET_KEY: benchKey,
        NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
        ...settings,
      },
    });
    const ready = new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        if (!chunk.toString().includes('Portolan is ready')) return;
        readyMs.push(performance.now() - startedAt);
        startSeconds += processorSeconds(child.pid ?? 0);
        resolve();
      });
      child.once('exit', (code, signal) => {
        if (signal === 'SIGKILL' || stopping) resolve();
        else reject(new Error(`a worker ended with ${code ?? signal}`));
      });
    });
    const slot = { child, ready, isReady: false };
    ready.then(() => (slot.isReady = true)).catch((error: unknown) => console.error(error));
    return slot;
  };

  const end = async ({ child }: Slot, signal: NodeJS.Signals): Promise<void> => {
    endedSeconds += processorSeconds(child.pid ?? 0);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };

  process.once('exit', () => slots.forEach(({ child }) => child.kill('SIGKILL')));
  for (let index = 0; index < count; index += 1) slots.push(start());
  await Promise.all(slots.map(({ ready }) => ready));
  return {
    beginKilling: (seed) => {
      const random = createRandom(seed);
      const killOne = (): void => {
        const alive = slots.filter(({ isReady }) => isReady);
        if (alive.length > 0) {
          const killed = random.pick(alive);
          kills += 1;
          void end(killed, 'SIGKILL');
          slots[slots.indexOf(killed)] = start();
        }
        wait();
      };
      // On a busy machine a start takes many seconds: nothing would ever be done.
      const wait = (): void => void (timer = setTimeout(killOne, Math.max(killEveryMs, readyMs.at(-1) ?? 0)));
      wait();
    },
    endKilling: () => clearTimeout(timer),
    counts: () => ({
      kills,
      seconds: endedSeconds + slots.reduce((sum, { child }) => sum + processorSeconds(child.pid ?? 0), 0),
      startSeconds,
      readyMs,
    }),
    stop: async () => {
      clearTimeout(timer);
      stopping = true;
      await Promise.all(slots.map((slot) => end(slot, 'SIGTERM')));
    },
  };
}
