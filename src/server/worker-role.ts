import type { Given } from './parts.ts';
import { backgroundTasks, handlersOf } from './product.ts';
import { closeAll, openCore, startParts } from './core.ts';
import type { Closer, Core, Product } from './core.ts';
import { watchCargoImpFolder } from './modules/intake/cargo-imp/index.ts';
import { pushScheduler } from './modules/intake/collection/index.ts';
import { watchFolder } from './modules/intake/edi/index.ts';
import { startReceiving, startReceivingAircraft } from './modules/network/position/index.ts';
import { dialWorldVehicles, startVehicleGateway } from './modules/network/vehicle/index.ts';
import type { AisFeed } from './platform/config/ais-feeds.ts';
import type { Settings } from './platform/config/index.ts';
import { lacksKeys } from './platform/crypto/index.ts';
import { countTasks } from './platform/process-counts.ts';
import { createWorker, enqueueRecurring } from './platform/queue/index.ts';

/** Time between two looks into a folder of messages: what kept its size that long is complete. */
const ediLookMs = 3_000;

/** What reading electronic messages works with. */
const ediDeps = ({ database, clock, log, reference, queue }: Core) => ({
  database,
  clock,
  log,
  reference: reference.current,
  scheduleProcessing: pushScheduler(queue),
});

/** Works in the background of this process; addresses are those of the simulated world and of the web role, where they are here. */
export async function openWorker(
  core: Core,
  worldUrl: string | null,
  webUrl: string | null,
  closers: Closer[],
): Promise<void> {
  const { workerPort } = core.settings;
  // With the web role the process answers at its port.
  if (workerPort !== null && webUrl === null) {
    const { openWorkerHealth } = await import('./worker-health.ts');
    closers.push((await openWorkerHealth(core, workerPort)).stop);
  }
  const given: Given = {
    queue: core.queue,
    clock: core.clock,
    reference: core.reference,
    keys: core.keys,
    sourceTimeoutMs: core.settings.sourceTimeoutMs,
    concurrency: core.settings.workerConcurrency,
    functionBases: core.functionBases,
    bookingFeedUrl: worldUrl,
    peopleWork: core.settings.simulatorPeople,
    retention: core.settings.retention,
    databaseUrl: core.settings.databaseUrl ?? null,
    delivery: core.delivery,
    callbackBase: core.settings.publicUrl ?? webUrl?.replace('localhost', '127.0.0.1') ?? null,
  };
  const works = backgroundTasks(given);
  const worker = createWorker({
    queue: core.queue,
    handlers: handlersOf(works),
    mayWork: () => !lacksKeys(core.keys),
    onEvent: countTasks,
  });
  await enqueueRecurring(core.queue, works);
  await worker.start();
  // None of them needs another one to end.
  const parts: Closer[] = [() => worker.stop()];
  closers.push(() => closeAll(parts));
  // After a clock was set back, work that is done again and again would wait until it has caught up.
  const again = (): Promise<void> => enqueueRecurring(core.queue, works);
  core.onClockSet.add(again);
  parts.push(async () => void core.onClockSet.delete(again));
  const world: AisFeed[] = worldUrl === null ? [] : [{ code: 'world', kind: 'world', url: worldUrl }];
  const feeds = core.settings.aisFeeds ?? world;
  // Sources that send positions may be added at any time.
  const receiving = startReceiving({
    ...core,
    reference: core.reference.current,
    feeds,
    allowed: core.delivery?.allowedUrls ?? [],
  });
  parts.push(() => receiving.stop());
  if (core.settings.adsbFeeds.length > 0) {
    const aircraft = startReceivingAircraft({ ...core, feeds: core.settings.adsbFeeds });
    parts.push(() => aircraft.stop());
  }
  openGateway(core, worldUrl, parts);
  if (core.ediFolder !== null) {
    const watched = await watchFolder(ediDeps(core), core.ediFolder, ediLookMs);
    parts.push(() => watched.stop());
  }
  const { cargoImpFolder } = core.settings;
  if (cargoImpFolder !== null) {
    const watched = await watchCargoImpFolder(ediDeps(core), cargoImpFolder, ediLookMs);
    parts.push(() => watched.stop());
  }
}

/** Listens for devices of vehicles; those of the simulated world are told where. */
function openGateway(core: Core, worldUrl: string | null, closers: Closer[]): void {
  const { host, jt808, gt06, signInsPerAddress } = core.settings.vehiclePorts;
  // All devices of the simulated world come from one address.
  const limits = worldUrl === null ? { waitingPerAddress: signInsPerAddress } : { waitingPerAddress: 1000 };
  const ports = [
    ...(jt808 === null ? [] : [{ protocol: 'JT808' as const, host, port: jt808, limits }]),
    ...(gt06 === null ? [] : [{ protocol: 'GT06' as const, host, port: gt06, limits }]),
  ];
  if (ports.length === 0) return;
  const gateway = startVehicleGateway({
    ...core,
    ports,
    orAnyPort: worldUrl !== null,
    ...(worldUrl === null ? {} : { onOpen: (protocol, port) => dialWorldVehicles(worldUrl, protocol, port, core.log) }),
  });
  closers.push(() => gateway.stop());
}

/** Starts a process that is nothing but a worker: what only browsers and the simulated world need is not even loaded. */
export const startWorker = (settings: Settings): Promise<Product> =>
  startParts(async (closers, stopping) => {
    await openWorker(await openCore(settings, closers, stopping), null, null, closers);
    return { url: settings.roles.join(','), announcement: [] };
  });
