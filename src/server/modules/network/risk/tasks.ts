import type { Logger } from 'pino';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { refreshStorms } from './refresh-storms.ts';
import { notifyWatchers } from './notify-watchers.ts';

/** Asking weather services, and reporting of vessels that enter risk areas. */
export const riskTasks = (deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  reference: () => ReferenceSnapshot;
}): BackgroundModule => ({
  tasks: [],
  chores: [
    { name: 'storms', run: () => refreshStorms(deps) },
    { name: 'vessels in risk areas', run: () => notifyWatchers(deps) },
  ],
});
