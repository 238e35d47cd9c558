import { httpModule } from '#server/module/index.ts';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { taskHandlers } from '#server/product.ts';
import type { Given } from '#server/parts.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { pullScheduler } from '#server/modules/intake/collection/index.ts';
import { rpa } from '#server/modules/intake/rpa/index.ts';
import { insertSubscriptions } from '#server/modules/tracking/subscription/index.ts';
import { seedMasterData, seedWorld, worldRobots } from '#server/modules/world/seed/index.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createQueue, createWorker, type Queue } from '#server/platform/queue/index.ts';
import { parseCarriers } from '#shared/reference/carriers.ts';
import type { Instant } from '#shared/time/instant.ts';
import { startSimulator } from '../simulator/index.ts';
import type { Shipment } from '../simulator/shipments/types.ts';
import { pageRobot } from './page-robot.ts';
import { testApp } from './test-app.ts';

const carriersFile = new URL('../../seeds/carriers.csv', import.meta.url);
const pushingCarriers = 4;

/** How the simulated world and the background work of a test differ from the usual. */
export type WorldThreadOptions = {
  start: Instant;
  seed?: string;
  /** Whether carriers' servers fail, answer slowly and so on; they do not unless reported. */
  faults?: boolean;
  /** Longest real time a source may take. */
  sourceTimeoutMs?: number;
  /** Whether bookings of the tenants' order systems are taken over by themselves. */
  bookingFeed?: boolean;
  /** The port of its servers; any free one unless stated. */
  port?: number;
  keys?: Given['keys'];
  /** Whether its railway operator, haulier and couriers are sources too. */
  land?: boolean;
};

/** Subscribes to bills of the world for tenants, and has their sources asked from that moment on. */
const subscriberTo =
  (database: Database, queue: Queue) =>
  (wanted: readonly { tenantId: number; shipment: Shipment }[], subscribedAt: Instant): Promise<void> =>
    database.transaction(async () => {
      const subscriptions = wanted.map(({ tenantId, shipment: { billNo, carrier, direction, orderNo } }) => ({
        tenantId,
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
        subscribedAt,
      }));
      const { pulls } = await insertSubscriptions(database, subscriptions, subscribedAt);
      await pullScheduler(queue)(pulls);
    });

/**
 * The simulated world, its sources and tenants in a test's database, and all background work on a clock that
 * moves when reported; everything ends with the tests of the file.
 */
export async function startWorldThread(database: Database, options: WorldThreadOptions) {
  const log = pino({ level: 'silent' });
  const clock = manualClock(options.start);
  const keys = options.keys ?? [randomBytes(32)];
  await seedMasterData(database);
  const simulator = await startSimulator({
    seed: options.seed ?? 'thread',
    host: '127.0.0.1',
    port: options.port ?? 0,
    now: clock.now,
    faults: options.faults ?? false,
    pushEveryMs: 3_600_000,
  });
  const carriers = parseCarriers(await readFile(carriersFile, 'utf8')).filter((carrier) => carrier.simulated);
  await seedWorld(database, {
    baseUrl: simulator.baseUrl,
    secretKey: keys,
    land: options.land ?? false,
    carriers: carriers.map((carrier, index) => ({
      code: carrier.code,
      nameCn: carrier.nameCn,
      nameEn: carrier.nameEn,
      pushes: index < pushingCarriers,
    })),
  });
  const reference = await openReferenceStore(database, log);
  const queue = createQueue({ database, clock, log });
  const deps: Given = {
    queue,
    clock,
    // Sources count calls and pauses by it: it moves with the world, which the test makes jump.
    machine: clock,
    reference,
    keys,
    sourceTimeoutMs: options.sourceTimeoutMs ?? 10_000,
    concurrency: 1,
    bookingFeedUrl: options.bookingFeed === true ? simulator.baseUrl : null,
    callbackBase: null,
  };
  const handlers = taskHandlers(deps);
  const worker = createWorker({ queue, handlers });
  const { app } = await testApp(database, {
    clock,
    queue,
    modules: [httpModule(rpa, { reference: reference.current, queue })],
  });
  const lookNow = pageRobot({
    productUrl: await app.listen({ host: '127.0.0.1', port: 0 }),
    worldUrl: simulator.baseUrl,
    key: worldRobots[0].key,
    now: clock.now,
  });
  afterAll(async () => {
    await reference.stop();
    await simulator.stop();
  });
  const subscribe = subscriberTo(database, queue);
  /** Has all work done, and all pages looked at that are wanted. */
  const workAll = async (): Promise<{ failed: number }> => {
    let failed = 0;
    do failed += (await worker.processAll()).failed;
    while ((await lookNow()) > 0);
    return { failed };
  };
  return {
    subscribe,
    workAll,
    simulator,
    world: simulator.world,
    clock,
    queue,
    worker,
    handlers,
    deps,
    reference,
    keys,
  };
}
