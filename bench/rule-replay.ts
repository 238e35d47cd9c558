/**
 * How long a rule takes to be tried over 100,000 shipments x 90 days on PostgreSQL: at the present threshold, the tried one
 * and twenty values between, problem by problem. The tracks of all are made beforehand, as the task does it over time, and
 * that is distinguished. Floor: the same histories read and parsed by the same driver in as many
 * connections, one after the other, without asking any rule. Documents of shipments that no trial reads are left out.
 * The run is requested and worked off as in production: by a worker process that is started from its bundle, with its threads.
 * Options: --small, --sources (the worker from the sources, not bundled).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { exceptionRules } from '#domain/exceptions/rules/index.ts';
import { curveFor } from '#domain/exceptions/replay/trial.ts';
import { bringTracksUpToDate } from '#server/modules/exceptions/rule-backtest/index.ts';
import { ruleTrial } from '#server/modules/exceptions/rule-backtest/rule-runs.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { createQueue } from '#server/platform/queue/index.ts';
import { startRun } from '#server/platform/run/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { buildHistories } from './data/shipment-histories.ts';
import { startWorkers, type Workers } from './support/killed-workers.ts';
import { isSmall, report, rounded } from './support/report.ts';
import type { Figure } from './support/report.ts';

const goalSeconds = 10;
const shipments = isSmall() ? 10_000 : 100_000;
const templates = 500;
const days = 90;
const to = Date.UTC(2026, 5, 1);
const log = createLogger({ level: 'warn' });

/** Histories by template, copied within the server until there are enough. */
async function load(database: Database): Promise<number> {
  const histories = buildHistories(templates, to, days);
  const values = histories.flatMap(({ changes }, place) => changes.map((change) => ({ place, ...change })));
  await database.execute(`create table template (place int, subscribed_at timestamptz, ended_at timestamptz)`);
  await database.execute(`create table template_change (place int, known_at timestamptz, changes json)`);
  await database.execute(
    `insert into template select place, to_timestamp(s / 1000), to_timestamp(e / 1000)
     from unnest($1::int[], $2::float8[], $3::float8[]) as r(place, s, e)`,
    [histories.map((_, place) => place), histories.map((one) => one.subscribedAt), histories.map((one) => one.endedAt)],
  );
  await database.execute(
    `insert into template_change select place, to_timestamp(at / 1000), changes::json
     from unnest($1::int[], $2::float8[], $3::text[]) as r(place, at, changes)`,
    [
      values.map(({ place }) => place),
      values.map(({ knownAt }) => knownAt),
      values.map(({ changes }) => JSON.stringify(changes)),
    ],
  );
  await database.execute(`insert into tenant (code, name) values ('BENCH', 'Bench')`);
  await database.patient(600_000, async () => {
    await database.execute(
      `insert into subscription (tenant_id, subject, bill_no, carrier_code, channel, source_type, subscribed_at, ended, ended_at,
         has_data, created_at)
       select t.id, 'bill', 'BENCH' || n, 'MERI', 'API', 'CARRIER', m.subscribed_at, m.ended_at is not null, m.ended_at, true,
         m.subscribed_at
       from generate_series(0, $1::int - 1) n join template m on m.place = n % $2::int, (select id from tenant where code = 'BENCH') t
       order by n`,
      [shipments, templates],
    );
    await database.execute(
      `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, bill_no,
         carrier_code, port_of_loading, port_of_discharge, ended, ended_at, content, content_hash, created_at, updated_at)
       select tenant_id, id, true, 'CARRIER', 'fusion', 'UNION', subscribed_at, subscribed_at, bill_no, carrier_code, 'CNSHA', 'NLRTM',
         ended, ended_at, '{}', '\\x00', subscribed_at, subscribed_at from subscription order by id`,
    );
    await database.execute(
      `insert into shipment_change (tenant_id, shipment_id, known_at, changes)
       select b.tenant_id, b.id, c.known_at, c.changes from shipment b
       join template_change c on c.place = substr(b.bill_no, 6)::int % $1::int order by b.id, c.known_at`,
      [templates],
    );
    await database.execute('vacuum analyze subscription');
    await database.execute('vacuum analyze shipment');
    await database.execute('vacuum analyze shipment_change');
  });
  return values.reduce((sum, { changes }) => sum + JSON.stringify(changes).length, 0) / templates;
}

