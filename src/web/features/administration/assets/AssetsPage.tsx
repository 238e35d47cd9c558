import { asset } from '#entities/asset.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';

/** The list of asset definitions. */
export function AssetsPage() {
  return <EntityListPage entity={asset} route="/assets" />;
}
