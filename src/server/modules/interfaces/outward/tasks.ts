import type { Clock } from '#server/platform/clock/clock.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { outwardTask } from './routes.ts';

const task = defineRecurring('outward');
const everyMs = 2_000;

/** Writing what changed as events, and notifying those who subscribed to them. */
export const outwardTasks = (
  deps: Parameters<typeof outwardTask>[0] & { queue: Queue; clock: Clock },
): BackgroundModule => {
  const work = outwardTask(deps);
  return { tasks: [repeat(deps, task, everyMs, () => work())] };
};
