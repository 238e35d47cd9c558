/** Lets a request to a source begin, or says that it had better begin later. */
export type SourceGate = {
  /**
   * Waits for one of the places of a source. `null` when the source does not answer at the moment and its places are taken:
   * the request is to be made later. Otherwise the function that frees the place and says whether the source answered.
   */
  enter: (sourceId: number) => Promise<((answered: boolean) => void) | null>;
};

export type SourceGateOptions = {
  /** Requests to one source at the same time. */
  limit: number;
  /** A source that is queried and has not answered any request for so long (real time) is queried by one request at a time. */
  hangsAfterMs: number;
};

type Places = {
  taken: number;
  /** When it last answered somebody, or the first of the requests began that are open. */
  heardAt: number;
  /** The last request that ended got no answer in time. */
  silent: boolean;
  waiting: (() => void)[];
};

/** The places of all sources in this process, so that one that hangs cannot take what others need. */
export function createSourceGate({ limit, hangsAfterMs }: SourceGateOptions): SourceGate {
  const sources = new Map<number, Places>();
  const hangs = (places: Places): boolean =>
    places.silent || (places.taken > 0 && performance.now() - places.heardAt >= hangsAfterMs);
  const isFull = (places: Places): boolean => places.taken >= (hangs(places) ? 1 : limit);

  /** Waits until a place becomes free, for as long as a source may be silent. */
  const change = (places: Places, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      places.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  const leave = (sourceId: number, places: Places) => (answered: boolean) => {
    places.taken -= 1;
    places.silent = !answered;
    if (answered) places.heardAt = performance.now();
    // A source that answers is removed when no request uses it, so that the table does not grow.
    if (answered && places.taken === 0 && places.waiting.length === 0) sources.delete(sourceId);
    for (const wake of places.waiting.splice(0)) wake();
  };

  return {
    enter: async (sourceId) => {
      const since = performance.now();
      for (;;) {
        const places = sources.get(sourceId) ?? { taken: 0, heardAt: 0, silent: false, waiting: [] };
        sources.set(sourceId, places);
        if (!isFull(places)) {
          if (places.taken === 0) places.heardAt = performance.now();
          places.taken += 1;
          return leave(sourceId, places);
        }
        const leftMs = hangsAfterMs - (performance.now() - since);
        if (leftMs <= 0 && hangs(places)) return null;
        await change(places, leftMs > 0 ? leftMs : hangsAfterMs);
      }
    },
  };
}
