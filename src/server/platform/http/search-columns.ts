import type { SearchColumn } from '#contract/search-columns.ts';
import { refused } from '../errors/app-error.ts';

type Value = string | number | boolean;

/** A condition whose column and operation are known to be ours. */
export type Condition<Column extends string> =
  | { column: Column; operation: 'equal' | 'like'; value: Value }
  | { column: Column; operation: 'in'; values: Value[] }
  | { column: Column; operation: 'between'; from: Value | null; to: Value | null };

type Operation = Condition<string>['operation'];

/** Names that clients use for one operation. */
const operations: Readonly<Record<string, Operation>> = {
  equal: 'equal',
  eq: 'equal',
  '=': 'equal',
  like: 'like',
  contains: 'like',
  in: 'in',
  between: 'between',
};

/** Operations that a list accepts, by column. */
export type ColumnRules = Readonly<Record<string, readonly Operation[]>>;

function conditionOf<R extends ColumnRules>(rules: R, column: SearchColumn): Condition<keyof R & string> | undefined {
  const name = column.propertyName ?? column.columnName ?? '';
  if (!Object.hasOwn(rules, name)) throw refused('error.unknownFilter', { name });
  const operation = operations[column.operation.toLowerCase()];
  if (operation === undefined || !rules[name]?.includes(operation)) {
    throw refused('error.unknownOperation', { name, operation: column.operation });
  }
  const given = (Array.isArray(column.value) ? column.value : [column.value])
    .filter((item) => item !== null && item !== undefined)
    .filter((item) => item !== '');
  if (operation === 'between') {
    const from = column.startValue ?? null;
    const to = column.endValue ?? null;
    return from === null && to === null ? undefined : { column: name, operation, from, to };
  }
  const [first] = given;
  if (first === undefined) return undefined;
  return operation === 'in' || (operation === 'equal' && given.length > 1)
    ? { column: name, operation: 'in', values: given }
    : { column: name, operation, value: first };
}

/** Conditions from the wire checked against a fixed list; an unknown name or operation is refused, an empty value is no condition. */
export const readSearchColumns = <R extends ColumnRules>(
  rules: R,
  columns: readonly SearchColumn[] | null | undefined,
): Condition<keyof R & string>[] =>
  (columns ?? []).map((column) => conditionOf(rules, column)).filter((condition) => condition !== undefined);
