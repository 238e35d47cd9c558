import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { keepOutlooks } from './keep-outlooks.ts';
import { learnFromPast, type PastMemory } from './learn-from-past.ts';

/** Noting and scoring what is expected of vessels under way, and learning how wrong predictions are. */
export const vesselTasks = (deps: {
  database: Database;
  clock: Clock;
  reference: () => ReferenceSnapshot;
}): BackgroundModule => {
  const memory: PastMemory = {};
  return {
    tasks: [],
    chores: [
      { name: 'expected arrivals', run: async () => !(await keepOutlooks(deps)) },
      { name: 'predictions of past voyages', run: async () => !(await learnFromPast(deps, memory)) },
    ],
  };
};
