/**
 * How many shipments a second two worker processes take in on PostgreSQL, from answer to fused, judged and written: over most of a
 * minute, with the code still cold in the first part of it; and while one of them is killed (SIGKILL) every second, or as long as a
 * start takes. A part of the shipments is taken in without and with kills, and it is compared whether both runs leave the same behind: every record, fused value,
 * change, exception, notification, live and outward event once. Each shipment is reported twice, a part first. One tenant in twenty
 * shipments reads them from outside and is notified by webhook. Floor: plain inserts of the same answers.
 * The rate requested is that of the undisturbed run; of the other it is asked that nothing is lost or done twice, its rate is reported.
 * A run that is not finished in time is reported to be so; the two are compared only when both are.
 * A threshold of a rule that passes between the two runs shows as a difference of one exception: such a run is repeated.
 * Options: --small, --undisturbed (only the long run), --shipments=1900, --copies=8, --compared=3800, --seed=1, --profile=<folder>, --statements, --sources (workers from the sources, not bundled).
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { copiesOf, type PreparedAnswer, prepareAnswers } from './data/prepared-answers.ts';
import { insertRaw } from './support/insert-raw.ts';
import { startWorkers } from './support/killed-workers.ts';
import { childrenSeconds } from './support/load.ts';
import { numberOf, optionOf } from './support/options.ts';
import { type ReusablePostgres, startReusablePostgres } from './support/postgres.ts';
import { isSmall, report, rounded } from './support/report.ts';
import { differences, readState, type RunState } from './support/state-of-run.ts';
import { prepareCompared, settle, type Source, startSource } from './support/compared-runs.ts';

const goalPerSecond = 600;
/** A round that takes longer is given up: what it left is "not finished", and says nothing about losses. */
const roundLimitMs = 150_000;
const shipments = numberOf('shipments', isSmall() ? 200 : 1900);
const copies = numberOf('copies', isSmall() ? 1 : 8);
/** Shipments that are taken in without and with kills. */
const compared = numberOf('compared', 3800);
const seed = optionOf('seed') ?? '1';
const rounds = 2;

const connect = async (server: ReusablePostgres, database: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: server.url.replace(/postgres$/, database) });
  await client.connect();
  return client;
};

type RunName = 'long' | 'undisturbed' | 'disturbed';

/** Databases with subscriptions that wait, a second tenant that is notified of its shipments, and definitions that notify both. */
async function prepare(
  server: ReusablePostgres,
  answers: readonly PreparedAnswer[],
  sourceUrl: string,
  names: readonly [RunName, ...RunName[]],
): Promise<void> {
  const admin = await connect(server, 'postgres');
  const [first, ...others] = names;
  await admin.query(`create database ${first}`);
  const url = server.url.replace(/postgres$/, first);
  const database = await openDatabase({ url, poolSize: 2, log: createLogger({ level: 'warn' }) });
  await prepareCompared(database, answers, sourceUrl);
  await database.close();
  for (const name of others) await admin.query(`create database ${name} template ${first}`);
  await admin.end();
}

type Run = {
  state: RunState;
  perSecond: number;
  /** Shipments a second of each round: the first with code that is still cold. */
  roundsPerSecond: readonly number[];
  /** Processor milliseconds per shipment, and of the workers those spent on starting. */
  ms: { worker: number; start: number; database: number; source: number };
  kills: number;
  readyMs: readonly number[];
  done: number;
  /** Whether every source was heard in every round, and nothing that followed is left to do. */
  finished: boolean;
  notified: Record<string, number>;
};

/** Makes all pulls due and waits until every source was heard again; gives how many were, of how many, and how long it took. */
async function oneRound(client: pg.Client): Promise<{ done: number; all: number; ms: number }> {
  const before = await client.query<{ at: string }>('select clock_timestamp()::text as at');
  const startedAt = performance.now();
  await client.query("update task set run_at = now() where kind = 'pull' and status = 'waiting'");
  await client.query("select pg_notify('portolan_task', 'pull')");
  for (;;) {
    // Counting all of them costs the server as well, and time that is measured.
    const { rows: left } = await client.query(
      "select from task where kind = 'pull' and (status = 'running' or (status = 'waiting' and run_at <= now())) limit 1",
    );
    const isOver = performance.now() - startedAt > roundLimitMs;
    if (left.length === 0 || isOver) {
      const { rows } = await client.query<{ done: number; all: number }>(
        'select count(*) filter (where last_success_at >= $1::timestamptz)::int as done, count(*)::int as all from subscription_source',
        [before.rows[0]?.at],
      );
      const [{ done, all } = { done: 0, all: 1 }] = rows;
      if (done >= all || isOver) return { done, all, ms: performance.now() - startedAt };
    }
    await sleep(200);
  }
}

