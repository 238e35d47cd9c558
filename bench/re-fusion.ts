/**
 * How long it takes to fuse 10,000 stored shipments again on PostgreSQL, as the task does it after a change of the precedence:
 * once with everything changed (read, fused, judged, written), once with nothing changed (read, fused, compared), and once
 * with nothing changed and all of it judged by the rules again.
 * Floor: the same rows read, parsed and their fused rows written back by bare statements.
 * Options: --small, --shipments=10000, --profile (writes a profile of the processor).
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import pg from 'pg';
import { pino } from 'pino';
import { pipelineDeps } from '#server/parts.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { precedenceWork } from '#server/modules/intake/precedence/precedence-work.ts';
import { refusions, startRefusion } from '#server/modules/intake/recompute/index.ts';
import { workOnRun, workRun } from '#server/platform/run/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { createQueue } from '#server/platform/queue/index.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { fillShipments } from './data/stored-shipments.ts';
import { childrenSeconds } from './support/load.ts';
import { isSmall, report, rounded, type Figure } from './support/report.ts';

const goalSeconds = 20;
const shipments = Number(
  process.argv.find((argument) => argument.startsWith('--shipments='))?.split('=')[1] ?? (isSmall() ? 1_000 : 10_000),
);
const log = pino({ level: 'error' }, pino.destination(2));

/** Who is trusted first, in turn, so that every run after the first changes every shipment. */
const orders = [
  ['EXPERT', 'FT', 'CARRIER', 'EDI', 'TERMINAL', 'RPA', 'CUSTOMS', 'AIS'],
  ['EXPERT', 'CARRIER', 'FT', 'EDI', 'TERMINAL', 'RPA', 'CUSTOMS', 'AIS'],
];

async function setOrder(database: Database, version: number): Promise<void> {
  await database.execute(
    `insert into fusion_precedence (version, orders, saved_by, saved_by_name, saved_at)
     values ($1, $2::jsonb, 'bench', 'bench', now())`,
    [version, JSON.stringify({ standard: orders[(version - 1) % orders.length] })],
  );
}

type Measured = { seconds: number; own: number; database: number; changed: number; done: number };

/** The bare statements: every row read and parsed, every fused row written back as it is. */
async function floor(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create temporary table floor_write (id bigint, content json, provenance json, hash bytea)');
  const { rows: ids } = await client.query<{ id: string }>('select id from subscription order by id');
  const startedAt = performance.now();
  for (let at = 0; at < ids.length; at += 100) {
    const { rows } = await client.query<{
      id: string;
      fused: boolean;
      content: unknown;
      provenance: unknown;
      content_hash: Buffer;
    }>('select id, fused, content, provenance, content_hash from shipment where subscription_id = any($1)', [
      ids.slice(at, at + 100).map((row) => row.id),
    ]);
    const fused = rows.filter((row) => row.fused);
    await client.query(
      'insert into floor_write select * from unnest($1::bigint[], $2::jsonb[], $3::jsonb[], $4::bytea[])',
      [
        fused.map((row) => row.id),
        fused.map((row) => JSON.stringify(row.content)),
        fused.map((row) => JSON.stringify(row.provenance)),
        fused.map((row) => row.content_hash),
      ],
    );
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await client.end();
  return seconds;
}

async function profiled<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!process.argv.includes('--profile')) return work();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  const result = await work();
  const { profile } = await session.post('Profiler.stop');
  writeFileSync(`re-fusion-${name}.cpuprofile`, JSON.stringify(profile));
  return result;
}

async function main(): Promise<void> {
  const server = await startTemporaryPostgres();
  if (server === undefined) return report([]);
  const database = await openDatabase({ url: server.url, poolSize: 4, log });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const [postmaster] = (
    await client.query<{ pid: number }>("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid")
  ).rows;
  const reference = await fillShipments(database, shipments, () => openReferenceStore(database, log));
  await database.execute('analyze');
  const queue = createQueue({ database, clock: realClock, log });
  const parts = { database, queue, clock: realClock, log, reference, keys: [] };
  const pipeline = pipelineDeps(parts);
  const run = async (version: number, judge: 'all' | 'changed' = 'changed'): Promise<Measured> => {
    const work = precedenceWork(pipeline, realClock, judge);
    const by = { code: 'bench', name: 'bench' };
    const { id } = await startRefusion(
      { database, queue, now: realClock.now() },
      { cause: 'precedence', causeId: version, total: shipments, by },
    );
    const before = { own: process.cpuUsage(), database: childrenSeconds(postmaster?.pid ?? 0), at: performance.now() };
    await workRun(
      { database, clock: realClock, log, runs: [workOnRun(refusions.precedence, work)] },
      id,
      new AbortController().signal,
    );
    const own = process.cpuUsage(before.own);
    const [row] = await database.query<{ changed: number; done: number }>(
      `select (outcome->>'changed')::int as changed, done from run where id = $1`,
      [id],
    );
    return {
      seconds: (performance.now() - before.at) / 1000,
      own: (own.user + own.system) / 1e6,
      database: childrenSeconds(postmaster?.pid ?? 0) - before.database,
      changed: row?.changed ?? 0,
      done: row?.done ?? 0,
    };
  };
  try {
    // The first run makes the fused rows; it warms up, too.
    await run(0);
    await setOrder(database, 1);
    const changed = await profiled('changed', () => run(1));
    const unchanged = await profiled('unchanged', () => run(1));
    const judged = await run(1, 'all');
    const bare = await floor(server.url);
    const figure = (name: string, measured: Measured, whole: boolean): Figure => ({
      name: `re-fusion of ${shipments} shipments, ${name}`,
      goal: `<= ${goalSeconds} s`,
      measured: `${rounded(measured.seconds)} s (${rounded((measured.own * 1000) / shipments)} + ${rounded((measured.database * 1000) / shipments)} ms processor each)`,
      beside: `${rounded(bare)} s (bare statements)`,
      ratio: rounded(measured.seconds / bare),
      reached: whole && measured.done === shipments && (measured.seconds * 10_000) / shipments <= goalSeconds,
    });
    report([
      figure('all of them changed', changed, changed.changed === shipments),
      figure('none of them changed', unchanged, unchanged.changed === 0),
      figure('none of them changed, all judged again', judged, judged.changed === 0),
    ]);
  } finally {
    await reference.stop();
    await client.end();
    await database.close();
    await server.stop();
  }
}

await main();
