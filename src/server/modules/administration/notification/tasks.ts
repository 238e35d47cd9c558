import { type BackgroundModule, type Queue, workOn } from '#server/platform/queue/index.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import type { DeliverDeps } from './deliver.ts';
import { enqueueNotifications, notificationHandler, notificationTask } from './notification-task.ts';
import { listForgotten } from './queries.ts';
import { ringDevices } from './ring-devices.ts';

const forgottenAfterMs = 10 * MINUTE_MS;
const maxWoken = 1000;

/** Sending notifications, as far as this installation says how; what lost its task is sent again. */
export const notificationTasks = ({
  delivery,
  ...deps
}: Omit<DeliverDeps, 'settings'> & { queue: Queue; delivery?: DeliverDeps['settings'] }): BackgroundModule => ({
  tasks: delivery === undefined ? [] : [workOn(notificationTask, notificationHandler({ ...deps, settings: delivery }))],
  chores: [
    ...(delivery === undefined
      ? []
      : [{ name: 'devices to ring', run: () => ringDevices({ ...deps, settings: delivery }) }]),
    {
      name: 'forgotten notifications',
      run: async () => {
        const forgotten = await listForgotten(deps.database, deps.clock.now() - forgottenAfterMs, maxWoken);
        await enqueueNotifications(deps.queue, forgotten);
      },
    },
  ],
});
