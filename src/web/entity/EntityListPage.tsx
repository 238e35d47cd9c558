import { useMemo } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import type { ListState } from '#web/kit/list/list-state.ts';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { EntityList } from './EntityList.tsx';
import type { EntityListProps } from './list-props.ts';
import { entityAddress } from './list-state.ts';

/** The state of an entity's list, kept in the URL of its tab. */
export function useEntityListState(entity: Entity, route: string): [ListState, (change: Partial<ListState>) => void] {
  const { state, change } = useListState(
    route,
    useMemo(() => entityAddress(entity), [entity]),
  );
  return [state, change];
}

/** A whole page of one entity; the filters are in the address. */
export function EntityListPage({
  entity,
  route,
  ...rest
}: Omit<EntityListProps, 'state' | 'onState' | 'route'> & { route: string }) {
  const [state, onState] = useEntityListState(entity, route);
  return <EntityList entity={entity} route={route} state={state} onState={onState} {...rest} />;
}
