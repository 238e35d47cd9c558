import { useMemo } from 'react';
import { usePageSearch } from '#web/base/page-hooks.ts';
import type { ListAddress, ListState } from './list-state.ts';

/** What a list shows and how to show something else. */
export type ListControl = {
  state: ListState;
  /** `push` leaves a step for "back". */
  change: (next: Partial<ListState>, options?: { push?: boolean }) => void;
  address: ListAddress;
};

/** The state of a list, kept in the URL of its tab; the address has to stay the same object. */
export function useListState(route: string, address: ListAddress): ListControl {
  const { search, setSearch } = usePageSearch(route);
  const state = useMemo(() => address.fromUrl(search), [search, address]);
  return {
    state,
    change: (next, options) => {
      setSearch(address.toUrl({ ...state, ...next }), options);
      if (next.pageSize !== undefined && next.pageSize !== state.pageSize) address.keepSize(next.pageSize);
    },
    address,
  };
}
