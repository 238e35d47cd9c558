/**
 * How often a law is tried: with the same inputs at each run, so that a change is not refused for a fault that is older. `npm test -- --full`
 * takes new ones; a law that fails prints its seed, and `LAW_SEED` in the environment tries it again with that one.
 */
export function lawRuns(numRuns: number): { numRuns: number; seed?: number } {
  const seed = process.env['LAW_SEED'] ?? (process.env['TEST_FULL'] === undefined ? '20261129' : undefined);
  return seed === undefined ? { numRuns } : { numRuns, seed: Number(seed) };
}
