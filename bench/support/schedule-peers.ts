import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { quantile } from './load.ts';

/** Job queues with schedules; installed beside the loaded databases when they are asked for, so that the project does not carry them. */
const peers = { 'graphile-worker': '0.17.3', 'pg-boss': '10.4.2' } as const;
const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/portolan-bench/peers');

type Load = (name: keyof typeof peers) => unknown;

/** Installs the peers; gives what loads them, or undefined where the package registry is away. */
export function installPeers(): Load | undefined {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: peers }));
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0 ? createRequire(path.join(folder, 'package.json')) : undefined;
}

/** How late the runs of a peer had their jobs, in milliseconds, and how many jobs there were. */
export type PeerLateness = { p99Ms: number; medianMs: number; jobs: number };

const latenessOf = (lateMs: readonly number[]): PeerLateness => ({
  p99Ms: quantile(lateMs, 0.99),
  medianMs: quantile(lateMs, 0.5),
  jobs: lateMs.length,
});

const minuteMs = 60_000;

/** Waits until a whole minute is over and gives the minutes in between, so many. */
async function wholeMinutes(count: number): Promise<{ from: Date; until: Date }> {
  const from = new Date(Math.ceil((Date.now() + 5_000) / minuteMs) * minuteMs);
  const until = new Date(from.getTime() + count * minuteMs);
  await sleep(until.getTime() - Date.now() + 45_000);
  return { from, until };
}

/** The minutes of an hour from a first one, so far apart: ranges with a step are not understood by every peer. */
const minutesOf = (first: number, every: number): string =>
  Array.from({ length: Math.ceil((60 - first) / every) }, (_none, n) => first + n * every).join(',');

type GraphileWorker = {
  run: (options: object) => Promise<{ stop: () => Promise<void> }>;
  parseCronItems: (items: readonly object[]) => unknown[];
};

/**
 * graphile-worker with the same expressions, `count` of them due every `everyMinutes`: lateness up to the start of the
 * transaction that makes the jobs of a minute. Its expressions have no seconds, so that all runs of a minute are due at once.
 */
export async function latenessOfGraphileWorker(
  load: Load,
  client: pg.Client,
  url: string,
  schedules: readonly { count: number; everyMinutes: number }[],
  minutes: number,
): Promise<PeerLateness> {
  const { run, parseCronItems } = load('graphile-worker') as GraphileWorker;
  const items = schedules.flatMap(({ count, everyMinutes }) =>
    Array.from({ length: count }, (_none, n) => ({
      task: 'wait',
      identifier: `every ${everyMinutes} ${n}`,
      match: `${minutesOf(n % everyMinutes, everyMinutes)} * * * *`,
    })),
  );
  const options = { connectionString: url, taskList: { other: () => Promise.resolve() }, noHandleSignals: true };
  const runner = await run({ ...options, concurrency: 1, parsedCronItems: parseCronItems(items) });
  try {
    const { from, until } = await wholeMinutes(minutes);
    const { rows } = await client.query<{ ms: number }>(
      `select extract(epoch from created_at - run_at)::float8 * 1000 as ms from graphile_worker._private_jobs
       where run_at >= $1 and run_at < $2`,
      [from, until],
    );
    return latenessOf(rows.map(({ ms }) => ms));
  } finally {
    await runner.stop();
  }
}

type PgBoss = new (options: object) => {
  on: (event: 'error', listener: (error: Error) => void) => void;
  start: () => Promise<unknown>;
  stop: (options: object) => Promise<void>;
  createQueue: (name: string) => Promise<void>;
  schedule: (name: string, cron: string) => Promise<void>;
};

/**
 * pg-boss with `count` schedules that are due every minute. Each needs a queue of its own, and each queue is a table: a
 * hundred thousand of them are no use of it.
 */
export async function latenessOfPgBoss(
  load: Load,
  client: pg.Client,
  url: string,
  count: number,
  minutes: number,
): Promise<PeerLateness> {
  const boss = new (load('pg-boss') as PgBoss)({ connectionString: url });
  boss.on('error', (error) => console.error(error.message));
  await boss.start();
  try {
    for (let n = 0; n < count; n += 1) {
      await boss.createQueue(`queue-${n}`);
      await boss.schedule(`queue-${n}`, '* * * * *');
    }
    const { from, until } = await wholeMinutes(minutes);
    const { rows } = await client.query<{ ms: number }>(
      `select extract(epoch from created_on - date_trunc('minute', created_on))::float8 * 1000 as ms from pgboss.job
       where name like 'queue-%' and created_on >= $1 and created_on < $2`,
      [from, until],
    );
    return latenessOf(rows.map(({ ms }) => ms));
  } finally {
    await boss.stop({ graceful: false });
  }
}
