import type { Logger } from 'pino';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';

/** What taking messages of airlines works with. */
export type CargoImpDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  reference: () => ReferenceSnapshot;
  /** Has the records of targets made again, in the current transaction. */
  scheduleProcessing: (subscriptionSourceIds: readonly number[]) => Promise<void>;
};

/** Largest file or mail that is taken, in bytes. */
export const MAX_FILE_BYTES = 20_000_000;
