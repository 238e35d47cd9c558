const most = 200;

/** Work that is under way for one connection: it is read on while reports are stored, but not without end. */
export function createOutstanding() {
  const running = new Set<Promise<void>>();
  return {
    /** Starts something; waits only while much is under way. A failure is the end of that one thing: the device sends it again. */
    async begin(work: () => Promise<void>): Promise<void> {
      const one: Promise<void> = work()
        .catch(() => undefined)
        .finally(() => running.delete(one));
      running.add(one);
      if (running.size >= most) await Promise.race(running);
    },
    all: async (): Promise<void> => void (await Promise.all(running)),
  };
}
