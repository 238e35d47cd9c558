import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import type { FunctionBases } from './modules/execution/function-call/index.ts';
import { removeWorldIfWanted } from './modules/world/world/index.ts';
import { openReferenceStore } from './modules/administration/masterdata/index.ts';
import type { ReferenceStore } from './modules/administration/masterdata/index.ts';
import { deliverySettings } from './modules/administration/notification/index.ts';
import type { DeliverySettings } from './modules/administration/notification/index.ts';
import { realClock } from './platform/clock/clock.ts';
import type { Clock } from './platform/clock/clock.ts';
import { followDatabaseTime } from './platform/clock/machine-time.ts';
import { openWorldClock } from './platform/clock/world-clock.ts';
import type { WorldClock } from './platform/clock/world-clock.ts';
import { confirmArchive } from './platform/archive/index.ts';
import { installationKeys } from './platform/config/index.ts';
import type { Settings } from './platform/config/index.ts';
import { confirmKeys, followKeys, type SecretKeys } from './platform/crypto/index.ts';
import { checkDiskSpace } from './platform/db/disk-space.ts';
import { openDatabase } from './platform/db/database.ts';
import type { Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { countOutages, createLogger, databaseCloses } from './platform/log/logger.ts';
import { notifyMemory } from './platform/memory-report.ts';
import { startTracing } from './platform/tracing/index.ts';
import { createQueue, moveTaskLeases } from './platform/queue/index.ts';
import type { Queue } from './platform/queue/index.ts';
import { within } from './platform/within.ts';
import { moveClocks, seedProduct } from './product.ts';

/** A running product, or the part of it that this process is. */
export type Product = { url: string; announcement: string[]; stop: () => Promise<void> };

/** Ends a part of the process. */
export type Closer = () => Promise<void>;

/** What all parts of a process share. */
export type Core = {
  settings: Settings;
  /** Aborted as soon as the process is asked to stop: it is not ready any more from then on. */
  stopping: AbortSignal;
  log: Logger;
  keys: SecretKeys;
  database: Database;
  queue: Queue;
  clock: Clock;
  /** Called when the clock of the database was set. */
  onClockSet: Set<() => Promise<void>>;
  worldClock: WorldClock | null;
  reference: ReferenceStore;
  /** Addresses that function interfaces may call, by name. */
  functionBases: FunctionBases;
  /** Host and port that tools of analysts connect to; null: the database is embedded. */
  analyticsAddress: string | null;
  /** Folder for EDI files; null: none. */
  ediFolder: string | null;
  /** Domain of the tenants' addresses for import by e-mail; null: none. */
  mailDomain: string | null;
  /** How notifications leave the product. */
  delivery: DeliverySettings & { publicUrl: string };
};

/** How notifications leave the product; `worldUrl` is the address of the simulated world. */
export const deliveryOf = (settings: Settings, worldUrl: string | null) =>
  deliverySettings(settings.notify, {
    worldUrl,
    publicUrl: settings.publicUrl ?? `http://localhost:${settings.port}`,
  });

/** Opens what all parts stand on; the schema and the reference data are brought up to date. */
export async function openCore(
  settings: Settings,
  closers: Closer[],
  stopping = new AbortController().signal,
): Promise<Core> {
  const log = createLogger({ level: settings.logLevel });
  if (settings.tracing !== null)
    closers.push(
      await startTracing({ ...settings.tracing, version: packageJson.version, role: settings.roles.join('+'), log }),
    );
  if (settings.disk !== null) await checkDiskSpace(settings.disk);
  const database = await openDatabase({
    url: settings.databaseUrl,
    replicas: settings.readReplicas,
    dataDir: settings.dataDir,
    poolSize: settings.poolSize,
    disk: settings.disk,
    archiveFolder: settings.archiveFolder,
    log,
  });
  closers.push(() => {
    databaseCloses(log);
    return database.close();
  });
  countOutages(log, () => database.ping());
  // Who is requested metrics tells of its own memory there.
  if (!settings.roles.includes('web')) {
    const stopNotifying = notifyMemory(database, settings.roles.join('+'));
    closers.push(async () => stopNotifying());
  }
  const keys = await installationKeys(settings);
  await migrate(database, { log });
  await confirmArchive(database);
  await confirmKeys(database, keys, settings.secretKeys === undefined ? settings.dataDir : undefined);
  const stopFollowingKeys = await followKeys(database, keys, log);
  closers.push(stopFollowingKeys);
  const isWithoutWorld = await removeWorldIfWanted(database, settings.aisFeeds !== undefined);
  await seedProduct(database);
  const onClockSet = new Set<() => Promise<void>>();
  const stopFollowing = await followDatabaseTime({
    database,
    log,
    move: async (byMs) => {
      await moveTaskLeases(database, byMs);
      await moveClocks(database, byMs);
    },
    onSetting: async () => {
      for (const hear of onClockSet) await hear();
    },
  });
  closers.push(async () => stopFollowing());
  const worldClock =
    settings.simulated && !isWithoutWorld
      ? await openWorldClock({ database, log, owner: settings.roles.includes('simulator') })
      : null;
  if (worldClock !== null) closers.push(() => worldClock.stop());
  const clock = worldClock ?? realClock;
  const reference = await openReferenceStore(database, log);
  closers.push(() => reference.stop());
  const queue = createQueue({ database, clock, log });
  return {
    settings,
    stopping,
    log,
    keys,
    database,
    queue,
    clock,
    onClockSet,
    worldClock,
    reference,
    functionBases: settings.functionBases,
    analyticsAddress: settings.analyticsAddress,
    ediFolder: settings.ediFolder,
    mailDomain: settings.mailDomain,
    delivery: deliveryOf(settings, null),
  };
}

/** What one part does not end by then is left as a kill would leave it, so that the others still end in order. */
const PART_STOPS_WITHIN_MS = 2_500;

/** Ends parts at the same time. */
export const closeAll = async (closers: Closer[]): Promise<void> =>
  void (await Promise.all(closers.splice(0).map((close) => close())));

/**
 * Starts parts of a process, each with a closer of its own: they are closed in the reverse order, also when one does not start.
 * `stopping` is aborted before the first of them is closed.
 */
export async function startParts(
  start: (closers: Closer[], stopping: AbortSignal) => Promise<Pick<Product, 'url' | 'announcement'>>,
): Promise<Product> {
  const closers: Closer[] = [];
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    stopping.abort();
    for (const close of closers.splice(0).reverse()) await within(close(), PART_STOPS_WITHIN_MS);
  };
  try {
    return { ...(await start(closers, stopping.signal)), stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}
