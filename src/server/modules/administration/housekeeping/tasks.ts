import type { Logger } from 'pino';
import { realClock, type Clock } from '#server/platform/clock/clock.ts';
import { type RetentionDays, standardRetention } from '#server/platform/config/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import {
  type BackgroundModule,
  type Chore,
  defineRecurring,
  type Queue,
  repeat,
} from '#server/platform/queue/index.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { sweepTables } from './sweep.ts';

const housekeepingTask = defineRecurring('housekeeping');

/** What housekeeping works with. */
export type HousekeepingDeps = {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Logger;
  /** How long what grows without end is kept; the standard settings by default. */
  retention?: RetentionDays;
};

/** Removes what is older than it is kept for; false when more of it is left than fits into one time. */
async function sweep({ database, log, clock, retention = standardRetention }: HousekeepingDeps): Promise<boolean> {
  const now = { world: clock.now(), machine: realClock.now() };
  return (await sweepTables({ database, log, days: retention, now })).complete;
}

/** One task for everything small that is done every minute, with the chores of all modules; one that fails holds up no other. */
export const housekeepingTasks = (deps: HousekeepingDeps, others: readonly Chore[]): BackgroundModule => {
  const chores = [...others, { name: 'old rows', run: () => sweep(deps) }];
  return {
    tasks: [
      repeat(deps, housekeepingTask, MINUTE_MS, async () => {
        let complete = true;
        for (const { name, run } of chores) {
          try {
            if ((await run()) === false) complete = false;
          } catch (error) {
            deps.log.warn({ err: error, chore: name }, 'a chore failed and is tried again');
            complete = false;
          }
        }
        return complete;
      }),
    ],
  };
};
