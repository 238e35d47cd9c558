/**
 * How soon a changed answer of a source is on screen as an exception, on both databases: from the moment the source has served
 * the changed answer (pull), or the notification was sent (push), to the live message and to the row in the list.
 * Options: --small, --rounds=10.
 */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { type PreparedAnswer, prepareAnswers } from './data/prepared-answers.ts';
import { openLive } from './support/live.ts';
import { median } from './support/load.ts';
import { type RunningProduct, signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';
import { prepareSources, pushSecret, sourceCodeOf } from './support/world-of-sources.ts';

const goalMs = 3_000;
const giveUpMs = 20_000;
const pullIntervalS = 2;
const rounds = Number(
  process.argv.find((argument) => argument.startsWith('--rounds='))?.split('=')[1] ?? (isSmall() ? 3 : 10),
);

type Events = Record<string, unknown>[];

/** A source whose answers can be changed, and that knows when it served what. */
async function startSource(answers: readonly PreparedAnswer[]) {
  const bodies = new Map(answers.map(({ billNo, body }) => [billNo, body]));
  const changed = new Map<string, (at: number) => void>();
  const server = createServer((request, reply) => {
    // Asked to push by itself, it declines: the notifications are sent by the measurement.
    if (request.method !== 'GET') {
      reply.writeHead(404).end();
      return;
    }
    const bill = new URL(request.url ?? '/', 'http://source').searchParams.get('transportDocumentReference') ?? '';
    reply.writeHead(200, { 'content-type': 'application/json', 'api-version': '2.2.0' });
    reply.end(bodies.get(bill) ?? '[]', () => {
      changed.get(bill)?.(performance.now());
      changed.delete(bill);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Changes an answer; resolves to the moment it was first served. */
    change: (billNo: string, body: string): Promise<number> => {
      const served = new Promise<number>((resolve) => changed.set(billNo, resolve));
      bodies.set(billNo, body);
      return served;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The events with one container named by a number whose check digit is wrong, and that container. */
function withWrongContainer(body: string, serial: number): { body: string; event: Events[number] } {
  const events = JSON.parse(body) as Events;
  const index = events.findIndex((event) => typeof event['equipmentReference'] === 'string');
  const event = events[index];
  if (event === undefined) throw new Error('an answer without equipment');
  const number = `QQQU${String(100_000 + serial)}`;
  const right = ([...number].reduce((sum, char, place) => sum + valueOf(char) * 2 ** place, 0) % 11) % 10;
  const wrong = {
    ...event,
    eventID: `${String(event['eventID']).slice(0, 24)}${String(serial).padStart(12, '0')}`,
    eventCreatedDateTime: new Date().toISOString(),
    equipmentReference: `${number}${(right + 1) % 10}`,
  };
  return { body: JSON.stringify([...events, wrong]), event: wrong };
}

/** Letters count from 10 upwards without multiples of 11 (ISO 6346). */
function valueOf(char: string): number {
  if (char <= '9') return Number(char);
  const place = char.charCodeAt(0) - 65;
  return place + 10 + (place >= 1 ? 1 : 0) + (place >= 11 ? 1 : 0) + (place >= 21 ? 1 : 0);
}

async function rowOf(url: string, cookie: string, billNo: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/data/exceptionManage/queryExceptionManageInfo`, {
    method: 'POST',
    headers: { source: 'Manual', 'content-type': 'application/json', cookie },
    body: JSON.stringify({ currentPage: 1, pageSize: 10, blNo: billNo, testPurpose: ['CTN_INVALID'] }),
  });
  const { data } = (await answer.json()) as { data: { totalRecord: number } };
  return data.totalRecord > 0;
}

async function untilRow(url: string, cookie: string, billNo: string): Promise<number> {
  const deadline = performance.now() + giveUpMs;
  while (performance.now() < deadline) {
    if (await rowOf(url, cookie, billNo)) return performance.now();
    await sleep(10);
  }
  throw new Error(`no exception for ${billNo}`);
}

async function push(url: string, carrierCode: string, event: Events[number]): Promise<number> {
  const body = JSON.stringify([event]);
  const signature = createHmac('sha256', Buffer.from(pushSecret, 'base64')).update(body).digest('hex');
  const startedAt = performance.now();
  const answer = await fetch(
    `${url}/api/data-center/dcsa/v2/notifications/${encodeURIComponent(sourceCodeOf(carrierCode))}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'notification-signature': `sha256=${signature}` },
      body,
    },
  );
  if (!answer.ok) throw new Error(`the notification was refused: ${await answer.text()}`);
  return startedAt;
}

type Delays = { message: number[]; row: number[] };

async function measure(
  product: RunningProduct,
  source: Awaited<ReturnType<typeof startSource>>,
  answers: readonly PreparedAnswer[],
) {
  const cookie = await signIn(product.url);
  const live = await openLive(product.url, cookie, 'exception');
  const delays: Record<'pull' | 'push', Delays> = { pull: { message: [], row: [] }, push: { message: [], row: [] } };
  for (let round = 0; round < rounds * 2; round += 1) {
    const way = round % 2 === 0 ? 'pull' : 'push';
    const answer = answers[round] as PreparedAnswer;
    const { body, event } = withWrongContainer(answer.body, round);
    const message = live.next();
    const row = untilRow(product.url, cookie, answer.billNo);
    const begin = way === 'pull' ? source.change(answer.billNo, body) : push(product.url, answer.carrierCode, event);
    const [from, shownAt] = await Promise.all([begin, row]);
    delays[way].row.push(shownAt - from);
    const reported = await Promise.race([message, sleep(giveUpMs).then(() => Number.NaN)]);
    delays[way].message.push(reported - from);
  }
  live.stop();
  return delays;
}

/** Waits until every bill has its first answer, so that only what is changed is news. */
async function settle(url: string, wanted: number): Promise<void> {
  const cookie = await signIn(url);
  await sleep(Math.max(4_000, wanted * 200));
  await rowOf(url, cookie, 'NONE');
}

async function run(kind: 'PostgreSQL' | 'embedded database'): Promise<Figure[]> {
  // The youngest shipments: those that have ended are requested no more.
  const answers = prepareAnswers(1900)
    .filter(({ body }) => body.includes('equipmentReference'))
    .slice(-rounds * 2);
  if (answers.length < rounds * 2) throw new Error('too few shipments are under way');
  const source = await startSource(answers);
  const server = kind === 'PostgreSQL' ? await startTemporaryPostgres() : undefined;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portolan-freshness-'));
  if (kind === 'PostgreSQL' && server === undefined) return [];
  const where = server === undefined ? { dataDir } : { url: server.url };
  const database = await openDatabase({ ...where, poolSize: 2, log: createLogger({ level: 'warn' }) });
  await prepareSources(database, answers, { baseUrl: source.url, pullIntervalS });
  await database.close();
  const product = await startProductProcess(
    ['--role=web,worker'],
    server === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: server.url },
  );
  try {
    await settle(product.url, answers.length);
    const delays = await measure(product, source, answers);
    return (['pull', 'push'] as const).map((way) => {
      const slowest = Math.max(...delays[way].row, ...delays[way].message);
      const { message, row } = delays[way];
      return {
        name: `freshness, ${way} path, ${kind}`,
        goal: `<= ${goalMs / 1000} s`,
        measured: `slowest ${rounded(slowest / 1000)} s`,
        beside: `middle: message ${rounded(median(message) / 1000)} s, row ${rounded(median(row) / 1000)} s`,
        ratio: '-',
        reached: slowest <= goalMs,
      };
    });
  } finally {
    await product.stop();
    source.stop();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

report([...(await run('PostgreSQL')), ...(await run('embedded database'))]);