async function run(server: ReusablePostgres, source: Source, name: RunName): Promise<Run> {
  const client = await connect(server, name);
  const profile = optionOf('profile');
  const workers = await startWorkers(
    2,
    { DATABASE_URL: server.url.replace(/postgres$/, name), NOTIFY_ALLOWED_URLS: source.url },
    profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(profile)}`],
  );
  try {
    const [sourceBefore, databaseBefore] = [await source.report({ round: 0 }), childrenSeconds(server.pid)];
    const workerBefore = workers.counts();
    let [done, ms, finished] = [0, 0, true];
    const roundsPerSecond: number[] = [];
    if (name === 'disturbed') workers.beginKilling(seed);
    // What a round left undone would be asked in the next: then there is nothing to compare any more.
    for (let round = 0; round < rounds && finished; round += 1) {
      await source.report({ round });
      const result = await oneRound(client);
      done += result.done;
      ms += result.ms;
      roundsPerSecond.push((result.done * 1000) / result.ms);
      finished = result.done >= result.all;
    }
    workers.endKilling();
    finished = (await settle((text) => client.query<{ open: number }>(text))) && finished;
    const [sourceAfter, databaseAfter, counts] = [
      await source.report({}),
      childrenSeconds(server.pid),
      workers.counts(),
    ];
    const perShipment = (seconds: number): number => (seconds * 1000) / Math.max(1, done);
    if (process.argv.includes('--statements')) await printStatements(client, done);
    return {
      state: await readState(client),
      perSecond: (done * 1000) / ms,
      roundsPerSecond,
      ms: {
        worker: perShipment(counts.seconds - workerBefore.seconds),
        start: perShipment(counts.startSeconds - workerBefore.startSeconds),
        database: perShipment(databaseAfter - databaseBefore),
        source: perShipment(sourceAfter.seconds - sourceBefore.seconds),
      },
      kills: counts.kills,
      readyMs: counts.readyMs,
      done,
      finished,
      notified: sourceAfter.notified,
    };
  } finally {
    await workers.stop();
    await client.end();
  }
}

async function printStatements(client: pg.Client, done: number): Promise<void> {
  await client.query('create extension if not exists pg_stat_statements');
  const { rows } = await client.query<{ us: number; calls: number; query: string }>(
    `select total_exec_time * 1000 / $1 as us, calls, regexp_replace(left(query, 150), '\\s+', ' ', 'g') as query
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
     order by 1 desc limit 25`,
    [done],
  );
  for (const { us, calls, query } of rows)
    console.error(`${rounded(us).padStart(6)} us each, ${calls} calls: ${query}`);
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const describe = (name: string, { ms, kills, readyMs, done, perSecond, roundsPerSecond, notified }: Run): string => {
  const repeats = Object.values(notified).filter((times) => times > 1).length;
  return `${name}: ${done} shipments, ${rounded(perSecond)}/s (${roundsPerSecond.map(rounded).join(', ')}); processor ms each: workers ${rounded(ms.worker)} (starting ${rounded(ms.start)}), database ${rounded(ms.database)}, source ${rounded(ms.source)}; ${kills} kills; a worker was ready after ${Math.round(middle(readyMs))} ms; ${Object.keys(notified).length} webhooks, ${repeats} of them sent again under their id`;
};

async function main(): Promise<void> {
  // Made by the server itself, which may run as another user.
  const directory = path.join(tmpdir(), `portolan-two-workers-${process.pid}`);
  const statements = process.argv.includes('--statements') ? ['shared_preload_libraries=pg_stat_statements'] : [];
  const server = await startReusablePostgres(directory, statements);
  if (server === undefined) return report([]);
  const source = await startSource(shipments, copies, rounds);
  try {
    const answers = copiesOf(prepareAnswers(shipments), copies);
    await prepare(server, answers, source.url, ['long']);
    const long = await run(server, source, 'long');
    console.error(describe('undisturbed', long));
    if (process.argv.includes('--undisturbed')) return;
    const some = answers.slice(0, compared);
    await prepare(server, some, source.url, ['undisturbed', 'disturbed']);
    const undisturbed = await run(server, source, 'undisturbed');
    const disturbed = await run(server, source, 'disturbed');
    const client = await connect(server, 'postgres');
    const floor = await insertRaw(client, some);
    await client.end();
    console.error(describe('before kills', undisturbed));
    console.error(describe('with kills', disturbed));
    const finished = undisturbed.finished && disturbed.finished;
    const found = finished ? differences(undisturbed.state, disturbed.state) : [];
    for (const one of found.slice(0, 20)) console.error('different:', one);
    const all = some.length * rounds;
    const figureOf = (one: Run) => ({
      goal: `>= ${goalPerSecond} shipments/s`,
      measured: `${rounded(one.perSecond)}/s (${rounded(one.ms.worker)} + ${rounded(one.ms.database)} + ${rounded(one.ms.source)} ms processor)`,
      beside: `${rounded(floor)}/s (raw inserts)`,
      ratio: rounded(one.perSecond / floor),
    });
    report([
      {
        name: 'two workers on PostgreSQL, undisturbed',
        ...figureOf(long),
        reached: isSmall() ? undefined : long.finished && long.perSecond >= goalPerSecond,
      },
      {
        name: 'two workers on PostgreSQL, one killed every second',
        ...figureOf(disturbed),
        // A process that lives for a second or two starts, and then runs code that is cold: reported, and no goal.
        goal: '-',
        reached: undefined,
      },
      {
        name: 'subscriptions with a loss or a double effect',
        goal: '0',
        measured: finished
          ? `${new Set(found.map(({ bill }) => bill)).size} of ${some.length} after ${disturbed.kills} kills`
          : `not finished: ${undisturbed.done} and ${disturbed.done} of ${all}`,
        beside: 'the undisturbed run',
        ratio: '-',
        reached: finished && found.length === 0,
      },
    ]);
  } finally {
    source.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

await main();
