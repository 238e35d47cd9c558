import { source } from '#entities/source.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';

/** Where data come from: counterparts, their addresses, limits and keys. */
export function SourcesPage() {
  return <EntityListPage entity={source} route="/sources" canCopy={false} />;
}
