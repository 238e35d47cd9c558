import { randomInt } from 'node:crypto';
import type { HeldKey } from './engine.ts';

/** First half of the advisory locks that are signs of life, so that they meet no others. */
export const LIFE_LOCK_CLASS = 48_017;

const MOST = 2 ** 31 - 1;

/** A key that nobody has had before, as far as chance can say: keys are not used again. */
export const newKey = (): number => randomInt(1, MOST);

/** Keys held within one process: what an embedded database, which has no other process, needs. */
export function createLocalKeys(): {
  holdKey: () => Promise<HeldKey>;
  goneKeys: (keys: readonly number[]) => Promise<number[]>;
} {
  const held = new Set<number>();
  return {
    holdKey: async () => {
      const key = newKey();
      held.add(key);
      return { key, release: async () => void held.delete(key) };
    },
    goneKeys: async (keys) => keys.filter((key) => !held.has(key)),
  };
}
