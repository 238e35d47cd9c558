import { type RetentionDays, standardRetention } from '#server/platform/config/index.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { vesselDays } from './ingest-queries.ts';
import type { VoyageDeps } from './link-voyages.ts';
import { linkVoyages } from './link-voyages.ts';
import { createLearnMemory, learnPassages, predictArrivals, scorePredictions } from './predict-arrivals.ts';

const maxLooks = 6;

/** The recurring work with positions: linking them with shipments, learning from voyages that are over, predicting arrivals. */
function createVoyageWork(deps: VoyageDeps): () => Promise<void> {
  const memory = createLearnMemory();
  return async () => {
    for (let look = 0; look < maxLooks; look += 1) {
      const { more } = await linkVoyages(deps);
      if (!more) break;
    }
    const learned = await learnPassages(deps, memory);
    if (learned > 0) await scorePredictions(deps);
    await predictArrivals(deps);
  };
}

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
