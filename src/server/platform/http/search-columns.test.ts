import { describe, expect, test } from 'vitest';
import { searchColumn } from '#contract/search-columns.ts';
import { readSearchColumns } from './search-columns.ts';

const rules = { code: ['equal', 'in'], name: ['like'], time: ['between'] } as const;
const read = (...columns: unknown[]) =>
  readSearchColumns(
    rules,
    columns.map((column) => searchColumn.parse(column)),
  );

describe('search columns', () => {
  test('known columns and operations become conditions', () => {
    expect(read({ propertyName: 'code', operation: 'equal', value: 'x' })).toEqual([
      { column: 'code', operation: 'equal', value: 'x' },
    ]);
    expect(read({ columnName: 'code', value: ['x', 'y'] })).toEqual([
      { column: 'code', operation: 'in', values: ['x', 'y'] },
    ]);
    expect(read({ columnName: 'time', operation: 'between', startValue: 'a' })).toEqual([
      { column: 'time', operation: 'between', from: 'a', to: null },
    ]);
  });

  test('an empty value is no condition', () => {
    expect(
      read(
        { columnName: 'code', value: '' },
        { columnName: 'name', operation: 'like' },
        { columnName: 'time', operation: 'between' },
      ),
    ).toEqual([]);
  });

  test.each([
    [{ columnName: 'password_hash', value: 'x' }, 'error.unknownFilter'],
    [{ columnName: 'code; drop table app_user', value: 'x' }, 'error.unknownFilter'],
    [{ columnName: 'toString', value: 'x' }, 'error.unknownFilter'],
    [{ value: 'x' }, 'error.unknownFilter'],
    [{ columnName: 'code', operation: 'like', value: 'x' }, 'error.unknownOperation'],
    [{ columnName: 'code', operation: 'or 1=1', value: 'x' }, 'error.unknownOperation'],
  ])('%j is refused', (column, code) => {
    expect(() => read(column)).toThrow(code);
  });
});
