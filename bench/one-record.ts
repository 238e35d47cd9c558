/**
 * How soon the news of an airline is on screen, on both databases: from the moment the notification of its ONE Record server was sent
 * to the live message, to the new weight in the list of air tracking and to the new milestone on the page of the waybill. The server
 * only says that a waybill has news; the product asks it for the object. Options: --small, --rounds=20, --waybills=500.
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
import { DAY_MS, toIsoText } from '#shared/time/instant.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { type Consignment, createConsignments } from '../src/simulator/air/consignments.ts';
import type { Flight } from '../src/simulator/air/flights.ts';
import { notificationOf } from '../src/simulator/air/notices.ts';
import {
  collectionOf,
  eventsOf,
  movementOf,
  shipmentAddress,
  toLogisticsObject,
  type WrittenEvent,
} from '../src/simulator/air/wire.ts';
import { openLive } from './support/live.ts';
import { median } from './support/load.ts';
import { numberOf } from './support/options.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';
import { plainSubscription, prepareLogin, pushSecret, sourceRow, subscribeAll } from './support/world-of-sources.ts';

const goalMs = 3_000;
const giveUpMs = 20_000;
const rounds = numberOf('rounds', isSmall() ? 5 : 20);
const followed = numberOf('waybills', isSmall() ? 50 : 500);
const seed = 'one-record';
const sourceCodeOf = (airline: string): string => `onerecord:${airline}`;

/** What changes of a waybill: its weight, and a milestone that it did not have. */
type News = { weightKg: number; at: number };

const dateTime = (at: number) => ({
  '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
  '@value': toIsoText(at),
});

/** What the server tells at a path: the waybill with its news, or the events of its shipment. */
function answerOf(where: string, base: string, consignment: Consignment, news: News | undefined): string {
  const address = shipmentAddress(base, consignment);
  if (!where.includes('/logistics-events')) {
    const object = toLogisticsObject(base, consignment, where.includes('/shipment-') ? 'shipment' : 'waybill', true);
    const told = JSON.stringify(object);
    return news === undefined
      ? told
      : told.replace(`"@value":"${consignment.pieces * consignment.kgPerPiece}"`, `"@value":"${news.weightKg}"`);
  }
  if (!where.includes('/shipment-')) return JSON.stringify(collectionOf(where, []));
  const events = eventsOf(seed, base, consignment, Date.now());
  if (news === undefined) return JSON.stringify(collectionOf(address, events));
  const event: WrittenEvent = {
    code: 'PRE',
    createdAt: news.at,
    happenedAt: news.at,
    node: {
      '@id': `${address}/logistics-events/news-${news.at}`,
      '@type': 'cargo:StatusUpdateEvent',
      'cargo:eventCode': { '@id': 'https://onerecord.iata.org/ns/code-lists/StatusCode#PRE' },
      'cargo:eventDate': dateTime(news.at),
      'cargo:creationDate': dateTime(news.at),
      'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
      'cargo:eventLocation': {
        '@type': 'cargo:Location',
        'cargo:locationCodes': [{ '@type': 'cargo:CodeListElement', 'cargo:code': consignment.origin }],
      },
    },
  };
  return JSON.stringify(collectionOf(address, [event, ...events]));
}

/** The servers of all airlines; news is told from the moment it is given. */
async function startAirlines(consignments: readonly Consignment[]) {
  const byNumber = new Map(consignments.map((one) => [one.waybill, one]));
  const flights = new Map<string, Flight>(
    consignments.flatMap(({ statuses }) =>
      statuses.flatMap(({ flight }) =>
        flight === null ? [] : [[`flight-${flight.flight}-${flight.day}`, flight] as const],
      ),
    ),
  );
  const news = new Map<string, News>();
  const server = createServer((request, reply) => {
    const where = new URL(request.url ?? '/', 'http://source').pathname;
    const waybill = /\/(?:waybill|shipment)-(\d{3}-\d{8})/.exec(where)?.[1] ?? '';
    const found = byNumber.get(waybill);
    const flight = flights.get(where.slice(where.lastIndexOf('/') + 1));
    if (flight !== undefined)
      return void reply
        .writeHead(200, { 'content-type': 'application/ld+json' })
        .end(JSON.stringify(movementOf(`http://${request.headers.host ?? ''}`, flight)));
    // The notifications are sent by the measurement.
    if (request.method === 'POST') return void reply.writeHead(201, { location: '/action-requests/1' }).end();
    if (request.method !== 'GET' || found === undefined) return void reply.writeHead(404).end();
    reply.writeHead(200, { 'content-type': 'application/ld+json; version=2.1.0' });
    return void reply.end(answerOf(where, `http://${request.headers.host ?? ''}`, found, news.get(waybill)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tell: (waybill: string, told: News) => news.set(waybill, told),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function ask<T>(url: string, cookie: string, where: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}${where}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { source: 'Manual', 'content-type': 'application/json', cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { data: T }).data;
}

type Row = { obmBkId: string | null; weightKg: number | null };
const rowOf = async (url: string, cookie: string, waybill: string): Promise<Row | undefined> =>
  (await ask<{ records: Row[] }>(url, cookie, '/api/data/airTrace/query', { waybill: [waybill] })).records[0];

type Trace = { containers: { stages: { milestones: { statusCode: string; actual: number | null }[] }[] }[] };
async function isOnPage(url: string, cookie: string, obmBkId: string, at: number): Promise<boolean> {
  const { containers } = await ask<Trace>(url, cookie, `/api/data/trace/detail?obmBkId=${obmBkId}`);
  return containers.some(({ stages }) =>
    stages.some(({ milestones }) => milestones.some((one) => one.statusCode === 'PRE' && one.actual === at)),
  );
}

/** The moment at which something is so. */
async function until(isSo: () => Promise<boolean>, what: string, limitMs = giveUpMs): Promise<number> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    if (await isSo()) return performance.now();
    await sleep(10);
  }
  throw new Error(`not shown: ${what}`);
}

async function notify(url: string, consignment: Consignment): Promise<void> {
  const { airline } = consignment;
  const shipment = shipmentAddress('http://source', consignment);
  const body = JSON.stringify(notificationOf(shipment, 'Shipment', 'LOGISTICS_EVENT_RECEIVED', null));
  const signature = createHmac('sha256', Buffer.from(pushSecret, 'base64')).update(body).digest('hex');
  const address = `${url}/api/data-center/onerecord/${encodeURIComponent(sourceCodeOf(airline.code))}/notifications`;
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/ld+json', 'notification-signature': `sha256=${signature}` },
    body,
  });
  if (answer.status !== 204) throw new Error(`the notification was refused: ${await answer.text()}`);
}

