/**
 * The law under fire: on PostgreSQL one web process, two workers and four robots run 40 schedules that are due every few seconds, while
 * one of the seven processes is killed (SIGKILL) every other second and started again; every fourth time a robot is frozen instead for
 * longer than it may be silent or than a job may run, and goes on with what it had. Where libfaketime is installed, every eight seconds clocks are set
 * forward or back by up to three minutes: in turns that of the whole machine, the database included, and that of one process alone.
 * Then killing ends, the clocks are right again, what is under way settles, and it is counted: every theoretical run has exactly one
 * record, every record that ran has one first job, no job was begun or ended with success twice, and none ran longer than its limits.
 * Options: --minutes=3, --seed=1, --clocks=off; --small takes 40 seconds.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launchFlags } from '../scripts/node-flags.mjs';
import { hashPassword } from '#server/platform/crypto/index.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { createRandom } from '#shared/random/prng.ts';
import { nextCronRuns } from '#shared/time/cron.ts';
import { benchLogin } from './data/load-exceptions.ts';
import { type MovedClocks, movedClocks } from './support/moved-clocks.ts';
import { startKeptPostgres } from './support/postgres.ts';
import { benchKey, signIn } from './support/product.ts';
import { isSmall, report } from './support/report.ts';

const optionOf = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const seconds = isSmall() ? 40 : Number(optionOf('minutes') ?? 3) * 60;
const killEveryMs = 2_000;
/** Longer than a robot may be silent before its jobs are taken from it; every third time for longer than a job may run. */
const [frozenMs, awayMs] = [14_000, 70_000];
const moveEveryMs = 8_000;
/** A clock is set forward or back by so much at most. */
const farthestS = 180;
/** A job may run so long; the watch, which is killed too, ends it that much later at most. */
const [limitS, watchS] = [30, 25];
const settleLimitMs = 120_000;
/** So soon after the last kill every schedule has to be planned up to it. */
const planLimitMs = 30_000;
const zone = 'UTC';
const root = fileURLToPath(new URL('../', import.meta.url));
const crons = ['*/5 * * * * ?', '*/10 * * * * ?', '3/7 * * * * ?', '*/15 * * * * ?'];
const policies = [
  { missed: 'all', overlap: 'queue' },
  { missed: 'latest', overlap: 'skip' },
  { missed: 'skip', overlap: 'allow' },
  { missed: 'all', overlap: 'allow' },
];
const schedules = 40;
const robots = 4;

/** A process that is started again when it was killed. */
function keptAlive(args: readonly string[], env: Record<string, string>) {
  let child: ChildProcess;
  const start = (): void => {
    child = spawn(process.execPath, [...launchFlags, ...args], {
      cwd: root,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], ...env },
    });
  };
  start();
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await gone;
      start();
    },
    /** Cut off from everything for a while, as behind a broken network; then it goes on where it was. */
    freeze: (ms: number) => {
      const frozen = child;
      frozen.kill('SIGSTOP');
      setTimeout(() => frozen.kill('SIGCONT'), ms).unref();
    },
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** One tenant with the login, schedules of several policies, and robots that lose their jobs after ten seconds of silence. */
async function prepare(database: Database, from: number): Promise<number[]> {
  await migrate(database);
  const one = async (sql: string, values: readonly unknown[] = []): Promise<number> =>
    Number((await database.execute<{ id: number }>(sql, [...values])).rows[0]?.id);
  const tenant = await one(`insert into tenant (code, name) values ('ALPHA', '海帆供应链') returning id`);
  await one(
    `insert into app_user (tenant_id, user_code, name_cn, user_type, all_tenants, password_hash)
     values ($1, $2, '测量', 'admin', true, $3) returning id`,
    [tenant, benchLogin.userCode, await hashPassword(benchLogin.password)],
  );
  await database.execute(`insert into job_cap (tenant_id, most) values ($1, 1000)`, [tenant]);
  const made = await one(
    `insert into package (package_name, package_desc, package_type, package_status) values ('LAW', 'LAW', 'TOOL', 'AVAILABLE') returning id`,
  );
  for (let n = 0; n < schedules; n += 1) {
    const version = await one(
      `insert into package_version (package_id, package_version, package_version_status, handler_name) values ($1, $2, 'AVAILABLE', $3) returning id`,
      [made, `1.${n}`, n % 8 === 0 ? 'countDown' : 'echo'],
    );
    const process = await one(
      `insert into process (tenant_id, package_version_id, retry_limit, retry_wait_s, time_limit_s) values ($1, $2, 1, 1, $3) returning id`,
      [tenant, version, limitS],
    );
    const { missed, overlap } = policies[n % policies.length] as (typeof policies)[number];
    await one(
      `insert into schedule (tenant_id, process_id, schedule_name, own_cron, cron_zone, missed_policy, overlap_policy, input, planned_until, next_run_at)
       values ($1, $2, $3, $4, $5, $6, $7, '{"seconds":3}', $8, $8) returning id`,
      [tenant, process, `law ${n}`, crons[n % crons.length], zone, missed, overlap, new Date(from)],
    );
  }
  const ids: number[] = [];
  for (let n = 0; n < robots; n += 1)
    ids.push(
      await one(
        `insert into robot (robot_name, machine_type, slots, lost_after_s) values ($1, 'WALI_ROBOT', 5, 10) returning id`,
        [`law ${n}`],
      ),
    );
  return ids;
}

