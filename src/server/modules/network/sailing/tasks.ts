import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { sailingKind } from './sailing-subscriptions.ts';
import { notifySubscribers } from './notify-subscribers.ts';
import { refreshNext } from './refresh-schedules.ts';
import type { SailingDeps } from './refresh-sources.ts';

const refreshTask = defineRecurring('sailings');
/** One source at a time, so that schedules never crowd out what shipments wait for, however quickly the world runs. */
const everyMs = 5_000;

/** Asking carriers for their schedules. */
export const sailingTasks = (deps: SailingDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [repeat(deps, refreshTask, everyMs, async () => void (await refreshNext(deps)))],
  chores: [{ name: 'changed sailings', run: async () => !(await notifySubscribers(deps, sailingKind)) }],
});
