import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { launchFlags, memoryEnvironment, memoryFlags } from '../../scripts/node-flags.mjs';
import { benchLogin } from '../data/load-exceptions.ts';

/** The product in a process of its own, as in production. */
export type RunningProduct = { url: string; port: number; pid: number; stop: () => Promise<void> };

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const startLimitMs = 120_000;

/** The key of an installation that lives as long as the benchmark. */
export const benchKey = Buffer.alloc(32, 7).toString('base64');

/** Starts the product; `settings` are environment variables on top of those of production. */
export function startProductProcess(
  args: readonly string[],
  settings: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<RunningProduct> {
  const child = spawn(process.execPath, [...launchFlags, ...memoryFlags, ...nodeOptions, main, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      ...memoryEnvironment,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: '0',
      SECRET_KEY: benchKey,
      // Counting stays on, but the load is not refused.
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...settings,
    },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the product did not start')), startLimitMs);
    let message = '';
    let ready = false;
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      message += chunk.toString();
      if (ready) process.stderr.write(chunk);
      const url = /Portolan is ready at (\S+)/.exec(message)?.[1];
      if (url === undefined || ready) return;
      clearTimeout(timer);
      ready = true;
      resolve({
        url: url.replace('localhost', '127.0.0.1'),
        port: URL.canParse(url) ? Number(new URL(url).port) : 0,
        pid: child.pid ?? 0,
        stop: () =>
          new Promise((ended) => {
            if (child.exitCode !== null) return ended();
            child.once('exit', () => ended());
            child.kill('SIGTERM');
          }),
      });
    });
  });
}

/** Signs in and gives the session cookie. */
export async function signIn(url: string, login: { userCode: string; password: string } = benchLogin): Promise<string> {
  const answer = await fetch(`${url}/api/auth/user/login`, {
    method: 'POST',
    headers: { source: 'Manual', 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('portolan_session='));
  if (cookie === undefined) throw new Error(`sign-in failed: ${await answer.text()}`);
  return cookie.split(';', 1)[0] as string;
}
