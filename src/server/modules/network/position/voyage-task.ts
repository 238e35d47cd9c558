import { linkVoyages } from './link-voyages.ts';
import type { VoyageDeps } from './link-voyages.ts';
import { createLearnMemory, learnPassages, predictArrivals, scorePredictions } from './predict-arrivals.ts';

const maxLooks = 6;

/** The recurring work with positions: linking them with shipments, learning from voyages that are over, predicting arrivals. */
export function createVoyageWork(deps: VoyageDeps): () => Promise<void> {
  const memory = createLearnMemory();
  return async () => {
    for (let look = 0; look < maxLooks; look += 1) {
      const { shipments } = await linkVoyages(deps);
      if (shipments < 300) break;
    }
    const learned = await learnPassages(deps, memory);
    if (learned > 0) await scorePredictions(deps);
    await predictArrivals(deps);
  };
}
