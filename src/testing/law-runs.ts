/**
 * How often a law is tried, with inputs that are new at each run. A law that fails prints its seed; `LAW_SEED` in the environment
 * tries it again with that one.
 */
export function lawRuns(numRuns: number): { numRuns: number; seed?: number } {
  const seed = process.env['LAW_SEED'];
  return seed === undefined ? { numRuns } : { numRuns, seed: Number(seed) };
}
