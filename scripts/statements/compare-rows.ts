import type { Described } from './describe.ts';
import type { Kind, RowShape } from './row-shape.ts';

const kindOfType: Readonly<Record<string, Kind>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  // Instants.
  timestamptz: 'number',
  bool: 'boolean',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  interval: 'string',
  inet: 'string',
  bytea: 'bytes',
};

/** What the database gives for a type; `any` where it may be several things, such as JSON. */
const kindOf = (type: string): Kind => (type.startsWith('_') ? 'array' : (kindOfType[type] ?? 'any'));

/** Whether a statement names a condition on a column that null never meets, such as `is not null`, `=` or `any`. */
const excludesNull = (text: string, column: string): boolean =>
  new RegExp(
    String.raw`\b${column}(?:::\w+)?\s*(?:is not null|=|<|>|in\s*\(|@>)|=\s*(?:\w+\.)?${column}\b|coalesce\((?:\w+\.)?${column}, ''\) <> ''`,
    'i',
  ).test(text);

/**
 * What is wrong with a row type: columns that the statement does not give, columns of another type, and columns that may be null
 * although the type says they are not. Which rows an outer join leaves empty is not looked at.
 */
export function compareRow(row: RowShape, columns: readonly Described[], text: string): string[] {
  const problems: string[] = [];
  const given = new Map(columns.map((column) => [column.name, column]));
  for (const [name, { kinds, optional }] of row) {
    const column = given.get(name);
    if (column === undefined) {
      if (!optional) problems.push(`${name} is not among the columns`);
      continue;
    }
    const kind = kindOf(column.type);
    if (kind !== 'any' && !kinds.has('any') && !kinds.has(kind))
      problems.push(`${name} is ${column.type}, not ${[...kinds].join(' | ')}`);
    const mayBeNull = column.nullable !== null && !excludesNull(text, column.nullable);
    if (mayBeNull && !kinds.has('null') && !kinds.has('any')) problems.push(`${name} may be null`);
  }
  return problems;
}
