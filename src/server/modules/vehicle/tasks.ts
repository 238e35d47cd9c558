import { type RetentionDays, standardRetention } from '#server/platform/config/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { vehicleDays } from './partitions.ts';

/** Positions of vehicles are kept for a time. */
export const vehicleTasks = (deps: {
  database: Database;
  clock: Clock;
  retention?: RetentionDays;
}): BackgroundModule => ({
  tasks: [],
  chores: [
    {
      name: 'old positions of vehicles',
      run: async () =>
        void (await vehicleDays.removeOld(
          deps.database,
          deps.clock.now(),
          (deps.retention ?? standardRetention).vehicle,
        )),
    },
  ],
});
