import type { RowProblem } from '#shared/entity/check-row.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { decidesTenant, isRetired, staysInTenant } from '#shared/entity/offered.ts';
import { idsIn, type ReferenceField } from './present.ts';
import { fieldColumn, type RawRow } from './raw-rows.ts';

/** The rows that a field of a row refers to, as far as the caller may see them. */
export type Chosen = { name: string; field: ReferenceField; target: Entity; rows: readonly RawRow[] };

/** Columns of a row that say whether it may be chosen. */
export const choiceColumns = (target: Entity): string[] =>
  [target.retiredWhen?.field, target.tenantField, target.title[0]]
    .filter((name) => name !== undefined && name in target.fields)
    .map((name) => fieldColumn(target, String(name)));

/** The value that tells a retired row, as its column has it. */
const isOut = (target: Entity, row: RawRow): boolean => {
  const { retiredWhen } = target;
  if (retiredWhen === undefined) return false;
  const value = row[fieldColumn(target, retiredWhen.field)];
  return isRetired(target, { [retiredWhen.field]: typeof value === 'boolean' ? Number(value) : value });
};

const numberIn = (row: RawRow | undefined, entity: Entity): number | undefined => {
  const value = entity.tenantField === undefined ? null : row?.[fieldColumn(entity, entity.tenantField)];
  return value === null || value === undefined ? undefined : Number(value);
};

/** Why rows that are chosen anew would not be offered: they are retired, or of another tenant than the row will be. */
export function choiceProblems(
  entity: Entity,
  raw: RawRow,
  before: RawRow | undefined,
  chosen: readonly Chosen[],
): RowProblem[] {
  const decided = chosen.find(({ field }) => decidesTenant(entity, field));
  const tenant =
    numberIn(raw, entity) ??
    numberIn(before, entity) ??
    (decided === undefined ? undefined : numberIn(decided.rows[0], decided.target));
  return chosen.flatMap(({ name, field, target, rows }): RowProblem[] => {
    const kept = new Set(idsIn(field, before?.[fieldColumn(entity, name)]));
    const anew = rows.filter((row) => !kept.has(Number(row['id'])));
    const called = (row: RawRow): string => String(row[fieldColumn(target, target.title[0] ?? target.id)] ?? '');
    const statement = (wrong: readonly RawRow[], zh: string, en: string): RowProblem[] => {
      if (wrong.length === 0) return [];
      const names = wrong.map(called).filter((text) => text !== '');
      const [before_, after] = [names.join('、'), names.join(', ')];
      return [
        {
          field: name,
          text: {
            zh: `${field.label.zh}${before_ === '' ? '' : `“${before_}”`}${zh}`,
            en: `${field.label.en}${after === '' ? '' : ` "${after}"`} ${en}`,
          },
        },
      ];
    };
    const out = anew.filter((row) => isOut(target, row));
    const foreign = staysInTenant(entity, field, target)
      ? anew.filter((row) => tenant !== undefined && (numberIn(row, target) ?? tenant) !== tenant)
      : [];
    return [
      ...statement(out, '已停用，不能选择', 'is no longer in use: choose another'),
      ...statement(foreign, '属于其他租户，不能选择', 'belongs to another tenant: choose another'),
    ];
  });
}
