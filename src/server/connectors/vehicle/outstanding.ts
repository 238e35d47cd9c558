import { ByteBudget } from '#shared/memory/byte-budget.ts';

const limit = 200;
const maxBytes = 2_000_000;

/** Parts of long messages, of all connections of this process. */
export const deviceParts = new ByteBudget('device_parts', 64_000_000);

/** Work that is under way for one connection: it is read on while reports are stored, but not without end. */
export function createOutstanding() {
  const running = new Set<Promise<void>>();
  let held = 0;
  return {
    /**
     * Starts something that holds so many bytes; waits only while much is under way. A failure is the end of that one thing: the
     * device sends it again.
     */
    async begin(work: () => Promise<void>, bytes = 0): Promise<void> {
      held += bytes;
      const one: Promise<void> = work()
        .catch(() => undefined)
        .finally(() => {
          held -= bytes;
          running.delete(one);
        });
      running.add(one);
      while (running.size >= limit || (held > maxBytes && running.size > 0)) await Promise.race(running);
    },
    all: async (): Promise<void> => void (await Promise.all(running)),
  };
}
