import { type RetentionDays, standardRetention } from '#server/platform/config/index.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { vesselDays } from './ingest-queries.ts';
import type { VoyageDeps } from './link-voyages.ts';
import { createVoyageWork } from './voyage-task.ts';

const voyageTask = defineRecurring('voyages');
const everyMs = 10_000;

/** Linking positions with shipments, learning from voyages, predicting arrivals; positions are kept for a time. */
export const positionTasks = (deps: VoyageDeps & { queue: Queue; retention?: RetentionDays }): BackgroundModule => {
  const { database, clock, retention = standardRetention } = deps;
  return {
    tasks: [repeat(deps, voyageTask, everyMs, createVoyageWork(deps))],
    chores: [
      {
        name: 'old positions',
        run: async () => void (await vesselDays.removeOld(database, clock.now(), retention.position)),
      },
    ],
  };
};
