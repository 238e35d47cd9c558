import type { Logger } from 'pino';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';

/** What reading messages works with. */
export type EdiDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  reference: () => ReferenceSnapshot;
  /** Has the records of targets made again, in the current transaction. */
  scheduleProcessing: (subscriptionSourceIds: readonly number[]) => Promise<void>;
};

/** Largest file that is taken, in bytes. */
export const MAX_FILE_BYTES = 100_000_000;

/** Whose shipments the bringer of a file may change: null = those of all tenants. */
export type AllowedTenants = readonly number[] | null;
