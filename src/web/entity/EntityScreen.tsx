import { entities, type EntityName } from '#entities/index.ts';
import { EntityListPage } from './EntityListPage.tsx';

/** The whole screen of an entity. */
export function EntityScreen({ entity, route }: { entity: EntityName; route: string }) {
  return <EntityListPage entity={entities[entity]} route={route} />;
}
