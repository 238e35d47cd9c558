import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock/clock.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { hireWorldRobot } from './seed-world.ts';

const robotTask = defineRecurring('world_robot');
const everyMs = 300_000;

/** Telling the simulated world's robot where to bring its pages, where there is a world. */
export const seedTasks = (deps: {
  queue: Queue;
  clock: Clock;
  log: Logger;
  bookingFeedUrl: string | null;
  callbackBase: string | null;
}): BackgroundModule => {
  const { bookingFeedUrl: worldUrl, callbackBase } = deps;
  if (worldUrl === null || callbackBase === null) return { tasks: [] };
  return { tasks: [repeat(deps, robotTask, everyMs, () => hireWorldRobot(worldUrl, callbackBase))] };
};
