import {
  AliasNode,
  ColumnNode,
  PrimitiveValueListNode,
  ReferenceNode,
  SelectQueryNode,
  ValueNode,
  ValuesNode,
  type InsertQueryNode,
  type OperationNode,
} from 'kysely';
import { forbidden } from '../errors/app-error.ts';
import { scopedTableOf, type TableSource } from './scope-tables.ts';

/** The tenants an `insert ... values` gives its rows; undefined where it is no plain value. */
function tenantsOfValues(values: ValuesNode, index: number): unknown[] {
  return values.values.map((row) => {
    if (PrimitiveValueListNode.is(row)) return row.values[index];
    const value = row.values[index];
    return value !== undefined && ValueNode.is(value) ? value.value : undefined;
  });
}

/** Does this selected expression read the tenant of a table that is itself limited to the scope? */
function readsScopedTenant(select: SelectQueryNode, expression: OperationNode): boolean {
  const reference = AliasNode.is(expression) ? expression.node : expression;
  if (!ReferenceNode.is(reference) || !ColumnNode.is(reference.column) || reference.column.column.name !== 'tenant_id')
    return false;
  const table = reference.table?.table.identifier.name;
  const sources = [...(select.from?.froms ?? []), ...(select.joins ?? []).map((join) => join.table)].map(scopedTableOf);
  // Shared rows carry no tenant: what they would pass on is no tenant of the scope.
  return sources.some(
    (source) =>
      source !== undefined &&
      !source.tenant.nullIsShared &&
      (table === undefined ? sources.length === 1 : source.alias === table),
  );
}

function tenantsOfSelect(select: SelectQueryNode, index: number): unknown[] {
  if ((select.setOperations ?? []).length > 0) return [undefined];
  const expression = select.selections?.[index]?.selection;
  if (expression === undefined) return [undefined];
  if (readsScopedTenant(select, expression)) return [];
  const value = AliasNode.is(expression) ? expression.node : expression;
  return [ValueNode.is(value) ? value.value : undefined];
}

/**
 * The tenants an insert into a scoped table gives its rows, to be checked by the caller; undefined where it
 * cannot be reported. Throws forbidden when the rows name no tenant at all (or are tenants themselves).
 */
export function insertedTenants(insert: InsertQueryNode, target: TableSource): unknown[] {
  const index = (insert.columns ?? []).findIndex((column) => column.column.name === target.tenant.column);
  if (index < 0 || insert.values === undefined || target.table === 'tenant') throw forbidden();
  if (ValuesNode.is(insert.values)) return tenantsOfValues(insert.values, index);
  if (SelectQueryNode.is(insert.values)) return tenantsOfSelect(insert.values, index);
  return [undefined];
}
