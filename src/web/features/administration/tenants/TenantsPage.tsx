import { tenant } from '#entities/tenant.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';

/** Tenants with their zone, language and free time. */
export function TenantsPage() {
  return <EntityListPage entity={tenant} route="/tenants" canCopy={false} />;
}
