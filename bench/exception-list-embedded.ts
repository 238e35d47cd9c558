/**
 * The exception list on the embedded database with 100,000 exceptions: 8 connections in a closed loop, filters mixed; the delay
 * that 95 of 100 requests stay below. Floor: the two bare statements of a page on the same database, without HTTP, also 8 at once.
 * Options: --small, --seconds=15.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { dataFingerprint } from './data/fingerprint.ts';
import { benchTenants, cacheDirectory, loadExceptions, rareRemark, type DataSize } from './data/load-exceptions.ts';
import { httpRequest, quantile, startLoadGenerator } from './support/load.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { isSmall, report, rounded } from './support/report.ts';

const connections = 8;
const goalMs = 60;
const seconds = Number(process.argv.find((argument) => argument.startsWith('--seconds='))?.split('=')[1] ?? 15);
const size: DataSize = isSmall()
  ? { exceptions: 10_000, subscriptions: 1_000, distinctShipments: 200 }
  : { exceptions: 100_000, subscriptions: 10_000, distinctShipments: 1_000 };

const open = (dataDir: string) => openDatabase({ dataDir, poolSize: 2, log: createLogger({ level: 'warn' }) });

async function ensureData(): Promise<string> {
  const dataDir = path.join(cacheDirectory, `embedded-${size.exceptions}-${dataFingerprint(size)}`);
  const mark = path.join(dataDir, 'loaded');
  if (existsSync(mark)) return dataDir;
  rmSync(dataDir, { recursive: true, force: true });
  const database = await open(dataDir);
  await loadExceptions(database, size, (text) => console.error(text));
  await database.close();
  writeFileSync(mark, '');
  return dataDir;
}

type Floor = { p95Ms: number; bills: string[]; carriers: string[] };

/** The bare statements, and what the data hold to ask for. */
async function measureFloor(dataDir: string): Promise<Floor> {
  const database = await open(dataDir);
  const bills = await database.query<{ bill_no: string }>(
    'select bill_no from subscription where id % 23 = 1 order by id limit 200',
  );
  const carriers = await database.query<{ carrier_code: string }>(
    'select distinct carrier_code from subscription order by 1',
  );
  const wheres: [string, unknown[]][] = [
    ['', []],
    ['where handle_status = $1', [0]],
    ['where tenant_id = $1 and handle_status = any($2) and created_at >= $3', [1, [0, 1], '2025-09-01']],
    ['where bill_no = $1', [bills[0]?.bill_no]],
    ['where carrier_code = $1', [carriers[0]?.carrier_code]],
  ];
  const latencies: number[] = [];
  const endsAt = performance.now() + (seconds * 1000) / 3;
  let turn = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const [where, values] = wheres[turn++ % wheres.length] as [string, unknown[]];
      const startedAt = performance.now();
      await Promise.all([
        database.query(
          `select e.* from (select id from shipment_exception ${where} order by created_at desc, id desc limit 10) p
           join shipment_exception e on e.id = p.id order by e.created_at desc, e.id desc`,
          values,
        ),
        where === '' || where.startsWith('where handle_status')
          ? database.query('select sum(n) as n from exception_total')
          : database.query(`select count(*) as n from shipment_exception ${where}`, values),
      ]);
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  await database.close();
  return {
    p95Ms: quantile(latencies, 0.95),
    bills: bills.map((row) => row.bill_no),
    carriers: carriers.map((row) => row.carrier_code),
  };
}

/** Filters as people use them: mostly the first pages, by tenant, state, period, carrier, number, words in the remark. */
function mixedBodies({ bills, carriers }: Floor): Record<string, unknown>[] {
  const tenant = [benchTenants[0].code];
  return bills.slice(0, 100).flatMap((blNo, index) => {
    const carrierCode = [carriers[index % carriers.length]];
    const bodies: Record<string, unknown>[] = [
      {},
      { currentPage: 1 + (index % 40) },
      { tenantCode: tenant },
      { handleStatus: ['0'] },
      { tenantCode: tenant, handleStatus: ['0', '1'], createTimeFrom: '2025-09-01', createTimeTo: '2025-10-15' },
      { blNo },
      { carrierCode, sortRules: [{ columnName: 'createTime', sortType: 'asc' }] },
      { handleRemark: rareRemark.slice(1, 6), carrierCode },
      { chargeCode: [`user${index % 40}`] },
      { testPurpose: ['DATA_STALE'], handleStatus: ['1'] },
    ];
    return bodies.map((body) => ({ currentPage: 1, pageSize: 10, ...body }));
  });
}

async function main(): Promise<void> {
  const dataDir = await ensureData();
  const floor = await measureFloor(dataDir);
  const product = await startProductProcess(['--role=web'], { DATA_DIR: dataDir });
  const generator = startLoadGenerator();
  try {
    const cookie = await signIn(product.url);
    const requests = mixedBodies(floor).map((body) =>
      httpRequest('/api/data/exceptionManage/queryExceptionManageInfo', body, cookie),
    );
    await generator.run({ port: product.port, connections, durationMs: 3_000, requests });
    const result = await generator.run({ port: product.port, connections, durationMs: seconds * 1000, requests });
    const p95 = quantile(result.latenciesMs, 0.95);
    report([
      {
        name: `exception list on the embedded database, ${size.exceptions} exceptions, ${connections} connections`,
        goal: `p95 <= ${goalMs} ms`,
        measured: `p95 ${rounded(p95)} ms, middle ${rounded(quantile(result.latenciesMs, 0.5))} ms, ${rounded(result.requests / result.seconds)}/s`,
        beside: `p95 ${rounded(floor.p95Ms)} ms (bare statements)`,
        ratio: rounded(p95 / floor.p95Ms),
        reached: p95 <= goalMs && result.failures === 0,
      },
    ]);
  } finally {
    generator.stop();
    await product.stop();
  }
}

await main();
