import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#generated/schema.ts';
import type { NotificationCause } from '#server/modules/administration/notification/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';

/** What jobs need of the product. */
export type JobDeps = {
  database: Database;
  /** The world's clock: when jobs were made, began and ended. Leases and limits take the machine's time. */
  clock: Clock;
  log: Logger;
  /** Tells who listens to states of jobs; left out: nobody. */
  notify?: (causes: readonly NotificationCause[]) => Promise<number>;
  /** Processes that one call has already read; without it each use reads them again. */
  processes?: Map<number, Promise<ProcessFacts | undefined>>;
};

/** What a process says about the life of its jobs. */
export type ProcessFacts = {
  feedbackIds: number[];
  needConfirm: boolean;
  needExchange: boolean;
  templateExchange: boolean;
  timeLimitS: number | null;
  /** Functions that follow a successful run, in their order. */
  functions: { id: number; name: string }[];
};

/** A job as it is stored. */
export type JobRow = Selectable<DB['job']>;

/** Who moves a job to another state. */
export type JobActor = { kind: 'user' | 'robot' | 'system'; name: string };

/** The product itself. */
export const theProduct: JobActor = { kind: 'system', name: 'system' };

/** How often agents shall give a sign of life, and ask for jobs. */
export const heartbeatMs = 10_000;
export const pollMs = 1_000;
