import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '#web/base/client.ts';
import { createFleetStore, type FleetStore, type FleetSummary } from './fleet-store.ts';

const everyMs = 500;
/** After a failure it is tried again more slowly. */
const afterFailureMs = 5_000;

/** Asks for what changed until it is instructed to stop. */
async function follow(store: FleetStore, only: ReadonlySet<string> | undefined, signal: AbortSignal): Promise<void> {
  let since: string | undefined;
  while (!signal.aborted) {
    let waitMs = everyMs;
    try {
      const answer = await call('vesselFleet', since === undefined ? {} : { since }, { signal, quiet: true });
      since = answer.cursor;
      store.take(only === undefined ? answer.vessels : answer.vessels.filter(([mmsi]) => only.has(mmsi)), answer.now);
    } catch {
      if (signal.aborted) return;
      waitMs = afterFailureMs;
      store.fail();
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Follows all vessels, or only these, while the page is on screen: what changed is requested twice a second. */
export function useFleet(only?: ReadonlySet<string>): FleetStore & { now: FleetSummary } {
  const [store] = useState(createFleetStore);
  useEffect(() => {
    const stopper = new AbortController();
    void follow(store, only, stopper.signal);
    return () => stopper.abort();
  }, [store, only]);
  const now = useSyncExternalStore(store.subscribe, store.summary);
  return { ...store, now };
}
