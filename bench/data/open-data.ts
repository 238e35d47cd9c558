import path from 'node:path';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { type KeptPostgres, startKeptPostgres } from '../support/postgres.ts';
import { dataFingerprint } from './fingerprint.ts';
import { type DataSize, cacheDirectory, loadExceptions } from './load-exceptions.ts';

/** A million exceptions, ten of each subscription. */
export const fullSize: DataSize = { exceptions: 1_000_000, subscriptions: 100_000, distinctShipments: 10_000 };
/** For trying things out. */
export const smallSize: DataSize = { exceptions: 50_000, subscriptions: 5_000, distinctShipments: 500 };

/** Starts PostgreSQL with the data loaded, from an earlier run when there was one; undefined without PostgreSQL. */
export async function openLoadedPostgres(size: DataSize, say: (text: string) => void): Promise<KeptPostgres | undefined> {
  const server = await startKeptPostgres(path.join(cacheDirectory, `postgres-${size.exceptions}-${dataFingerprint(size)}`));
  if (server === undefined) return undefined;
  const database = await openDatabase({ url: server.url, poolSize: 2, log: createLogger({ level: 'warn' }) });
  try {
    if (server.loaded) await migrate(database);
    else {
      await loadExceptions(database, size, say);
      server.markLoaded();
    }
  } finally {
    await database.close();
  }
  return server;
}
