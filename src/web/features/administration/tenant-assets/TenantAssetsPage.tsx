import { tenantAsset } from '#entities/tenant-asset.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';

/** The list of tenants' own asset values. */
export function TenantAssetsPage() {
  return <EntityListPage entity={tenantAsset} route="/tenant-assets" />;
}
