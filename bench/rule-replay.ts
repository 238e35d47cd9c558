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
import { loadHistories } from './data/load-histories.ts';
import { startWorkers, type Workers } from './support/killed-workers.ts';
import { isSmall, report, rounded } from './support/report.ts';
import type { Figure } from './support/report.ts';

const goalSeconds = 10;
const shipments = isSmall() ? 10_000 : 100_000;
const templates = 500;
const days = 90;
const to = Date.UTC(2026, 5, 1);
const log = createLogger({ level: 'warn' });

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
    const bytes = await loadHistories(database, { shipments, templates, to, days });
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