async function whenReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(200);
  }
  throw new Error('the product did not start');
}

async function keyOf(url: string, cookie: string, robotId: number): Promise<string> {
  const answer = await fetch(`${url}/api/product/robot/key`, {
    method: 'POST',
    headers: { source: 'Manual', 'content-type': 'application/json', cookie },
    body: JSON.stringify({ robotId: String(robotId) }),
  });
  const body = (await answer.json()) as { data: { key: string } | null; msg: string };
  if (body.data === null) throw new Error(body.msg);
  return body.data.key;
}

const count = async (database: Database, sql: string, values: readonly unknown[] = []): Promise<number> =>
  Number(
    (await database.execute<{ n: number }>(`select count(*)::int as n from (${sql}) as counted`, [...values])).rows[0]
      ?.n,
  );

/** Theoretical runs without a record or with several, and records of no theoretical run. */
async function brokenRuns(database: Database, from: number): Promise<{ theory: number; broken: number }> {
  const { rows } = await database.execute<{ id: number; cron: string; until: number; runs: string[] | null }>(
    `select s.id, s.cron_expression as cron, (extract(epoch from s.planned_until) * 1000)::float8 as until,
       (select array_agg((extract(epoch from o.run_at) * 1000)::bigint::text order by o.run_at) from occurrence o where o.schedule_id = s.id) as runs
     from schedule s`,
  );
  let [theory, broken] = [0, 0];
  for (const { cron, until, runs } of rows) {
    const seen = (runs ?? []).map(Number);
    const wanted = nextCronRuns(cron, zone, from, Math.ceil((until - from) / 1000) + 5).filter((at) => at <= until);
    const told = new Map<number, number>();
    for (const at of seen) told.set(at, (told.get(at) ?? 0) + 1);
    theory += wanted.length;
    broken += wanted.filter((at) => told.get(at) !== 1).length + seen.filter((at) => !wanted.includes(at)).length;
  }
  return { theory, broken };
}

/** Looks every second at what runs; gives how many jobs ran longer than their limits, by a clock that nobody sets. */
function watchLimits(database: Database): () => number {
  const since = new Map<string, number>();
  const over = new Set<string>();
  const look = async (): Promise<void> => {
    const { rows } = await database.execute<{ run: string }>(
      `select id || ' ' || fence as run from job where status in ('Running', 'Stopping')`,
    );
    const now = performance.now();
    const running = new Set(rows.map(({ run }) => run));
    for (const run of since.keys()) if (!running.has(run)) since.delete(run);
    for (const run of running) {
      since.set(run, since.get(run) ?? now);
      if (now - (since.get(run) ?? now) > (limitS + watchS) * 1000) over.add(run);
    }
  };
  const timer = setInterval(() => void look().catch(() => {}), 1_000);
  return () => {
    clearInterval(timer);
    return over.size;
  };
}

/** Sets clocks while it lasts; `count` gives how often, of the machine and of one process alone. */
function moveClocks(clocks: MovedClocks, names: readonly string[], random: ReturnType<typeof createRandom>) {
  const moved = { machine: 0, back: 0, alone: 0 };
  let before = 0;
  const far = (): number => Math.round((random.next() * 2 - 1) * farthestS);
  const timer = setInterval(() => {
    if (moved.machine > moved.alone) {
      clocks.set(names[1 + Math.floor(random.next() * (names.length - 1))] as string, far());
      moved.alone += 1;
      return;
    }
    const now = far();
    if (now < before) moved.back += 1;
    before = now;
    for (const name of names) clocks.set(name, now);
    moved.machine += 1;
  }, moveEveryMs);
  return () => {
    clearInterval(timer);
    for (const name of names) clocks.set(name, 0);
    return moved;
  };
}

