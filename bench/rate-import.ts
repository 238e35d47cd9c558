/**
 * A sheet of 100,000 rates with 3,000 errors through the product on PostgreSQL, all roles in one process: sent and judged in parts as
 * the browser does it, then written. Every error must be told at its cell, every other row be there with its entry in the audit, and
 * nothing of a refused one. Floor: the rows of the same rates inserted by one statement per part. Options: --small.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { CallData } from '#contract/index.ts';
import { seedMasterData } from '#server/modules/seed/index.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { addBenchUser } from './data/open-loaded.ts';
import { ask } from './support/ask.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { isSmall, report, rounded } from './support/report.ts';

const rowCount = isSmall() ? 5_000 : 100_000;
const partRows = 500;
/** One row of this many is wrong. */
const errorEvery = 33;
const goalSeconds = 300;
const goalMegabytes = 1_000;
const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

type Cells = Record<string, string>;
type Wrong = { field: string; change: (cells: Cells, earlier: Cells) => void };

/** What is wrong with a row, and the field that has to say so. */
const mistakes: Wrong[] = [
  { field: 'price40hq', change: (cells) => void (cells['price40hq'] = '-5') },
  { field: 'price40hq', change: (cells) => void (cells['price40hq'] = '99999999') },
  { field: 'currency', change: (cells) => void (cells['currency'] = 'XYZ') },
  { field: 'polId', change: (cells) => void (cells['polCode'] = 'XXNOP') },
  { field: 'carrierId', change: (cells) => void (cells['carrierCode'] = 'NOPE') },
  { field: 'validTo', change: (cells) => Object.assign(cells, { validFrom: day(-90), validTo: day(-30) }) },
  { field: 'validTo', change: (cells) => Object.assign(cells, { validFrom: day(60), validTo: day(30) }) },
  { field: 'tenantId', change: (cells, earlier) => void (cells['rateNo'] = earlier['rateNo'] ?? '') },
  {
    field: 'validFrom',
    change: (cells, earlier) => Object.assign(cells, { ...earlier, rateNo: cells['rateNo'], validFrom: day(10) }),
  },
];

/** The rows of the sheet, and the field at fault by the number of each wrong one. */
function sheet(carriers: readonly string[], ports: readonly string[]): { rows: Cells[]; wrong: Map<number, string> } {
  const rows: Cells[] = [];
  const wrong = new Map<number, string>();
  for (let n = 1; n <= rowCount; n += 1) {
    const pol = ports[n % 40] ?? '';
    const cells: Cells = {
      tenantName: '测量',
      rateNo: `R${n}`,
      supplierType: 'AGENT',
      agentName: `Agent ${n % 20}`,
      carrierCode: carriers[n % carriers.length] ?? '',
      polCode: pol,
      podCode: ports[40 + (n % 150)] ?? '',
      validFrom: day(-5),
      validTo: day(60),
      currency: 'USD',
      price40hq: String(900 + (n % 500)),
      contractNo: `C${n}`,
    };
    const mistake = n % errorEvery === 0 ? mistakes[(n / errorEvery) % mistakes.length] : undefined;
    mistake?.change(cells, rows.at(-1) as Cells);
    if (mistake !== undefined) wrong.set(n, mistake.field);
    rows.push(cells);
  }
  return { rows, wrong };
}

const peakMegabytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The refused rows with the fields of their problems. */
async function refusedRows(url: string, cookie: string, importId: string): Promise<Map<number, string[]>> {
  const refused = new Map<number, string[]>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = `importId=${importId}&outcome=refused&currentPage=${page}&pageSize=2000`;
    const { data } = await ask<CallData<'importResult'>>(url, cookie, `/api/product/import/result?${query}`);
    pages = data.totalPage;
    for (const { row, problems } of data.records)
      refused.set(
        row,
        problems.map(({ field }) => field),
      );
  }
  return refused;
}

