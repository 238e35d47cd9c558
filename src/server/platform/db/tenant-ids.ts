/** Rows by their ids, with the tenants that they belong to: a statement that names both reads the partitions of these tenants alone. */
export type TenantIds = { ids: readonly number[]; tenantIds: readonly number[] };

type OfTenant = { tenant_id: number } | { tenantId: number };

const tenantOf = (row: OfTenant): number => ('tenantId' in row ? row.tenantId : row.tenant_id);

/** The tenants of rows, each once. */
export const tenantsOf = (rows: readonly OfTenant[]): number[] => [...new Set(rows.map(tenantOf))];

/** The ids of rows and their tenants, each tenant once. */
export const withTenants = (rows: readonly ({ id: number } & OfTenant)[]): TenantIds => ({
  ids: rows.map(({ id }) => id),
  tenantIds: tenantsOf(rows),
});
