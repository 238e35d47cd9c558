import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long a slice of work may hold up everything else of the process. */
const SLICE_MS = 10;

/**
 * Works item by item and lets others have their turn after every slice of time, so that one large message holds up nobody.
 * Tells how many turns it took.
 */
export async function inTurns<T>(items: Iterable<T>, work: (item: T, index: number) => void): Promise<number> {
  let turns = 1;
  let index = 0;
  let begun = performance.now();
  for (const item of items) {
    work(item, index);
    index += 1;
    if (performance.now() - begun < SLICE_MS) continue;
    await nextTurn();
    turns += 1;
    begun = performance.now();
  }
  return turns;
}
