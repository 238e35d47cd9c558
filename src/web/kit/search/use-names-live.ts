import { useLive } from '#web/base/live.ts';
import { queryClient } from '#web/base/query-client.ts';

/** What lists and selects take their names and choices from. */
const kept = ['allDict', 'exceptionTypes', 'allOperators', 'allStatuses', 'tenants', 'reference'] as const;

/** Keeps names and open selects fresh: they are requested again when the dictionary or other master data change anywhere. */
export function useNamesLive(): void {
  useLive('masterdata', () => {
    for (const name of kept) void queryClient.invalidateQueries({ queryKey: [name] });
  });
}
