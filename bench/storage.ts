/**
 * What one shipment takes on the disk of PostgreSQL, table by table. Sea shipments of the simulated world are followed from their
 * booking until they have ended, with all background work of the product: sources are pulled every two hours of the world, answers are
 * kept, fused and judged. Then the clock jumps to a year after they were subscribed, and housekeeping removes what is not kept so long.
 * Storage per shipment-year: bytes of heap, indexes and TOAST that are kept of a shipment a year after it was subscribed.
 * Outside of it: robots and pushes, what people enter, and tables that do not grow with shipments (positions, sailings, logs of users).
 * Options: --small (20 shipments), --shipments=60, --days=70 (their life at most), --keep (leaves the server running, prints its address).
 */
import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { sweepTables } from '#server/modules/administration/housekeeping/sweep.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { pullScheduler } from '#server/modules/intake/collection/index.ts';
import { insertSubscriptions } from '#server/modules/tracking/subscription/index.ts';
import { seedMasterData, seedWorld } from '#server/modules/world/seed/index.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { standardRetention } from '#server/platform/config/index.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createQueue, createWorker, enqueueRecurring } from '#server/platform/queue/index.ts';
import { backgroundTasks, handlersOf } from '#server/product.ts';
import { parseCarriers } from '#shared/reference/carriers.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { startSimulator, type World } from '#simulator/index.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { type TableSize, ofShipments, sizesOf, sizesTable, totalOf } from './data/table-sizes.ts';
import { numberOf } from './support/options.ts';
import { isSmall, report, rounded } from './support/report.ts';

const start = Date.UTC(2026, 4, 4);
const shipments = numberOf('shipments', isSmall() ? 20 : 60);
const longestDays = numberOf('days', 70);
const stepHours = 2;
/** Shipments followed have been booked in the days before the start. */
const bookedWithinDays = 6;
const log = pino({ level: 'silent' });
const keys = [Buffer.alloc(32, 7)];

const asked = (world: World) =>
  world
    .shipmentsAlive(start)
    .filter(({ bookedAt, domestic }) => bookedAt > start - bookedWithinDays * DAY_MS && !domestic)
    .slice(0, shipments);

/** The world, its sources and the background work of the product on a clock that is moved by hand. */
async function openWorld(database: Database) {
  const clock = manualClock(start);
  await seedMasterData(database);
  const simulator = await startSimulator({
    seed: 'storage',
    host: '127.0.0.1',
    port: 0,
    now: clock.now,
    faults: false,
    pushEveryMs: 3_600_000,
  });
  const file = await readFile(new URL('../seeds/carriers.csv', import.meta.url), 'utf8');
  const carriers = parseCarriers(file).filter(({ simulated }) => simulated);
  await seedWorld(database, {
    baseUrl: simulator.baseUrl,
    secretKey: keys,
    carriers: carriers.map(({ code, nameCn, nameEn }) => ({ code, nameCn, nameEn, pushes: false })),
  });
  const reference = await openReferenceStore(database, log);
  const queue = createQueue({ database, clock, log });
  const works = backgroundTasks({ queue, clock, machine: clock, reference, keys, concurrency: 2 });
  await enqueueRecurring(queue, works);
  const worker = createWorker({ queue, handlers: handlersOf(works) });
  const stop = async (): Promise<void> => {
    await reference.stop();
    await simulator.stop();
  };
  return { clock, world: simulator.world, queue, worker, stop };
}

type Opened = Awaited<ReturnType<typeof openWorld>>;

/** Subscribes to them for the tenants of the world in turn. */
async function subscribe(database: Database, { world, queue }: Opened): Promise<number> {
  const tenants = await database.query<{ id: number }>('select id from tenant order by id');
  const subscriptions = asked(world).map(({ billNo, carrier, direction, orderNo }, index) => ({
    tenantId: tenants[index % tenants.length]?.id ?? 0,
    subject: 'bill' as const,
    billNo,
    containerNo: null,
    carrierCode: carrier.code,
    vesselName: null,
    voyage: null,
    direction,
    orderNo,
    channel: 'SHIPPING_TRACKING' as const,
    sourceType: 'CARRIER' as const,
    subscribedAt: start,
  }));
  await database.transaction(async () => {
    const { pulls } = await insertSubscriptions(database, subscriptions, start);
    await pullScheduler(queue)(pulls);
  });
  return subscriptions.length;
}

/** Works through the lives of the shipments; gives when the last one had ended. */
async function live(database: Database, { clock, worker }: Opened): Promise<Instant> {
  for (let hour = 0; hour < longestDays * 24; hour += stepHours) {
    const now = start + hour * HOUR_MS;
    clock.set(now);
    await worker.processAll();
    if (hour % 24 > 0) continue;
    // What autovacuum does meanwhile where a day lasts a day.
    await database.execute('vacuum');
    const [open] = await database.query<{ n: number }>('select count(*)::int as n from subscription where not ended');
    if (process.env['BENCH_PROGRESS'] === '1') console.error(`day ${hour / 24}: ${open?.n} under way`);
    if (open?.n === 0) return now;
  }
  return clock.now();
}

/** What housekeeping leaves of them a year after they were subscribed; its rows closely packed, as room is used again. */
async function yearAfter(database: Database): Promise<TableSize[]> {
  const now = start + 365 * DAY_MS;
  // Answers that others are differences from go a day after them.
  for (const machine of [now, now + 2 * DAY_MS]) {
    const sweep = { database, log, days: standardRetention, now: { world: now, machine }, budgetMs: 60_000 };
    while (!(await sweepTables(sweep)).complete);
  }
  await database.execute('vacuum (full, analyze)');
  return sizesOf(database);
}

const server = await startTemporaryPostgres();
if (server === undefined) report([]);
else {
  const database = await openDatabase({ url: server.url, poolSize: 4, log, statementTimeoutMs: 600_000 });
  await migrate(database);
  const opened = await openWorld(database);
  await database.execute('vacuum (full, analyze)');
  const before = await sizesOf(database);
  const count = await subscribe(database, opened);
  const endedAt = await live(database, opened);
  await database.execute('vacuum (analyze)');
  const [ended, year] = [ofShipments(before, await sizesOf(database)), ofShipments(before, await yearAfter(database))];
  console.log(`\n${count} shipments, ended after ${Math.round((endedAt - start) / DAY_MS)} days\n`);
  console.log(sizesTable(count, ended, year));
  const kb = (sizes: readonly TableSize[]): string => `${rounded(totalOf(sizes) / count / 1000)} kB`;
  const figure = { goal: '-', beside: '-', ratio: '-', reached: undefined };
  report([
    { ...figure, name: 'storage of a shipment when it has ended', measured: kb(ended) },
    { ...figure, name: 'storage per shipment-year', measured: kb(year) },
  ]);
  if (process.argv.includes('--keep')) {
    console.log(server.url);
    await new Promise((resolve) => process.once('SIGINT', resolve));
  }
  await opened.stop();
  await database.close();
  await server.stop();
}
