import type { Entity, Field } from './declare.ts';

type Row = Readonly<Record<string, unknown>>;
type ReferenceField = Field & { kind: 'reference' };

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Is a row no longer offered for choice? What refers to it already keeps it. */
export const isRetired = ({ retiredWhen }: Entity, row: Row): boolean =>
  retiredWhen !== undefined && row[retiredWhen.field] === retiredWhen.is;

/** Does the tenant of a row follow from the row that this field names, because nobody enters a tenant? */
export const decidesTenant = (entity: Entity, field: ReferenceField): boolean =>
  entity.tenantField !== undefined &&
  entity.fields[entity.tenantField]?.readOnly === true &&
  field.required === true &&
  field.many !== true;

/** Must what a field refers to be of the tenant of the row itself? Where both belong to tenants and the one does not follow from the other. */
export const staysInTenant = (entity: Entity, field: ReferenceField, target: Entity): boolean =>
  entity.tenantField !== undefined && target.tenantField !== undefined && !decidesTenant(entity, field);

/**
 * The tenant that a row will belong to, by what is entered: its own, or that of the row it follows from; '' while neither is
 * entered. `rowOf` finds the row that a field names, as the wire has it.
 */
export function tenantEntered(
  entity: Entity,
  entered: Row,
  entityOf: (name: string) => Entity | undefined,
  rowOf: (field: ReferenceField, id: string) => Row | undefined,
): string {
  const own = entity.tenantField === undefined ? '' : textOf(entered[entity.tenantField]);
  if (own !== '') return own;
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'reference' || !decidesTenant(entity, field)) continue;
    const tenantField = entityOf(field.entity)?.tenantField;
    const tenant = tenantField === undefined ? '' : textOf(rowOf(field, textOf(entered[name]))?.[tenantField]);
    if (tenant !== '') return tenant;
  }
  return '';
}

/**
 * The rows, as the wire has them, that a form offers for a reference: those that are in use, and of the tenant that the row will
 * belong to. While that is not entered, and the rows are of several tenants, none is offered: some would be refused.
 */
export function offeredRows<R extends Row>(
  { entity, field, target }: { entity: Entity; field: ReferenceField; target: Entity },
  rows: readonly R[],
  tenantId: string,
): R[] {
  const usable = rows.filter((row) => !isRetired(target, row));
  const { tenantField } = target;
  if (tenantField === undefined || !staysInTenant(entity, field, target)) return usable;
  const tenants = new Set(usable.map((row) => textOf(row[tenantField])).filter((tenant) => tenant !== ''));
  const isClear = tenantId === '' && tenants.size <= 1;
  return usable.filter((row) => isClear || ['', tenantId].includes(textOf(row[tenantField])));
}