const differences = (wrong: ReadonlyMap<number, string>, refused: ReadonlyMap<number, readonly string[]>): string[] => [
  ...[...wrong].flatMap(([row, field]) =>
    refused.get(row)?.includes(field) === true ? [] : [`row ${row}: ${field} expected, ${String(refused.get(row))}`],
  ),
  ...[...refused].flatMap(([row, fields]) =>
    wrong.has(row) ? [] : [`row ${row} is right, refused for ${fields.join()}`],
  ),
];

async function main(): Promise<void> {
  const server = await startTemporaryPostgres();
  if (server === undefined) return report([]);
  const database = await openDatabase({ url: server.url, poolSize: 2, log: createLogger({ level: 'warn' }) });
  await migrate(database);
  await seedMasterData(database);
  await addBenchUser(database);
  const codes = async (table: string): Promise<string[]> =>
    (await database.query<{ code: string }>(`select code from ${table} order by id limit 200`)).map(({ code }) => code);
  const { rows, wrong } = sheet((await codes('md_carrier')).slice(0, 30), await codes('md_port'));
  const product = await startProductProcess([], { DATABASE_URL: server.url, SIMULATOR: 'off', DEMO_DATA: 'off' });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const cookie = await signIn(product.url);
    const post = async <T>(name: string, body: object): Promise<T> =>
      (await ask<T>(product.url, cookie, `/api/product/import/${name}`, body)).data;
    const startedAt = performance.now();
    const announced = { entity: 'freightRate', mode: 'add', fileName: 'rates.xlsx', total: rows.length };
    const { importId } = await post<CallData<'importOpen'>>('open', { ...announced, clientKey: `bench-${Date.now()}` });
    for (let first = 0; first < rows.length; first += partRows)
      await post('rows', { importId, first: first + 1, rows: rows.slice(first, first + partRows) });
    const judgedAt = performance.now();
    let status = await post<CallData<'importRun'>>('run', { importId });
    while (status.state !== 'done') {
      await sleep(200);
      status = (await ask<CallData<'importGet'>>(product.url, cookie, `/api/product/import/get?importId=${importId}`))
        .data;
    }
    const doneAt = performance.now();
    const megabytes = peakMegabytes(product.pid);
    const different = differences(wrong, await refusedRows(product.url, cookie, importId));
    const { rows: kept } = await client.query<{ n: number; audited: number }>(
      `select count(*)::int as n, (select count(distinct entity_id)::int from audit_log where entity = 'freightRate') as audited from freight_rate`,
    );
    const right = rows.length - wrong.size;
    const exact = different.length === 0 && kept[0]?.n === right && kept[0].audited === right;
    if (!exact) console.error({ different: different.slice(0, 10), kept: kept[0], right });
    await client.query('create table floor_rate (like freight_rate including all)');
    const floorAt = performance.now();
    const { rows: stored } = await client.query<{ row: object }>(
      'select to_jsonb(r) as row from freight_rate r order by id',
    );
    for (let from = 0; from < stored.length; from += partRows)
      await client.query('insert into floor_rate select * from jsonb_populate_recordset(null::floor_rate, $1::jsonb)', [
        JSON.stringify(stored.slice(from, from + partRows).map(({ row }) => row)),
      ]);
    const floorSeconds = (performance.now() - floorAt) / 1000;
    const seconds = (doneAt - startedAt) / 1000;
    report([
      {
        name: `sheet of ${rows.length} rates with ${wrong.size} errors`,
        goal: `<= ${goalSeconds} s, <= ${goalMegabytes} MB, each error at its cell, nothing half-written`,
        measured: `${rounded((judgedAt - startedAt) / 1000)} s judged + ${rounded((doneAt - judgedAt) / 1000)} s written, ${rounded(megabytes)} MB at most, ${exact ? 'exact' : `${different.length} errors not as expected, ${kept[0]?.n} kept`}`,
        beside: `${rounded(floorSeconds)} s (plain inserts)`,
        ratio: rounded(seconds / floorSeconds),
        reached: exact && seconds <= goalSeconds && megabytes <= goalMegabytes,
      },
    ]);
  } finally {
    await client.end();
    await product.stop();
    await database.close();
    await server.stop();
  }
}

await main();
