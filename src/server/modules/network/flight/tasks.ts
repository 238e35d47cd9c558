import { refreshNext, type SailingDeps, notifySubscribers } from '#server/modules/network/sailing/index.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { flightReader } from './refresh-flights.ts';
import { flightKind } from './subscriptions.ts';

const refreshTask = defineRecurring('flights');
/** One airline at a time, so that schedules never crowd out what shipments wait for, however quickly the world runs. */
const everyMs = 5_000;

/** Asking airlines for their schedules. */
export const flightTasks = (deps: SailingDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [repeat(deps, refreshTask, everyMs, async () => void (await refreshNext(deps, flightReader)))],
  chores: [{ name: 'changed flights', run: async () => !(await notifySubscribers(deps, flightKind)) }],
});
