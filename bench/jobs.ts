/**
 * Jobs over HTTP on PostgreSQL: 200 robots lease jobs, send the log and end them; one robot sends log as fast as it is taken; and the
 * page of a job of 1,000,000 lines is opened and searched. One tenant has 100,000 jobs waiting while another queues some. Floor: node:http and pg by hand in a process of its own, with the same calls,
 * the fence checked and all records written, without caps, types, history of states, screens and notifications.
 * Options: --small, --lines=1000000 (of the long log).
 */
import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashPassword } from '#server/platform/crypto/index.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { itemAt } from '#shared/values/items.ts';
import { benchLogin } from './data/load-exceptions.ts';
import { startReusablePostgres } from './support/postgres.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const robotCount = 200;
const jobCount = isSmall() ? 3_000 : 15_000;
const floodLines = isSmall() ? 60_000 : 400_000;
const linesWanted = process.argv.find((argument) => argument.startsWith('--lines='))?.split('=')[1];
const longLog = Number(linesWanted ?? (isSmall() ? 100_000 : 1_000_000));
/** Lines of the long log that one statement writes. */
const loadStep = 50_000;
const linesOfJob = 3;
/** Jobs of one tenant that wait while another has some, and how many of those are waited for. */
const backlog = isSmall() ? 10_000 : 100_000;
const smallJobs = isSmall() ? 20 : 100;
const longestWaitMs = 120_000;
const atOnce = 5;
const agent = new Agent({ keepAlive: true, maxSockets: robotCount });

