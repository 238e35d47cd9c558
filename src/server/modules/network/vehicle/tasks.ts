import { type RetentionDays, standardRetention } from '#server/platform/config/index.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import type { Logger } from 'pino';
import { vehicleDays } from './partitions.ts';
import { type NotifyDeps, notifyShipments } from './notify-shipments.ts';

const notifyTask = defineRecurring('vehicle_excursions');
const notifyEveryMs = 20_000;

/** Shipments hear what the devices of their trucks measured and raised alarms about; positions of vehicles are kept for a time. */
export const vehicleTasks = (
  deps: NotifyDeps & { queue: Queue; log: Logger; retention?: RetentionDays },
): BackgroundModule => ({
  tasks: [repeat(deps, notifyTask, notifyEveryMs, async () => void (await notifyShipments(deps)))],
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
