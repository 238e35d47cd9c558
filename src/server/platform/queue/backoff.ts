/** How long to wait after the n-th failed attempt (from 1), in milliseconds of the machine's time. */
export type Backoff = (attempt: number) => number;

const JITTER = 0.2;

/** Doubles from `firstMs` up to `maxMs`, spread by a fifth so that failures do not come back together. */
export function backoff({
  firstMs = 5_000,
  maxMs = 900_000,
  random = Math.random,
}: { firstMs?: number; maxMs?: number; random?: () => number } = {}): Backoff {
  return (attempt) => {
    const plain = Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 40));
    return Math.round(plain * (1 - JITTER + 2 * JITTER * random()));
  };
}
