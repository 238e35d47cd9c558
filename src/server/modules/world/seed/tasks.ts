import type { Logger } from 'pino';
import type { Database } from '#server/platform/db/database.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { workInWorld } from './world-work.ts';
import { hireWorldRobots } from './seed-robots.ts';
import { notifyWorldAggregators } from './world-aggregator.ts';

const robotTask = defineRecurring('world_robot');
const everyMs = 300_000;

const workTask = defineRecurring('world_work');
/** Real time between two things that colleagues do: something happens every minute, however slowly the world goes. */
export const workEveryMs = 12_000;

/** Where there is a simulated world: reporting its robots whose jobs to take and its aggregator where to push to, and the work of the people in it. */
export const seedTasks = (deps: {
  queue: Queue;
  clock: Clock;
  log: Logger;
  database: Database;
  bookingFeedUrl: string | null;
  peopleWork?: boolean;
  pipeline: PipelineDeps;
  callbackBase: string | null;
}): BackgroundModule => {
  const { bookingFeedUrl: worldUrl, callbackBase } = deps;
  if (worldUrl === null || callbackBase === null) return { tasks: [] };
  return {
    tasks: [
      repeat(deps, robotTask, everyMs, async () => {
        const reported = await notifyWorldAggregators(worldUrl, callbackBase);
        return (await hireWorldRobots(worldUrl, callbackBase)) && reported;
      }),
      ...(deps.peopleWork === true ? [repeat(deps, workTask, workEveryMs, () => workInWorld(deps))] : []),
    ],
  };
};
