import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { CallError } from './client.ts';
import { useLiveStatus } from './live.ts';

/** What a proxy says in the place of a server that is away; 0 when nobody said anything. */
const nobodyAnswered = new Set([0, 502, 503, 504]);

/**
 * Asks anew what pages on screen could not learn while the server was away, as soon as the live connection is there
 * again. Hands back how to stop.
 */
export const startRecovery = (client: QueryClient): (() => void) =>
  useLiveStatus.subscribe(({ connected }, before) => {
    if (!connected || before.connected) return;
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state: { error } }) => error instanceof CallError && nobodyAnswered.has(error.httpStatus),
    });
  });

/** Does something whenever the server is there again after it was away, such as fetching a page whose code did not come. */
export function useServerBack(act: () => void): void {
  const handle = useEffectEvent(act);
  useEffect(
    () => useLiveStatus.subscribe(({ connected }, before) => void (connected && !before.connected && handle())),
    [],
  );
}