/** The histories read and parsed, by two connections at once, and nothing else. */
async function readAll(url: string): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    [0, 1].map(async (half) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (let from = 0; from < shipments; from += 250) {
        const { rows } = await client.query<{ known: string }>(
          `select '[' || string_agg(changes::text, ',' order by id) || ']' as known from shipment_change
           where shipment_id between $1 and $2 and shipment_id % 2 = $3 group by shipment_id`,
          [from + 1, from + 250, half],
        );
        for (const { known } of rows) JSON.parse(known);
      }
      await client.end();
    }),
  );
  return (performance.now() - startedAt) / 1000;
}

/** Seconds a work took, and processor seconds of this process. */
async function measured(work: () => Promise<void>): Promise<{ seconds: number; cpu: number }> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - startedAt) / 1000, cpu: (user + system) / 1_000_000 };
}

/** Asks for a trial and waits for its end; seconds from asking, processor seconds of the worker. */
async function tryRule(
  database: Database,
  workers: Workers,
  code: string,
): Promise<{ seconds: number; found: number; cpu: number }> {
  const rule = exceptionRules.find((one) => one.code === code);
  if (rule === undefined) throw new Error(`there is no rule ${code}`);
  const queue = createQueue({ database, clock: realClock, log });
  const [threshold = ''] = Object.keys(rule.defaults);
  const values = { [threshold]: (rule.defaults[threshold] ?? 0) + 1 };
  const level = { tenantId: null, carrierCode: null, lane: null, enabled: null };
  const cpuBefore = workers.counts().seconds;
  const startedAt = performance.now();
  const run = await startRun({ database, queue, now: Date.now() }, ruleTrial, {
    params: {
      ...level,
      ruleCode: code,
      tenantIds: null,
      values,
      from: to - days * DAY_MS,
      to,
      days,
      zone: 'Asia/Shanghai',
      curve: curveFor({ rule, rows: [], tried: { ...level, values } }),
    },
    total: shipments,
    by: { code: 'bench', name: 'bench' },
  });
  for (;;) {
    const { rows } = await database.execute<{ state: string; error: string | null; found: number }>(
      `select state, error, (outcome->'tally'->'present'->>'total')::int as found from run where id = $1`,
      [run?.id],
    );
    const [now] = rows;
    if (now?.state === 'done') {
      const seconds = (performance.now() - startedAt) / 1000;
      return { seconds, found: now.found, cpu: workers.counts().seconds - cpuBefore };
    }
    if (now?.state !== 'running') throw new Error(`the run is ${now?.state}: ${now?.error}`);
    await sleep(20);
  }
}

async function main(): Promise<void> {
  const server = await startTemporaryPostgres();
  if (server === undefined) return report([]);
  const database = await openDatabase({ url: server.url, poolSize: 4, log, statementTimeoutMs: 300_000 });
  try {
    await migrate(database);
    await seedMasterData(database);
    const bytes = await load(database);
    console.error(`${shipments} shipments, ${Math.round(bytes)} bytes of changes each`);
    const made = await measured(async () => void (await bringTracksUpToDate(database, Number.POSITIVE_INFINITY)));
    await database.execute('vacuum analyze shipment_track');
    console.error(`tracks of all made in ${rounded(made.seconds)} s, ${rounded(made.cpu)} s of processor time here`);
    const floor = await readAll(server.url);
    const figures: Figure[] = [
      {
        name: `tracks of ${shipments} shipments made at once, PostgreSQL`,
        goal: '-',
        measured: `${rounded(made.seconds)} s (${rounded(made.cpu)} s of processor time besides the server)`,
        beside: `${rounded(floor)} s (histories read and parsed only)`,
        ratio: rounded(floor / made.seconds),
        reached: undefined,
      },
    ];
    const workers = await startWorkers(1, { DATABASE_URL: server.url });
    for (const code of ['DEPART_DELAY', 'ETA_SLIP', 'MISSING_MILESTONE']) {
      const { seconds, found, cpu } = await tryRule(database, workers, code);
      console.error(`${code}: ${found} problems in ${rounded(seconds)} s, ${rounded(cpu)} s of processor time there`);
      figures.push({
        name: `${code} tried over ${shipments} shipments x ${days} days, PostgreSQL`,
        goal: `<= ${goalSeconds} s`,
        measured: `${rounded(seconds)} s (${rounded(cpu)} s of processor time besides the server)`,
        beside: `${rounded(floor)} s (histories read and parsed only)`,
        ratio: rounded(floor / seconds),
        reached: isSmall() ? undefined : seconds <= goalSeconds,
      });
    }
    await workers.stop();
    report(figures);
  } finally {
    await database.close();
    await server.stop();
  }
}

await main();
