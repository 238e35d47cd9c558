/**
 * A range of 100,000 shipments goes to the archive on PostgreSQL, while somebody writes to the same tables: time, bytes before and after,
 * the longest wait of a write, and reading the history of one shipment before and afterwards. Floor: the same rows read by the same
 * driver and nothing done with them. 2 % of the shipments stay. Histories are of 500 templates, packed as the product packs them; each
 * shipment has four answers of a template and three records of sources. Options: --small (10,000).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packBody } from '#server/modules/intake/collection/index.ts';
import { archiveGroup, isArchived } from '#server/modules/tracking/archive/take-out.ts';
import { listChanges } from '#server/modules/tracking/shipment/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { endRange, rangeGroups } from '#server/platform/db/ranges.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { loadHistories } from './data/load-histories.ts';
import { isSmall, report, rounded } from './support/report.ts';

const shipments = isSmall() ? 10_000 : 100_000;
const templates = 500;
const answersEach = 4;
const recordsEach = 3;
/** Behind the ranges, and behind what is loaded. */
const lastId = shipments * (1 + recordsEach) + 20_000;
const eventsEach = 30;
const reads = 200;
const goalWaitMs = 2_000;
const to = Date.UTC(2026, 5, 1);
const log = createLogger({ level: 'warn' });
const tables = ['shipment_change', 'shipment_said', 'raw_answer'];

const nth = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** What sources stated last, each with as many events as a shipment by sea has. */
async function loadRecords(database: Database): Promise<void> {
  const contents = Array.from({ length: templates }, (_, place) => ({
    booking: {
      billNo: `BENCH${place}`,
      vesselName: `VESSEL ${place % 40}`,
      voyage: `${place}E`,
      portOfLoading: 'CNSHA',
    },
    events: Array.from({ length: eventsEach }, (__, n) => ({
      containerNo: `BENU${1_000_000 + place * eventsEach + n}`,
      statusCode: ['STSP', 'GITM', 'LOBD', 'DLPT', 'BDAR', 'DSCH'][n % 6],
      portCode: ['CNSHA', 'SGSIN', 'NLRTM'][n % 3],
      occurrence: 1,
      planned: to - n * DAY_MS - place,
      actual: n % 4 === 0 ? null : to - n * DAY_MS + place * 1000,
    })),
  }));
  await database.execute(
    `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, content,
       content_hash, created_at, updated_at)
     select s.tenant_id, s.id, false, 'CARRIER', 'source' || n, 'API', now(), now(), c.content::json, '', now(), now()
     from subscription s join unnest($1::text[]) with ordinality c(content, place) on c.place = s.id % $2 + 1,
       generate_series(1, $3::int) n order by s.id`,
    [contents.map((content) => JSON.stringify(content)), templates, recordsEach],
  );
}

async function bytesOfRecords(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    'select coalesce(sum(pg_column_size(content)), 0)::float8 as bytes from shipment where not fused',
  );
  return row?.bytes ?? 0;
}

/** Ranges that end behind the last shipment, the shipments with their answers, and one behind them. */
async function load(database: Database): Promise<void> {
  for (const group of rangeGroups.filter(isArchived)) while (!(await endRange(database, group, shipments + 20_000)));
  await loadHistories(database, { shipments, templates, to, days: 90, packed: true });
  await database.patient(600_000, async () => {
    await database.execute(
      `insert into source (code, protocol, source_type, channel, name_cn, name_en, base_url, enabled, pull_interval_s)
       values ('bench', 'dcsa', 'CARRIER', 'API', 'bench', 'bench', 'http://localhost', false, 3600)`,
    );
    const bodies = Array.from({ length: templates }, (_, place) =>
      packBody(
        Buffer.from(JSON.stringify(Array.from({ length: 40 }, (__, n) => ({ place, event: n, at: to + n * place })))),
      ),
    );
    await database.execute(
      `insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash)
       select s.tenant_id, s.id, o.id, 'pull', now(), b.body, b.encoding, '\\x00' from subscription s
       join unnest($1::bytea[], $2::text[]) with ordinality b(body, encoding, place) on b.place = s.id % $3 + 1,
       source o, generate_series(1, $4::int) n order by s.id`,
      [bodies.map(({ body }) => Buffer.from(body)), bodies.map(({ encoding }) => encoding), templates, answersEach],
    );
    await loadRecords(database);
    const [ended, late] = [new Date(to - 500 * DAY_MS), new Date(to)];
    await database.execute(
      `update shipment set ended = true, ended_at = case when id % 50 = 0 then $2::timestamptz else $1::timestamptz end, updated_at = $1::timestamptz`,
      [ended, late],
    );
    for (const table of ['subscription', 'shipment'])
      await database.execute(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [table, lastId]);
    await database.execute(
      `with u as (insert into subscription (tenant_id, subject, bill_no, carrier_code, channel, source_type, subscribed_at, created_at)
         select id, 'bill', 'LATE', 'MERI', 'API', 'CARRIER', now(), now() from tenant where code = 'BENCH' returning id, tenant_id)
       insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, content,
         content_hash, created_at, updated_at)
       select tenant_id, id, true, 'CARRIER', 'fusion', 'UNION', now(), now(), '{}', '\\x00', now(), now() from u`,
    );
    await database.execute('vacuum analyze');
  });
}

