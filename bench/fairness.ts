/**
 * Whether the work of one tenant delays that of another, and what a long queue costs: two worker processes on a durable PostgreSQL. A
 * large tenant has imported 1,000,000 references, all of whose first pulls are due; a small tenant has pulls that come due one after the
 * other. Measured are the time from due to the fused shipment of the small tenant, alone, beside the work of the large one, and before
 * its million; and how many of the same shipments of the large tenant are taken in a second with and without the million behind them.
 * Options: --small, --queued=1000000, --copies=8, --sources (workers from the sources, not bundled).
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { copiesOf, type PreparedAnswer, prepareAnswers } from './data/prepared-answers.ts';
import { startWorkers, type Workers } from './support/killed-workers.ts';
import { childrenSeconds, quantile } from './support/load.ts';
import { type ReusablePostgres, startReusablePostgres } from './support/postgres.ts';
import { numberOf } from './support/options.ts';
import { startSource } from './support/compared-runs.ts';
import { isSmall, report, rounded } from './support/report.ts';
import { prepareSources } from './support/world-of-sources.ts';

const shipments = isSmall() ? 200 : 1900;
const copies = numberOf('copies', isSmall() ? 4 : 8);
const queued = numberOf('queued', isSmall() ? 20_000 : 1_000_000);
const rowsAtOnce = 50_000;
/** Pulls of the small tenant, and how far they are apart: fewer than the work of the large one takes. */
const pulls = isSmall() ? 20 : 200;
const everyMs = 80;
const limitMs = 300_000;
const lookEveryMs = 40;
/** The small tenant waits longer behind the million than beside plain work by at most so much. */
const goalMs = 1_000;
const goalShare = 0.8;

const connect = async (server: ReusablePostgres, database: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: server.url.replace(/postgres$/, database) });
  await client.connect();
  return client;
};

/** A database in which nothing is due: shipments of the large tenant that can be pulled, and some of a small one. */
async function prepare(server: ReusablePostgres, answers: readonly PreparedAnswer[], sourceUrl: string): Promise<void> {
  const admin = await connect(server, 'postgres');
  await admin.query('create database base');
  const url = server.url.replace(/postgres$/, 'base');
  const database = await openDatabase({ url, poolSize: 2, log: createLogger({ level: 'warn' }) });
  await prepareSources(database, answers, { baseUrl: sourceUrl, pullIntervalS: 86_400 });
  await database.execute("insert into tenant (code, name) values ('BRAVO', 'small')");
  const bravo = "(select id from tenant where code = 'BRAVO')";
  const few = `(select id from subscription order by id % 61, id limit ${pulls})`;
  await database.execute(`update subscription_source set tenant_id = ${bravo} where subscription_id in ${few}`);
  await database.execute(`update subscription set tenant_id = ${bravo} where id in ${few}`);
  await database.execute(
    `update task t set run_at = now() + interval '1 day', turn_of = ss.tenant_id from subscription_source ss
     where t.kind = 'pull' and t.singleton_key = ss.id::text`,
  );
  await database.execute('vacuum analyze');
  await database.close();
  await admin.end();
}

/** What an import leaves: references of the large tenant with their sources, and their first pulls, due behind what can be answered. */
async function importMany(client: pg.Client): Promise<void> {
  for (let first = 1; first <= queued; first += rowsAtOnce)
    await client.query(
      `with likes as (select * from subscription where tenant_id <> (select id from tenant where code = 'BRAVO') order by id limit 1),
       added as (
         insert into subscription (tenant_id, subject, bill_no, carrier_code, direction, channel, source_type, subscribed_at, created_at)
         select tenant_id, 'bill', 'QUEUED' || n, carrier_code, direction, channel, source_type, now(), now()
         from likes, generate_series($1::int8, $2::int8) as n returning id, tenant_id),
       asked as (
         insert into subscription_source (tenant_id, subscription_id, source_id, next_pull_at)
         select a.tenant_id, a.id, (select source_id from subscription_source s join likes l on l.id = s.subscription_id limit 1), now()
         from added a returning id, tenant_id)
       insert into task (kind, payload, singleton_key, run_at, max_attempts, turn_of)
       select 'pull', jsonb_build_object('subscriptionSourceId', id), id::text, now() - interval '1 minute', 20, tenant_id from asked`,
      [first, Math.min(queued, first + rowsAtOnce - 1)],
    );
  await client.query('vacuum analyze subscription');
  await client.query('vacuum analyze subscription_source');
  await client.query('vacuum analyze task');
}

type Work = 'none' | 'plain' | 'million';
/** `ms`: of the processor for each shipment, which other work on the machine changes less than the rate. */
type Run = { perSecond: number; waitedMs: number[]; ms: number };