const directory = path.join(tmpdir(), `portolan-law-${process.pid}`);
const clockDirectory = `${directory}-clocks`;
const clocks = optionOf('clocks') === 'off' ? undefined : movedClocks(clockDirectory);
const machine = 'machine';
const names = [machine, 'web', 'worker 1', 'worker 2', ...Array.from({ length: robots }, (_, n) => `robot ${n}`)];
const server = await startKeptPostgres(directory, [], clocks?.env(machine));
if (server !== undefined) {
  const database = await openDatabase({ url: server.url, poolSize: 4, log: createLogger({ level: 'warn' }) });
  const from = Date.now();
  const ids = await prepare(database, from);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const clockOf = (name: string): Record<string, string> => clocks?.env(name) ?? {};
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'error', SECRET_KEY: benchKey, DATABASE_URL: server.url };
  const main = path.join(root, 'src/server/main.ts');
  const web = keptAlive([main, '--role=web'], {
    ...env,
    ...clockOf('web'),
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  await whenReady(url);
  const cookie = await signIn(url);
  const keys = [];
  for (const id of ids) keys.push(await keyOf(url, cookie, id));
  const processes = [
    web,
    ...[1, 2].map((n) => keptAlive([main, '--role=worker'], { ...env, ...clockOf(`worker ${n}`), PORT: '0' })),
    ...keys.map((key, n) =>
      keptAlive([path.join(root, 'src/robot/main.ts'), '--server', url, '--key', key], clockOf(`robot ${n}`)),
    ),
  ];
  const began = Date.now();
  const random = createRandom(optionOf('seed') ?? '1');
  const endWatch = watchLimits(database);
  const endMoves = clocks === undefined ? undefined : moveClocks(clocks, names, createRandom('clocks'));
  let [kills, frozen] = [0, 0];
  while (Date.now() - began < seconds * 1000) {
    await sleep(killEveryMs);
    if ((kills + frozen) % 4 === 3) {
      const robot = processes.length - 1 - Math.floor(random.next() * robots);
      (processes[robot] as (typeof processes)[number]).freeze(frozen % 3 === 2 ? awayMs : frozenMs);
      frozen += 1;
      continue;
    }
    await (processes[Math.floor(random.next() * processes.length)] as (typeof processes)[number]).kill();
    kills += 1;
  }
  const moved = endMoves?.() ?? { machine: 0, back: 0, alone: 0 };
  const ended = new Date();
  const silentNow = (): Promise<number> => count(database, 'select 1 from schedule where planned_until < $1', [ended]);
  for (const until = performance.now() + planLimitMs; performance.now() < until && (await silentNow()) > 0;)
    await sleep(1_000);
  const silent = await silentNow();
  await database.execute(`update schedule set schedule_status = 'Stopped'`);
  const open = `select 1 from job where status in ('Pending', 'Running', 'Stopping')`;
  const settleUntil = Date.now() + settleLimitMs;
  while (Date.now() < settleUntil && (await count(database, open)) > 0) await sleep(1_000);
  const { theory, broken } = await brokenRuns(database, from);
  const without = await count(
    database,
    `select o.id from occurrence o left join job j on j.occurrence_id = o.id and j.previous_job_id is null
     where o.outcome = 'ran' group by o.id having count(j.id) <> 1`,
  );
  const twice = await count(
    database,
    `select job_id from job_state where status in ('Running', 'Successful') group by job_id, status having count(*) > 1`,
  );
  const stuck = await count(
    database,
    `${open} and (run_until < now() - interval '10 seconds' or lease_until < now() - interval '10 seconds')`,
  );
  const over = endWatch();
  const jobs = await count(database, 'select 1 from job');
  const lost = await count(database, `select 1 from job where error_code in ('robotLost', 'robotRestarted')`);
  const left = await count(database, open);
  const late = await count(database, `select 1 from job_log where message like '已丢弃%'`);
  for (const one of processes) await one.stop();
  await database.close();
  await server.stop();
  for (const made of [directory, clockDirectory]) rmSync(made, { recursive: true, force: true });
  report([
    {
      name: `schedules while processes are killed: ${seconds} s, ${kills} kills of web, workers and robots, ${frozen} robots cut off for ${frozenMs / 1000} or ${awayMs / 1000} s, the clock of the machine set ${moved.machine} times (${moved.back} times back), of one process ${moved.alone} times`,
      goal: 'one record for each run; 0 jobs twice; 0 longer than their limits',
      measured: `${theory} runs, ${broken} without exactly one record, ${without} without their job, ${silent} of ${schedules} schedules not planned up to the end; ${jobs} jobs, ${lost} taken from lost robots, ${late} late reports discarded, ${twice} twice, ${over} longer than their limits, ${stuck} stuck, ${left} not ended`,
      beside: '-',
      ratio: '-',
      reached: theory > 0 && broken + without + silent + twice + over + stuck === 0,
    },
  ]);
}
