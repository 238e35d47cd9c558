import { AliasNode, IdentifierNode, TableNode, type OperationNode } from 'kysely';
import { TENANT_TABLES } from '#generated/schema.ts';

/** Where the tenant of a table's rows stands. */
export type TenantColumn = { column: string; nullIsShared: boolean };

// Rows without a tenant are there for everyone here; elsewhere they belong to the platform.
const SHARED_WHEN_NULL = new Set(['rule_setting', 'source']);

const TENANT_COLUMNS = new Map<string, TenantColumn>([
  ['tenant', { column: 'id', nullIsShared: false }],
  ...Object.keys(TENANT_TABLES).map((table): [string, TenantColumn] => [
    table,
    { column: 'tenant_id', nullIsShared: SHARED_WHEN_NULL.has(table) },
  ]),
]);

/** The tenant column of a table; undefined for tables whose rows belong to no tenant. */
export function tenantColumnOf(table: string): TenantColumn | undefined {
  return TENANT_COLUMNS.get(table);
}

/** A table as a statement names it. */
export type TableSource = { table: string; alias: string; tenant: TenantColumn };

/** The scoped table that stands here, or undefined (another table, a subquery, a function). Throws on odd names. */
export function scopedTableOf(node: OperationNode): TableSource | undefined {
  const inner = AliasNode.is(node) ? node.node : node;
  if (!TableNode.is(inner)) return undefined;
  const { schema, identifier } = inner.table;
  if (schema !== undefined && schema.name !== 'public') return undefined;
  const table = identifier.name;
  const tenant = tenantColumnOf(table);
  if (tenant === undefined) return undefined;
  if (!AliasNode.is(node)) return { table, alias: table, tenant };
  if (!IdentifierNode.is(node.alias)) throw new Error(`the alias of ${table} must be a plain name`);
  return { table, alias: node.alias.name, tenant };
}