/** One call of a robot; throws what was refused. */
function call<T>(url: string, key: string, body: object): Promise<T> {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    source: 'WaliRobot',
    'api-key': key,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const answer = JSON.parse(Buffer.concat(parts).toString()) as { status: number; msg: string; data: T };
        if (answer.status === 1) resolve(answer.data);
        else reject(new Error(`${url}: ${answer.msg}`));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

type Robot = { key: string; session: string };
type Leased = { jobId: string; fence: number };

/** Takes and ends jobs until there are none, or enough was seen. */
async function work(
  url: string,
  { key, session }: Robot,
  { isEnough = () => false, onLease }: { isEnough?: () => boolean; onLease?: (jobId: string) => void } = {},
): Promise<number> {
  let done = 0;
  for (;;) {
    const leased = isEnough() ? [] : await call<Leased[]>(`${url}/lease`, key, { session, most: atOnce });
    if (leased.length === 0) return done;
    for (const { jobId } of leased) onLease?.(jobId);
    for (const { jobId, fence } of leased) {
      const at = Date.now();
      const lines = Array.from({ length: linesOfJob }, (_, n) => ({
        at,
        level: 'info',
        text: `line ${n} of ${jobId}`,
      }));
      await call(`${url}/log`, key, { session, jobId, fence, sentAt: at, first: 0, lines });
      await call(`${url}/complete`, key, { session, jobId, fence, status: 'Successful', output: { eta: at } });
      done += 1;
    }
  }
}

/** Jobs a second that the robots end. */
async function jobRate(url: string, robots: readonly Robot[]): Promise<number> {
  const began = performance.now();
  const done = await Promise.all(robots.map((robot) => work(url, robot)));
  return (done.reduce((sum, one) => sum + one, 0) * 1000) / (performance.now() - began);
}

/** Lines a second that are stored of four jobs which send batches of 1,000. */
async function lineRate(url: string, robots: readonly Robot[]): Promise<number> {
  const senders = await Promise.all(
    robots.slice(0, 4).map(async (robot) => {
      const [job] = await call<Leased[]>(`${url}/lease`, robot.key, { session: robot.session, most: 1 });
      if (job === undefined) throw new Error('there is no job to log of');
      return { robot, job };
    }),
  );
  const began = performance.now();
  await Promise.all(
    senders.map(async ({ robot, job }) => {
      for (let first = 0; first < floodLines / senders.length; first += 1_000) {
        const at = Date.now();
        const lines = Array.from({ length: 1_000 }, (_, n) => ({ at, level: 'info', text: `page ${first + n} read` }));
        await call(`${url}/log`, robot.key, {
          session: robot.session,
          jobId: job.jobId,
          fence: job.fence,
          sentAt: at,
          first,
          lines,
        });
      }
    }),
  );
  return (floodLines * 1000) / (performance.now() - began);
}

/** Puts jobs into the queue as if it were now; gives their ids. */
async function addJobs(database: Database, count: number, tenant = 'ALPHA'): Promise<string[]> {
  const { rows } = await database.execute<{ id: number }>(
    `insert into job (tenant_id, process_id, package_version_id, process_type, process_name, package_version, source, status, priority,
       rank, environment_id, created_at, created_by)
     select t.id, p.id, p.package_version_id, 'BENCH', 'BENCH', '1', 'Manual', 'Pending', 50, $2::int8 - 50 * 60000 + n, e.id, now(), 'bench'
     from generate_series(1, $1) n, tenant t join process p on p.tenant_id = t.id, environment e where t.code = $3 and e.default_flag returning id`,
    [count, Date.now(), tenant],
  );
  return rows.map(({ id }) => String(id));
}

/** Waits of jobs of a small tenant, in milliseconds, behind many of another, and the jobs a second that are done meanwhile. */
async function behindMany(
  database: Database,
  url: string,
  robots: readonly Robot[],
): Promise<{ waits: number[]; rate: number }> {
  await addJobs(database, backlog);
  await database.execute('analyze job');
  const began = performance.now();
  const queued = new Map<string, number>();
  const waits: number[] = [];
  const isOver = (): boolean => performance.now() - began > longestWaitMs;
  const isEnough = (): boolean => waits.length >= smallJobs || isOver();
  let leased = 0;
  const onLease = (jobId: string): void => {
    leased += 1;
    const at = queued.get(jobId);
    if (at !== undefined) waits.push(performance.now() - at);
  };
  const working = Promise.all(robots.map((robot) => work(url, robot, { isEnough, onLease })));
  // All robots begin at once: the first of them have to come back.
  while (leased < 2 * robotCount * atOnce && !isOver()) await setTimeout(100);
  for (let n = 0; n < smallJobs && !isOver(); n += 1) {
    const at = performance.now();
    for (const id of await addJobs(database, 1, 'BETA')) queued.set(id, at);
    await setTimeout(100);
  }
  const done = await working;
  const rate = (done.reduce((sum, one) => sum + one, 0) * 1000) / (performance.now() - began);
  await database.execute(`delete from job where status = 'Pending'`);
  const missed = Array.from({ length: smallJobs - waits.length }, () => Infinity);
  return { waits: [...waits, ...missed].toSorted((a, b) => a - b), rate };
}

async function prepare(database: Database): Promise<number[]> {
  await migrate(database);
  const ids = async (sql: string, values: readonly unknown[] = []): Promise<number[]> =>
    (await database.execute<{ id: number }>(sql, [...values])).rows.map(({ id }) => Number(id));
  const [tenant] = await ids(`insert into tenant (code, name) values ('ALPHA', '海帆供应链') returning id`);
  await database.execute(
    `insert into app_user (tenant_id, user_code, name_cn, user_type, all_tenants, password_hash) values ($1, $2, '测量', 'admin', true, $3)`,
    [tenant, benchLogin.userCode, await hashPassword(benchLogin.password)],
  );
  const [small] = await ids(`insert into tenant (code, name) values ('BETA', '远桥国际物流') returning id`);
  await database.execute('insert into job_cap (tenant_id, most) values ($1, 10000), ($2, 10000)', [tenant, small]);
  const [made] = await ids(
    `insert into package (package_name, package_desc, package_type, package_status) values ('BENCH', 'BENCH', 'TOOL', 'AVAILABLE') returning id`,
  );
  const [version] = await ids(
    `insert into package_version (package_id, package_version, package_version_status, handler_name) values ($1, '1', 'AVAILABLE', 'echo') returning id`,
    [made],
  );
  await database.execute('insert into process (tenant_id, package_version_id) values ($1, $3), ($2, $3)', [
    tenant,
    small,
    version,
  ]);
  return ids(
    `insert into robot (robot_name, machine_type, slots) select 'bench ' || n, 'WALI_ROBOT', $2 from generate_series(1, $1) n returning id`,
    [robotCount, atOnce],
  );
}

const asPerson = async <T>(url: string, cookie: string, name: string, body?: object): Promise<T> => {
  const answer = await fetch(`${url}/api/product/${name}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { source: 'Manual', 'content-type': 'application/json', cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status, msg, data } = (await answer.json()) as { status: number; msg: string; data: T };
  if (status !== 1) throw new Error(`${name}: ${msg}`);
  return data;
};

/** The longest of some rounds, in milliseconds. */
async function slowest(rounds: number, act: () => Promise<unknown>): Promise<number> {
  let max = 0;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await act();
    max = Math.max(max, performance.now() - began);
  }
  return max;
}

/** Opening and searching a job with a long log, as its page does. */
async function longJob(database: Database, url: string, cookie: string): Promise<{ opens: number; searches: number }> {
  const { rows } = await database.execute<{ id: number }>(
    `update job set log_lines = $1 where id = (select max(id) from job) returning id`,
    [longLog],
  );
  const jobId = Number(rows[0]?.id);
  await database.execute('delete from job_log where job_id = $1', [jobId]);
  for (let first = 0; first < longLog; first += loadStep)
    await database.execute(
      `insert into job_log (job_id, line, tenant_id, at, level, message)
       select $1, n, j.tenant_id, now(), case when n % 50 = 0 then 'warn' else 'info' end, 'page ' || n || ' of the carrier was read and kept'
       from generate_series($2::int, $3::int) n, job j where j.id = $1`,
      [jobId, first, Math.min(longLog, first + loadStep) - 1],
    );
  await database.execute('analyze job_log');
  const log = (more: object) => asPerson(url, cookie, 'job/log', { jobId: String(jobId), ...more });
  const open = () => Promise.all([asPerson(url, cookie, `job/get?jobId=${jobId}`), log({})]);
  await open();
  return {
    opens: await slowest(10, open),
    // One line near the beginning, and a word that is nowhere: all lines are looked at.
    searches: Math.max(
      await slowest(5, () => log({ keyword: 'page 4711 of' })),
      await slowest(5, () => log({ keyword: 'nowhere' })),
      await slowest(5, () => log({ keyword: 'page 47', level: 'warn' })),
    ),
  };
}

/** The floor in a process of its own on the same database server, with the same jobs. */
async function floorOf(url: string): Promise<{ jobs: number; lines: number }> {
  const child = fork(fileURLToPath(new URL('support/job-floor.ts', import.meta.url)), [url, String(jobCount)]);
  process.once('exit', () => child.kill('SIGKILL'));
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
  const robots = Array.from({ length: robotCount }, (_, n) => ({ key: `floor-${n}`, session: 's' }));
  const jobs = await jobRate(`http://127.0.0.1:${port}`, robots);
  await call(`http://127.0.0.1:${port}/more`, 'x', {});
  const lines = await lineRate(`http://127.0.0.1:${port}`, robots);
  child.kill('SIGKILL');
  return { jobs, lines };
}

const directory = path.join(tmpdir(), `portolan-jobs-${process.pid}`);
const server = await startReusablePostgres(directory, ['max_connections=200']);
if (server !== undefined) {
  const database = await openDatabase({ url: server.url, poolSize: 4, log: createLogger({ level: 'warn' }) });
  const ids = await prepare(database);
  const product = await startProductProcess(['--role=web'], { DATABASE_URL: server.url });
  const cookie = await signIn(product.url);
  const protocol = `${product.url}/api/robot/v1`;
  const robots: Robot[] = [];
  for (const id of ids) {
    const { key } = await asPerson<{ key: string }>(product.url, cookie, 'robot/key', { robotId: String(id) });
    const hello = { protocol: 1, agentVersion: 'bench', sentAt: Date.now(), host: 'bench' };
    robots.push({ key, session: (await call<{ session: string }>(`${protocol}/register`, key, hello)).session });
  }
  await addJobs(database, jobCount);
  await database.execute('analyze');
  const jobs = await jobRate(protocol, robots);
  const { waits, rate: rateBehind } = await behindMany(database, protocol, robots);
  await addJobs(database, 4);
  const lines = await lineRate(protocol, robots);
  const { opens, searches } = await longJob(database, product.url, cookie);
  await product.stop();
  const floor = await floorOf(server.url);
  await database.close();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
  const rate = (name: string, goal: number, measured: number, beside: number, unit: string): Figure => ({
    name,
    goal: `>= ${goal} ${unit}/s`,
    measured: `${rounded(measured)} ${unit}/s`,
    beside: `${rounded(beside)} ${unit}/s`,
    ratio: rounded(measured / beside),
    reached: measured >= goal,
  });
  const time = (name: string, goal: number, measured: number): Figure => ({
    name,
    goal: `<= ${goal} ms`,
    measured: `${rounded(measured)} ms`,
    beside: '-',
    ratio: '-',
    reached: measured <= goal,
  });
  report([
    rate(`jobs leased, logged and ended by ${robotCount} robots over HTTP`, 500, jobs, floor.jobs, 'jobs'),
    {
      ...time(
        `jobs of a small tenant behind ${backlog} of another, p95 of ${smallJobs} waits`,
        1_000,
        itemAt(waits, Math.floor(smallJobs * 0.95)),
      ),
      beside: `p50 ${rounded(itemAt(waits, Math.floor(smallJobs / 2)))} ms, ${rounded(rateBehind)} jobs/s meanwhile`,
    },
    rate('log of four jobs taken in', 20_000, lines, floor.lines, 'lines'),
    time(`a job of ${longLog} lines is opened, slowest of 10`, 300, opens),
    time(`its log is searched, slowest of 15`, 1_000, searches),
  ]);
}
