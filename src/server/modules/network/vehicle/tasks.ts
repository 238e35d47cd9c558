import { type RetentionDays, standardRetention } from '#server/platform/config/index.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import type { Logger } from 'pino';
import { vehicleDays } from './partitions.ts';
import { type TellDeps, tellShipments } from './tell-shipments.ts';

const tellTask = defineRecurring('vehicle_excursions');
const tellEveryMs = 20_000;

/** Shipments hear what the devices of their trucks measured and raised alarms about; positions of vehicles are kept for a time. */
export const vehicleTasks = (
  deps: TellDeps & { queue: Queue; log: Logger; retention?: RetentionDays },
): BackgroundModule => ({
  tasks: [repeat(deps, tellTask, tellEveryMs, async () => void (await tellShipments(deps)))],
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
