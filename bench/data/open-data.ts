import type { ReusablePostgres } from '../support/postgres.ts';
import { dataFingerprint } from './fingerprint.ts';
import { type DataSize, loadExceptions } from './load-exceptions.ts';
import { openLoadedPostgres as openReusable } from './open-loaded.ts';

/** A million exceptions, ten of each subscription. */
export const fullSize: DataSize = { exceptions: 1_000_000, subscriptions: 100_000, distinctShipments: 10_000 };
/** For trying things out. */
export const smallSize: DataSize = { exceptions: 50_000, subscriptions: 5_000, distinctShipments: 500 };

/** Starts PostgreSQL with the data loaded, from an earlier run when there was one; undefined without PostgreSQL. */
export async function openLoadedPostgres(size: DataSize, say: (text: string) => void): Promise<ReusablePostgres | undefined> {
  return openReusable(`postgres-${size.exceptions}-${dataFingerprint(size)}`, (database) =>
    loadExceptions(database, size, say),
  );
}