/** Makes what a run is about due, and gives when each pull of the small tenant is, by its subscription. */
async function makeDue(client: pg.Client, work: Work): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; due: number }>(
    `with few as (
       select ss.id, ss.subscription_id, row_number() over (order by ss.id) as place from subscription_source ss
       where tenant_id = (select id from tenant where code = 'BRAVO'))
     update task t set run_at = clock_timestamp() + interval '3 seconds' + few.place * $1::int4 * interval '1 millisecond'
     from few where t.kind = 'pull' and t.singleton_key = few.id::text
     returning few.subscription_id::text as id, (extract(epoch from t.run_at) * 1000)::float8 as due`,
    [everyMs],
  );
  if (work !== 'none')
    await client.query(
      `update task set run_at = now() - interval '1 hour' where kind = 'pull' and run_at > now() + interval '1 hour'`,
    );
  await client.query("select pg_notify('portolan_task', 'pull')");
  return new Map(rows.map(({ id, due }) => [id, due]));
}

/** Waits until the shipments that can be answered are fused; gives their rate between the first and the last tenth, and the waits of the small tenant. */
async function watch(client: pg.Client, due: ReadonlyMap<string, number>, total: number): Promise<Omit<Run, 'ms'>> {
  const waitedMs: number[] = [];
  const open = new Map(due);
  const marks: { at: number; n: number }[] = [];
  let done = 0;
  for (const deadline = performance.now() + limitMs; performance.now() < deadline; await sleep(lookEveryMs)) {
    const { rows } = await client.query<{ id: string }>(
      'select subscription_id::text as id from shipment where fused and subscription_id = any($1::int8[])',
      [[...open.keys()]],
    );
    for (const { id } of rows) {
      waitedMs.push(Date.now() - (open.get(id) ?? 0));
      open.delete(id);
    }
    // Counting all costs the server as well.
    if (performance.now() - (marks.at(-1)?.at ?? 0) > 500) {
      const counted = await client.query<{ n: number }>('select count(*)::int as n from shipment where fused');
      done = counted.rows[0]?.n ?? 0;
      marks.push({ at: performance.now(), n: done });
    }
    if (open.size === 0 && done >= total) break;
  }
  if (open.size > 0) throw new Error(`${open.size} pulls of the small tenant were not made in time`);
  const first = marks.findLast(({ n }) => n <= total / 10);
  const last = marks.find(({ n }) => n >= total * 0.9);
  const perSecond =
    first === undefined || last === undefined ? Number.NaN : ((last.n - first.n) * 1000) / (last.at - first.at);
  return { perSecond, waitedMs };
}

async function run(server: ReusablePostgres, work: Work, total: number): Promise<Run> {
  const admin = await connect(server, 'postgres');
  await admin.query(`create database ${work} template base`);
  await admin.end();
  const client = await connect(server, work);
  let workers: Workers | undefined;
  try {
    if (work === 'million') await importMany(client);
    workers = await startWorkers(2, { DATABASE_URL: server.url.replace(/postgres$/, work) });
    const used = (): number => (workers?.counts().seconds ?? 0) + childrenSeconds(server.pid);
    const due = await makeDue(client, work);
    const [wanted, before] = [work === 'none' ? pulls : total, used()];
    const watched = await watch(client, due, wanted);
    const result = { ...watched, ms: ((used() - before) * 1000) / wanted };
    const [p50, p95] = [quantile(result.waitedMs, 0.5), quantile(result.waitedMs, 0.95)];
    console.error(
      `${work}: ${rounded(result.perSecond)}/s (${rounded(result.ms)} ms processor); small tenant p50 ${rounded(p50)}, p95 ${rounded(p95)} ms`,
    );
    return result;
  } finally {
    await workers?.stop();
    await client.end();
  }
}

const delayOf = ({ waitedMs }: Run): string =>
  `p50 ${rounded(quantile(waitedMs, 0.5))}, p95 ${rounded(quantile(waitedMs, 0.95))} ms`;

async function main(): Promise<void> {
  const directory = path.join(tmpdir(), `portolan-fairness-${process.pid}`);
  const server = await startReusablePostgres(directory);
  if (server === undefined) return report([]);
  const source = await startSource(shipments, copies, 2);
  // The last round has everything.
  await source.report({ round: 1 });
  try {
    const answers = copiesOf(prepareAnswers(shipments), copies);
    await prepare(server, answers, source.url);
    const none = await run(server, 'none', answers.length);
    const plain = await run(server, 'plain', answers.length);
    const million = await run(server, 'million', answers.length);
    const share = million.perSecond / plain.perSecond;
    const later = quantile(million.waitedMs, 0.95) - quantile(plain.waitedMs, 0.95);
    report([
      {
        name: `pulls of a tenant beside ${queued} due ones of another, two workers`,
        goal: `p95 <= ${goalMs} ms later than beside ${answers.length}`,
        measured: delayOf(million),
        beside: `${delayOf(plain)}; alone ${delayOf(none)}`,
        ratio: rounded(quantile(million.waitedMs, 0.95) / quantile(plain.waitedMs, 0.95)),
        reached: isSmall() ? undefined : later <= goalMs,
      },
      {
        name: `pipeline with ${queued} due tasks behind the work, two workers`,
        goal: `>= ${goalShare * 100} % of a queue without them`,
        measured: `${rounded(million.perSecond)}/s (${rounded(million.ms)} ms processor)`,
        beside: `${rounded(plain.perSecond)}/s (${rounded(plain.ms)} ms processor)`,
        ratio: rounded(share),
        reached: isSmall() ? undefined : share >= goalShare,
      },
    ]);
  } finally {
    source.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

await main();
