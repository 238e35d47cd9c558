/** Rows by their ids, with the tenants that they belong to: a statement that names both reads the partitions of these tenants alone. */
export type TenantIds = { ids: readonly number[]; tenantIds: readonly number[] };

const tenantOf = (row: { tenant_id: number } | { tenantId: number }): number =>
  'tenantId' in row ? row.tenantId : row.tenant_id;

/** The ids of rows and their tenants, each tenant once. */
export const withTenants = (
  rows: readonly ({ id: number } & ({ tenant_id: number } | { tenantId: number }))[],
): TenantIds => ({ ids: rows.map(({ id }) => id), tenantIds: [...new Set(rows.map(tenantOf))] });