async function bytesOf(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(i.inhrelid))::float8 as bytes from pg_inherits i where i.inhparent = any($1::text[]::regclass[])`,
    [tables],
  );
  return row?.bytes ?? 0;
}

/** Milliseconds that reading the changes of each of some shipments takes, and how many there are. */
async function timeReads(database: Database): Promise<{ times: number[]; changes: number }> {
  const ctx = { db: database.system, unscoped: database } as Ctx;
  const times: number[] = [];
  let changes = 0;
  for (let n = 0; n < reads; n += 1) {
    const id = 1 + ((n * 7919) % shipments);
    const begun = performance.now();
    changes += (await listChanges(ctx, [id])).length;
    times.push(performance.now() - begun);
  }
  return { times, changes };
}

/** Writes to the last range until it is stopped; gives how long each write took. */
function writeOn(database: Database) {
  const waits: number[] = [];
  let going = true;
  const done = (async () => {
    while (going) {
      const begun = performance.now();
      await database.execute(
        `insert into shipment_change (tenant_id, shipment_id, known_at, changes)
         select tenant_id, id, now(), '{}' from shipment order by id desc limit 1`,
      );
      waits.push(performance.now() - begun);
    }
  })();
  return async (): Promise<number[]> => {
    going = false;
    await done;
    return waits;
  };
}

async function readAll(database: Database): Promise<number> {
  const begun = performance.now();
  for (const table of tables) {
    const key = table === 'raw_answer' ? 'subscription_id' : 'shipment_id';
    for (let from = 0; from < shipments; from += 250)
      await database.execute(`select * from ${table} where ${key} between $1 and $2`, [from + 1, from + 250]);
  }
  return (performance.now() - begun) / 1000;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portolan-archive-'));
  const server = await startTemporaryPostgres();
  if (server === undefined) return;
  const database = await openDatabase({ url: server.url, poolSize: 5, log, archiveFolder: folder });
  try {
    await migrate(database);
    await load(database);
    const before = { bytes: await bytesOf(database), reads: await timeReads(database), floor: await readAll(database) };
    const records = await bytesOfRecords(database);
    const stop = writeOn(database);
    const begun = performance.now();
    for (const group of rangeGroups.filter(isArchived)) {
      const deps = { database, log, folder, cut: to - 400 * DAY_MS, now: realClock.now(), span: 20_000 };
      while (!(await archiveGroup({ ...deps, goOn: async () => true, noted: async () => {} }, group)));
    }
    const seconds = (performance.now() - begun) / 1000;
    const waits = await stop();
    const after = await timeReads(database);
    if (after.changes !== before.reads.changes) throw new Error('the archive does not give what the database gave');
    const [files] = await database.query<{ bytes: number; rows: number }>(
      'select sum(bytes)::float8 as bytes, sum(rows)::float8 as rows from archive_file where taken_out_at is not null',
    );
    const left = await bytesOf(database);
    const recordsLeft = await bytesOfRecords(database);
    const kB = (bytes: number): string => `${rounded(bytes / shipments / 1000)} kB`;
    report([
      {
        name: `${shipments} shipments to the archive (${files?.rows ?? 0} rows)`,
        goal: '-',
        measured: `${rounded(seconds)} s`,
        beside: `${rounded(before.floor)} s (rows read only)`,
        ratio: rounded(seconds / before.floor),
        reached: undefined,
      },
      {
        name: 'history and answers of a shipment in the database',
        goal: '<= 10 %',
        measured: `${kB(left)}, ${kB(files?.bytes ?? 0)} in files`,
        beside: `${kB(before.bytes)} before`,
        ratio: rounded(left / before.bytes),
        reached: left <= before.bytes / 10,
      },
      {
        name: 'contents of the records of a shipment in the database',
        goal: '<= 10 %',
        measured: kB(recordsLeft),
        beside: `${kB(records)} before`,
        ratio: rounded(recordsLeft / records),
        reached: recordsLeft <= records / 10,
      },
      {
        name: `longest wait of ${waits.length} writes meanwhile`,
        goal: `<= ${goalWaitMs} ms`,
        measured: `${rounded(nth(waits, 1))} ms (p99 ${rounded(nth(waits, 0.99))})`,
        beside: '-',
        ratio: '-',
        reached: nth(waits, 1) <= goalWaitMs,
      },
      {
        name: 'history of one shipment, p95',
        goal: '<= 100 ms',
        measured: `${rounded(nth(after.times, 0.95))} ms from the archive`,
        beside: `${rounded(nth(before.reads.times, 0.95))} ms from the database`,
        ratio: rounded(nth(after.times, 0.95) / nth(before.reads.times, 0.95)),
        reached: nth(after.times, 0.95) <= 100,
      },
    ]);
  } finally {
    await database.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
