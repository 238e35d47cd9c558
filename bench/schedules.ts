/**
 * Schedules on PostgreSQL. With 100,000 active ones, of which 200 are due every second, and two workers: how late a run has its job,
 * up to the end of the transaction that makes it. Then one planner as fast as it goes: runs after an outage that are decided and
 * written down, and runs that each start a job. Beside it statements by pg that write as many records, without calendars, policies,
 * jobs' histories and screens.
 * Options: --small (1,000 schedules, 20 s), --seconds=120, --peers (graphile-worker with as many schedules and pg-boss with 1,000, two
 * minutes each; they are installed into the cache of the benches).
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { planDue } from '#server/modules/schedule/plan-runs.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { addBenchUser } from './data/open-loaded.ts';
import { quantile } from './support/load.ts';
import { numberOf } from './support/options.ts';
import { startKeptPostgres } from './support/postgres.ts';
import { startProductProcess } from './support/product.ts';
import {
  installPeers,
  latenessOfGraphileWorker,
  latenessOfPgBoss,
  type PeerLateness,
} from './support/schedule-peers.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const seconds = numberOf('seconds', isSmall() ? 20 : 120);
const warmUpS = isSmall() ? 5 : 30;
const wantedPerSecond = 200;
/** Schedules of each period in seconds: together 200 runs a second. */
const active = isSmall()
  ? [{ count: 1_000, everyS: 5 }]
  : [
      { count: 80_000, everyS: 600 },
      { count: 20_000, everyS: 300 },
    ];
/** Schedules that were not planned for so many minutes, each due every minute. */
const late = { schedules: isSmall() ? 100 : 1_000, minutes: 500 };
const starting = isSmall() ? 500 : 3_000;
const log = createLogger({ level: 'error' });

async function prepare(database: Database): Promise<number> {
  await migrate(database);
  const tenant = await addBenchUser(database);
  await database.execute(
    `insert into package (package_name, package_desc, package_type, package_status) values ('BENCH', 'BENCH', 'TOOL', 'AVAILABLE')`,
  );
  await database.execute(
    `insert into package_version (package_id, package_version, package_version_status, handler_name)
     select p.id, n, 'AVAILABLE', 'echo' from package p, generate_series(1, 100) n where p.package_name = 'BENCH'`,
  );
  await database.execute('insert into process (tenant_id, package_version_id) select $1, id from package_version', [
    tenant,
  ]);
  return tenant;
}

/** Adds schedules of the processes in turn; `cron` is SQL over their number n. */
const addSchedules = (
  database: Database,
  { name, count, cron, missed, next }: { name: string; count: number; cron: string; missed: string; next: string },
): Promise<unknown> =>
  database.execute(
    `insert into schedule (tenant_id, process_id, schedule_name, own_cron, cron_zone, missed_policy, overlap_policy, planned_until, next_run_at)
     select p.tenant_id, p.id, $1 || n, ${cron}, 'UTC', $2, 'allow', ${next}, ${next}
     from generate_series(1, $3) n join (select *, row_number() over (order by id) as place from process) p on p.place = 1 + n % 100`,
    [name, missed, count],
  );

/** An expression that is due once in each period, evenly spread over the schedules. */
const cronEvery = (everyS: number): string =>
  everyS < 60
    ? `(n % ${everyS}) || '/${everyS} * * * * ?'`
    : `(n % 60) || ' ' || (n / 60 % ${everyS / 60}) || '/${everyS / 60} * * * ?'`;

/** How late the runs of a span of time had their jobs, in milliseconds, and how many there were a second. */
async function lateness(database: Database, from: Date, until: Date): Promise<{ lateMs: number[]; perSecond: number }> {
  const { rows } = await database.execute<{ ms: number }>(
    `select extract(epoch from max(j.created_at) over (partition by j.xmin::text) - o.run_at)::float8 * 1000 as ms
     from occurrence o join job j on j.occurrence_id = o.id where o.run_at >= $1 and o.run_at < $2`,
    [from, until],
  );
  const [due] = (
    await database.execute<{ n: number }>(
      `select count(*)::int as n from schedule where schedule_status = 'Running' and next_run_at < $1`,
      [until],
    )
  ).rows;
  if ((due?.n ?? 0) > 0) throw new Error(`${due?.n} schedules were not planned up to the end`);
  return {
    lateMs: rows.map(({ ms }) => Number(ms)),
    perSecond: (rows.length * 1000) / (until.getTime() - from.getTime()),
  };
}

