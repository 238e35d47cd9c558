/**
 * The data set of shipments, 1,000,000 rows of one tenant on PostgreSQL, written to a Parquet file by the run of the product, as ordered on
 * the page: time and memory of the writing process, beside the same rows read and put into lines of JSON without a file. Then only what
 * changed. Options: --small.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parquetMetadataAsync } from 'hyparquet';
import { asyncBufferFromFile } from 'hyparquet/src/node.js';
import { pino } from 'pino';
import { datasetExports } from '#server/modules/interfaces/analytics/dataset-export.ts';
import { rowsSql } from '#server/modules/interfaces/analytics/view-sql.ts';
import { shipment } from '#server/modules/interfaces/analytics/datasets/shipment.ts';
import { exportRuns } from '#server/modules/administration/export/work-export.ts';
import { readFile } from '#server/modules/administration/export/export-queries.ts';
import { exportRun } from '#server/modules/administration/export/export-run.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createQueue } from '#server/platform/queue/index.ts';
import { findUserRun, startRun, workRun } from '#server/platform/run/index.ts';
import { fillAnalytics } from '#testing/analytics-rows.ts';
import { openLoadedPostgres } from './data/open-loaded.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const count = isSmall() ? 50_000 : 1_000_000;
const goalMinutes = 10;
/** What the process may have more at the end than when a tenth is written. */
const goalGrowthMb = 200;
const userId = 1;
const log = pino({ level: 'silent' });
const megabyte = 1_000_000;

const memoryMb = (): number => process.memoryUsage().rss / megabyte;

const postgres = await openLoadedPostgres(`parquet-${count}`, async (database: Database) => {
  await migrate(database);
  await database.execute(`insert into tenant (id, code, name) overriding system value values (77, 'LAKE', 'Lake')`);
  await database.patient(3_600_000, () => database.transaction(() => fillAnalytics(database, 77, count)));
  await database.execute('analyze');
});
if (postgres === undefined) process.exit(0);
const database = await openDatabase({ url: postgres.url, poolSize: 5, log });
const queue = createQueue({ database, clock: realClock, log });
const lists = datasetExports();
const runs = exportRuns({ database, clock: realClock, log, lists });
const directory = mkdtempSync(path.join(tmpdir(), 'portolan-parquet-'));

/** Orders a file and has it written; gives the run, the seconds it took and the memory by progress. */
async function write(after: string | null) {
  const query = { tenantId: 77, after, since: after };
  const acting = {
    actor: {
      kind: 'user',
      userId,
      userCode: 'bench',
      name: 'Bench',
      userType: 'admin',
      tenantId: 77,
      menus: [],
      writesShared: false,
    },
    scope: { kind: 'tenants', tenantIds: [77] },
    requestId: 'bench',
  } as never;
  const params = {
    list: 'analytics.shipment',
    kind: 'parquet' as const,
    lang: 'en' as const,
    request: { query },
    acting,
    title: 'Shipments',
  };
  const run = await startRun({ database, queue, now: realClock.now() }, exportRun, {
    params,
    total: 0,
    by: { userId, code: 'bench', name: 'Bench' },
  });
  if (run === undefined) throw new Error('the run was not started');
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(memoryMb()), 500);
  const begun = performance.now();
  await workRun({ database, clock: realClock, log, runs }, run.id, new AbortController().signal);
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(timer);
  const done = await findUserRun(database, exportRun, { userId, id: run.id });
  if (done?.state !== 'done') throw new Error(`the file ended as ${done?.state}`);
  return { run: done, seconds, memory };
}

/** The same rows read and put into lines of JSON. */
async function readAlone(): Promise<number> {
  const statement = rowsSql(shipment);
  const begun = performance.now();
  let bytes = 0;
  for (let from = 0; ;) {
    const { rows } = await database.execute<{ id: number }>(
      'select id from subscription where tenant_id = 77 and id > $1 order by id limit $2',
      [from, shipment.step],
    );
    if (rows.length === 0) break;
    from = rows.at(-1)?.id ?? 0;
    const read = await database.execute(statement, [77, rows.map(({ id }) => id)]);
    bytes += read.rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);
  }
  if (bytes === 0) throw new Error('nothing was read');
  return (performance.now() - begun) / 1000;
}

/** Rows of a file as another reader counts them. */
async function rowsIn(runId: number, sizeBytes: number): Promise<number> {
  const file = path.join(directory, 'file.parquet');
  writeFileSync(file, '');
  for await (const part of readFile(database, { runId, sizeBytes })) writeFileSync(file, part, { flag: 'a' });
  return Number((await parquetMetadataAsync(await asyncBufferFromFile(file))).num_rows);
}

try {
  const aloneS = await readAlone();
  const { run, seconds, memory } = await write(null);
  const { lines, sizeBytes, noted } = run.outcome;
  const found = await rowsIn(run.id, sizeBytes);
  if (found !== count + 1 || lines !== found) throw new Error(`the file has ${found} of ${count + 1} rows`);
  const early = Math.max(...memory.slice(0, Math.max(1, Math.floor(memory.length / 10))));
  const growth = Math.max(...memory) - early;
  await database.execute(`update subscription set order_no = 'changed' where tenant_id = 77 and id % 1000 = 0`);
  const changed = await write(noted?.split('-')[2] ?? null);
  const figures: Figure[] = [
    {
      name: `${count} shipments into Parquet`,
      goal: `<= ${goalMinutes} min`,
      measured: `${rounded(seconds)} s, ${rounded(sizeBytes / megabyte)} MB`,
      beside: `${rounded(aloneS)} s (rows read, as JSON)`,
      ratio: rounded(seconds / aloneS),
      reached: seconds <= goalMinutes * 60,
    },
    {
      name: 'memory of the writing process',
      goal: `<= ${goalGrowthMb} MB more than in the first tenth`,
      measured: `${rounded(Math.max(...memory))} MB at most, ${rounded(growth)} MB more`,
      beside: '-',
      ratio: '-',
      reached: growth <= goalGrowthMb,
    },
    {
      name: `only what changed (${changed.run.outcome.lines} rows)`,
      goal: '-',
      measured: `${rounded(changed.seconds)} s`,
      beside: '-',
      ratio: '-',
      reached: undefined,
    },
  ];
  report(figures);
} finally {
  rmSync(directory, { recursive: true, force: true });
  await database.close();
  await postgres.stop();
}