/** Those that have come are asked for no more. */
const isUnderWay = ({ endsAt }: Consignment): boolean => endsAt > Date.now() + DAY_MS;

type Delays = { message: number[]; row: number[]; page: number[] };

async function measure(
  url: string,
  airlines: Awaited<ReturnType<typeof startAirlines>>,
  consignments: readonly Consignment[],
): Promise<Delays> {
  const moving = consignments.filter(isUnderWay);
  if (moving.length < rounds) throw new Error('too few waybills are under way');
  const cookie = await signIn(url);
  const last = moving.at(-1) as Consignment;
  // The first answers of all are in before anything is news.
  await until(async () => (await rowOf(url, cookie, last.waybill))?.weightKg != null, last.waybill, 120_000);
  await sleep(3_000);
  const live = await openLive(url, cookie, 'shipment');
  const delays: Delays = { message: [], row: [], page: [] };
  for (let round = 0; round < rounds; round += 1) {
    const one = moving[Math.floor((round * moving.length) / rounds)] as Consignment;
    const { obmBkId = null } = (await rowOf(url, cookie, one.waybill)) ?? {};
    if (obmBkId === null) throw new Error(`nothing is known of ${one.waybill}`);
    const news = { weightKg: 7_000 + round, at: Math.floor(Date.now() / 1000) * 1000 };
    airlines.tell(one.waybill, news);
    const message = live.next();
    const from = performance.now();
    await notify(url, one);
    const [row, page, told] = await Promise.all([
      until(
        async () => (await rowOf(url, cookie, one.waybill))?.weightKg === news.weightKg,
        `${one.waybill} in the list`,
      ),
      until(() => isOnPage(url, cookie, obmBkId, news.at), `${one.waybill} on its page`),
      Promise.race([message, sleep(giveUpMs).then(() => Number.NaN)]),
    ]);
    delays.row.push(row - from);
    delays.page.push(page - from);
    delays.message.push(told - from);
  }
  live.stop();
  return delays;
}

async function run(kind: 'PostgreSQL' | 'embedded database'): Promise<Figure[]> {
  const now = Date.now();
  const consignments = createConsignments(seed)
    .booked(now - 60 * DAY_MS, now)
    .filter(({ statuses }) => statuses.some(({ publishedAt }) => publishedAt <= now))
    .slice(-followed);
  const server = kind === 'PostgreSQL' ? await startTemporaryPostgres() : undefined;
  if (kind === 'PostgreSQL' && server === undefined) return [];
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portolan-one-record-'));
  const airlines = await startAirlines(consignments);
  const where = server === undefined ? { dataDir } : { url: server.url };
  const database = await openDatabase({ ...where, poolSize: 2, log: createLogger({ level: 'warn' }) });
  const tenantId = await prepareLogin(database);
  const codes = [...new Set(consignments.map(({ airline }) => airline.code))];
  await database.system
    .insertInto('source')
    .values(
      codes.map((code) => ({
        ...sourceRow(sourceCodeOf(code), code, airlines.url, 86_400),
        protocol: 'onerecord' as const,
        mode: 'air' as const,
      })),
    )
    .execute();
  await subscribeAll(
    database,
    consignments.map(({ waybill, airline, bookedAt }) => ({
      ...plainSubscription,
      mode: 'air' as const,
      tenantId,
      billNo: waybill,
      carrierCode: airline.code,
      subscribedAt: bookedAt,
    })),
  );
  await database.close();
  const product = await startProductProcess(
    ['--role=web,worker'],
    server === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: server.url },
  );
  try {
    const { message, row, page } = await measure(product.url, airlines, consignments);
    const slowest = Math.max(...message, ...row, ...page);
    const middles = `middle: message ${rounded(median(message) / 1000)} s, row ${rounded(median(row) / 1000)} s, page ${rounded(median(page) / 1000)} s`;
    return [
      {
        name: `ONE Record notification to screen, ${rounds} of ${consignments.length} waybills, ${kind}`,
        goal: `<= ${goalMs / 1000} s`,
        measured: `slowest ${rounded(slowest / 1000)} s`,
        beside: middles,
        ratio: '-',
        reached: slowest <= goalMs,
      },
    ];
  } finally {
    await product.stop();
    airlines.stop();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

report([...(await run('PostgreSQL')), ...(await run('embedded database'))]);
