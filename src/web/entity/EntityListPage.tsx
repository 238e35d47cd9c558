import { useMemo } from 'react';
import { usePageSearch } from '#web/app/page-hooks.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { EntityList } from './EntityList.tsx';
import type { EntityListProps } from './list-props.ts';
import { type ListState, stateFromUrl, stateToUrl } from './list-state.ts';

/** The state of an entity's list, kept in the URL of its tab. */
export function useListState(entity: Entity, route: string): [ListState, (change: Partial<ListState>) => void] {
  const { search, setSearch } = usePageSearch(route);
  const state = useMemo(() => stateFromUrl(entity, search), [entity, search]);
  return [state, (change) => setSearch(stateToUrl(entity, { ...state, ...change }))];
}

/** A whole page of one entity; the filters are in the address. */
export function EntityListPage({
  entity,
  route,
  ...rest
}: Omit<EntityListProps, 'state' | 'onState' | 'route'> & { route: string }) {
  const [state, onState] = useListState(entity, route);
  return <EntityList entity={entity} route={route} state={state} onState={onState} {...rest} />;
}