async function runLate(database: Database, url: string): Promise<Figure> {
  for (const { count, everyS } of active)
    await addSchedules(database, {
      name: `every ${everyS} `,
      count,
      cron: cronEvery(everyS),
      missed: 'latest',
      next: 'now()',
    });
  await database.execute('analyze');
  const workers = [];
  for (let n = 0; n < 2; n += 1)
    workers.push(await startProductProcess(['--role=worker'], { DATABASE_URL: url, SIMULATOR: 'off' }));
  await sleep(warmUpS * 1000);
  const from = new Date();
  await sleep(seconds * 1000);
  const until = new Date();
  // What was due until then gets its jobs.
  await sleep(10_000);
  const { lateMs, perSecond } = await lateness(database, from, until);
  for (const worker of workers) await worker.stop();
  const p99 = quantile(lateMs, 0.99);
  const total = active.reduce((sum, { count }) => sum + count, 0);
  return {
    name: `${total} schedules, two workers: how late runs have their jobs, ${seconds} s`,
    goal: `p99 <= 2 s at ${wantedPerSecond} runs/s`,
    measured: `p99 ${rounded(p99 / 1000)} s, middle ${rounded(quantile(lateMs, 0.5) / 1000)} s at ${rounded(perSecond)} runs/s`,
    beside: '-',
    ratio: '-',
    reached: p99 <= 2_000 && perSecond >= wantedPerSecond * 0.98,
  };
}

/** Runs a second that one planner decides, batch by batch until nothing is due. */
async function planRate(database: Database): Promise<number> {
  const began = performance.now();
  let runs = 0;
  for (;;) {
    const summary = await planDue({ database, clock: realClock, log });
    if (summary.schedules === 0) return (runs * 1000) / (performance.now() - began);
    runs += summary.occurrences;
  }
}

/** Records a second that statements by hand write, as many at a time as the planner does. */
async function floorRate(url: string, tenant: number, runs: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create table floor_occurrence (id bigint generated by default as identity primary key, schedule_id bigint, tenant_id bigint,
       run_at timestamptz, outcome text, reason text, unique (schedule_id, run_at))`,
  );
  const began = performance.now();
  const atOnce = 50_000;
  for (let first = 0; first < runs; first += atOnce) {
    const times = Array.from({ length: Math.min(atOnce, runs - first) }, (_, n) => new Date((first + n) * 60_000));
    await client.query(
      `insert into floor_occurrence (schedule_id, tenant_id, run_at, outcome, reason)
       select s, t, r, 'missed', 'policySkip' from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as n(s, t, r) on conflict do nothing`,
      [times.map((_, n) => (first + n) % late.schedules), times.map(() => tenant), times],
    );
  }
  const rate = (runs * 1000) / (performance.now() - began);
  await client.end();
  return rate;
}

/** The same expressions in job queues of others, once our own workers have stopped. */
async function besidePeers(url: string): Promise<Figure[]> {
  const load = installPeers();
  if (load === undefined) return [];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const schedules = active.map(({ count, everyS }) => ({ count, everyMinutes: Math.max(1, everyS / 60) }));
    const total = active.reduce((sum, { count }) => sum + count, 0);
    const minutes = isSmall() ? 1 : 2;
    const queues = isSmall() ? 100 : 1_000;
    const figure = (name: string, { p99Ms, medianMs, jobs }: PeerLateness): Figure => ({
      name,
      goal: '-',
      measured: `p99 ${rounded(p99Ms / 1000)} s, middle ${rounded(medianMs / 1000)} s of ${jobs} runs`,
      beside: '-',
      ratio: '-',
      reached: undefined,
    });
    return [
      figure(
        `peer: graphile-worker, ${total} schedules`,
        await latenessOfGraphileWorker(load, client, url, schedules, minutes),
      ),
      figure(
        `peer: pg-boss, ${queues} schedules, a run a minute each`,
        await latenessOfPgBoss(load, client, url, queues, minutes),
      ),
    ];
  } finally {
    await client.end();
  }
}

const directory = path.join(tmpdir(), `portolan-schedules-${process.pid}`);
const server = await startKeptPostgres(directory);
if (server !== undefined) {
  const database = await openDatabase({ url: server.url, poolSize: 4, log });
  const tenant = await prepare(database);
  const figures = [await runLate(database, server.url)];
  await database.execute(`update schedule set schedule_status = 'Stopped', next_run_at = null`);
  await addSchedules(database, {
    name: 'late ',
    count: late.schedules,
    cron: `'* * * * *'`,
    missed: 'skip',
    next: `now() - interval '${late.minutes} minutes'`,
  });
  const planned = await planRate(database);
  const floor = await floorRate(server.url, tenant, late.schedules * late.minutes);
  figures.push({
    name: 'runs after an outage decided and written down by one planner',
    goal: '>= 5000 runs/s',
    measured: `${rounded(planned)} runs/s`,
    beside: `${rounded(floor)} runs/s`,
    ratio: rounded(planned / floor),
    reached: planned >= 5_000,
  });
  await database.execute(`update schedule set schedule_status = 'Stopped', next_run_at = null`);
  await addSchedules(database, {
    name: 'starting ',
    count: starting,
    cron: `'0 0 1 1 *'`,
    missed: 'latest',
    next: `date_trunc('year', now()) - interval '1 second'`,
  });
  figures.push({
    name: 'runs that each start a job, by one planner as fast as it goes',
    goal: `>= ${wantedPerSecond} runs/s`,
    measured: `${rounded(await planRate(database))} runs/s`,
    beside: '-',
    ratio: '-',
    reached: undefined,
  });
  if (process.argv.includes('--peers')) figures.push(...(await besidePeers(server.url)));
  await database.close();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
  report(figures);
}
