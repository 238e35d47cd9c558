/**
 * How many shipments a second one worker process pulls, keeps, fuses, judges and writes on PostgreSQL, from a local DCSA source
 * that only looks up answers made beforehand. Counted are committed fused shipments. Floor: plain inserts of the same answers.
 * Options: --small, --shipments=2000, --profile.
 */
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { prepareAnswers } from './data/prepared-answers.ts';
import { insertRaw } from './support/insert-raw.ts';
import { childrenSeconds, processorSeconds } from './support/load.ts';
import { startProductProcess } from './support/product.ts';
import { isSmall, report, rounded } from './support/report.ts';
import { prepareSources } from './support/world-of-sources.ts';

const goalPerSecond = 150;
const limitMs = 300_000;
const shipments = Number(
  process.argv.find((argument) => argument.startsWith('--shipments='))?.split('=')[1] ?? (isSmall() ? 300 : 1900),
);

async function startSource(): Promise<{ port: number; stop: () => void }> {
  const child = fork(fileURLToPath(new URL('support/source-server.ts', import.meta.url)), [String(shipments)]);
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message: { port: number }) => resolve(message.port)),
  );
  return { port, stop: () => child.disconnect() };
}

type Progress = { perSecond: number; exceptions: number; done: number };

/** Watches the fused shipments grow; the rate is that between the first and the last tenth. */
async function watch(client: pg.Client, total: number): Promise<Progress> {
  const deadline = performance.now() + limitMs;
  const marks: { at: number; n: number }[] = [];
  for (;;) {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from shipment where fused');
    const n = rows[0]?.n ?? 0;
    marks.push({ at: performance.now(), n });
    if (n >= total || performance.now() > deadline) break;
    await sleep(100);
  }
  const first = marks.findLast(({ n }) => n <= total / 10) ?? marks[0];
  const last = marks.find(({ n }) => n >= total * 0.9) ?? marks.at(-1);
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from shipment_exception');
  if (first === undefined || last === undefined) throw new Error('nothing was watched');
  return {
    perSecond: ((last.n - first.n) * 1000) / (last.at - first.at),
    exceptions: rows[0]?.n ?? 0,
    done: marks.at(-1)?.n ?? 0,
  };
}

async function main(): Promise<void> {
  const server = await startTemporaryPostgres();
  if (server === undefined) return report([]);
  const source = await startSource();
  const answers = prepareAnswers(shipments);
  const database = await openDatabase({ url: server.url, poolSize: 2, log: createLogger({ level: 'warn' }) });
  await prepareSources(database, answers, { baseUrl: `http://127.0.0.1:${source.port}`, pullIntervalS: 86_400 });
  await database.close();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const profile = process.argv.includes('--profile') ? ['--cpu-prof', '--cpu-prof-dir=/tmp/portolan-profile'] : [];
  const [postmaster] = (
    await client.query<{ pid: number }>("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid")
  ).rows;
  const worker = await startProductProcess(['--role=worker'], { DATABASE_URL: server.url }, profile);
  const before = [processorSeconds(worker.pid), childrenSeconds(postmaster?.pid ?? 0)] as const;
  try {
    const { perSecond, exceptions, done } = await watch(client, answers.length);
    const workerMs = ((processorSeconds(worker.pid) - before[0]) * 1000) / done;
    const databaseMs = ((childrenSeconds(postmaster?.pid ?? 0) - before[1]) * 1000) / done;
    const floor = await insertRaw(client, answers);
    const bytes = answers.reduce((sum, { body }) => sum + body.length, 0) / answers.length;
    console.error(
      `${done} of ${answers.length} shipments, ${Math.round(bytes)} bytes each, ${exceptions} exceptions; ${rounded(workerMs)} ms of the worker and ${rounded(databaseMs)} ms of the database each`,
    );
    report([
      {
        name: 'pull, fuse, detect, write, one worker on PostgreSQL',
        goal: `>= ${goalPerSecond} shipments/s`,
        measured: `${rounded(perSecond)}/s (${rounded(workerMs)} + ${rounded(databaseMs)} ms processor)`,
        beside: `${rounded(floor)}/s (raw inserts)`,
        ratio: rounded(perSecond / floor),
        reached: perSecond >= goalPerSecond && done === answers.length,
      },
    ]);
  } finally {
    await worker.stop();
    await client.end();
    source.stop();
    await server.stop();
  }
}

await main();
