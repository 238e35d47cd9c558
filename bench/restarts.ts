/**
 * Whether a restart of a role is seen by anybody: 120 calls, every second one a write, through Caddy with the product's own
 * Caddyfile, while the only web process, at a socket as systemd holds it, and the worker are restarted in turns (SIGTERM, then the next one).
 * Needs Caddy. Options: --calls=120.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { openWriter } from './support/keyed-writes.ts';
import { report } from './support/report.ts';
import { freePort, openRoles, type Roles } from './support/roles.ts';

const everyMs = 150;
const betweenRestartsMs = 3_000;
const calls = Number(process.argv.find((argument) => argument.startsWith('--calls='))?.split('=')[1] ?? 120);

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const from = performance.now(); performance.now() - from < 60_000; await sleep(100))
    if (await isTrue().catch(() => false)) return;
  throw new Error('it did not come up');
}

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;

function startCaddy(home: string, port: number, upstream: string): ChildProcess {
  const config = fileURLToPath(new URL('../deploy/Caddyfile', import.meta.url));
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      CADDY_ADMIN: 'off',
      SITE: `http://127.0.0.1:${port}`,
      UPSTREAM: upstream,
    },
  });
}

/** Restarts the roles in turns until `isOver`; gives how often. */
async function restartInTurns({ start, superviseWeb }: Roles, isOver: () => boolean): Promise<number> {
  const web = await superviseWeb();
  let worker = start('worker');
  let restarts = 0;
  for (await sleep(betweenRestartsMs); !isOver(); await sleep(betweenRestartsMs)) {
    if (restarts % 3 === 2) {
      const ended = once(worker, 'exit');
      worker.kill('SIGTERM');
      await ended;
      worker = start('worker');
    } else process.kill(web() ?? 0, 'SIGTERM');
    restarts += 1;
  }
  return restarts;
}

const postgres = spawnSync('caddy', ['version']).error === undefined ? await startTemporaryPostgres() : undefined;
if (postgres === undefined) report([]);
else {
  const roles = await openRoles(postgres.url);
  const home = mkdtempSync(path.join(tmpdir(), 'portolan-caddy-'));
  const port = await freePort();
  const caddy = startCaddy(home, port, new URL(roles.url).host);
  const url = `http://127.0.0.1:${port}`;
  try {
    let isOver = false;
    const restarted = restartInTurns(roles, () => isOver);
    await until(() => isReady(url));
    const writer = await openWriter(url, postgres.url, 'RESTARTS');
    const read = async (): Promise<boolean> => {
      const answer = await fetch(`${url}/api/data/exceptionManage/queryExceptionManageInfo`, {
        method: 'POST',
        headers: { source: 'Manual', 'content-type': 'application/json', cookie: writer.cookie },
        body: JSON.stringify({ currentPage: 1, pageSize: 20 }),
      });
      return answer.ok && ((await answer.json()) as { status: number }).status === 1;
    };
    const acknowledged = new Map<string, string>();
    const write = async (value: string): Promise<boolean> => {
      const id = await writer.tryWrite(value, randomUUID());
      if (id !== undefined) acknowledged.set(value, id);
      return id !== undefined;
    };
    const times: number[] = [];
    const tasks: Promise<boolean>[] = [];
    for (let call = 0; call < calls; call += 1) {
      const from = performance.now();
      tasks.push(
        (call % 2 === 0 ? read() : write(`C${call}`))
          .catch(() => false)
          .finally(() => times.push(performance.now() - from)),
      );
      await sleep(everyMs);
    }
    const answered = (await Promise.all(tasks)).filter(Boolean).length;
    isOver = true;
    const restarts = await restarted;
    const kept = await writer.kept();
    const lost = [...acknowledged].filter(([value, id]) => kept.get(value) !== id).length;
    report([
      {
        name: `calls through Caddy over ${restarts} restarts`,
        goal: `${calls} of ${calls}, no write lost`,
        measured: `${answered} of ${calls}, ${lost} lost, slowest ${Math.round(Math.max(...times))} ms`,
        beside: '-',
        ratio: '-',
        reached: answered === calls && lost === 0,
      },
    ]);
  } finally {
    caddy.kill('SIGTERM');
    roles.kill();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
