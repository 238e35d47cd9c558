import { describe, expect, test } from 'vitest';
import { activeFields, type SearchField, searchFromUrl, searchToUrl, withoutField } from './search-values.ts';

const fields: SearchField[] = [
  { name: 'handleStatus', kind: 'choice' },
  { name: 'createTime', kind: 'days' },
  { name: 'isBillNo', kind: 'flag' },
  { name: 'blNo', kind: 'numbers' },
  { name: 'handleRemark', kind: 'text' },
];

describe('filters and URL', () => {
  test('every kind goes there and back', () => {
    const values = {
      handleStatus: ['0', '1'],
      createTimeFrom: '2026-11-01',
      createTimeTo: '2026-11-20',
      isBillNo: '0',
      blNo: ['MERU1', 'MERU2'],
      handleRemark: 'a, b & c=1',
    };
    const url = searchToUrl(fields, values);
    expect(url).toEqual({ ...values, handleStatus: '0,1', blNo: 'MERU1,MERU2' });
    expect(searchFromUrl(fields, url)).toEqual(values);
  });

  test('a router that turns texts into numbers, lists and booleans does no harm', () => {
    expect(searchFromUrl(fields, { handleStatus: 0, isBillNo: 1, blNo: ['a', 'B'], handleRemark: 42 })).toEqual({
      handleStatus: ['0'],
      isBillNo: '1',
      blNo: ['A', 'B'],
      handleRemark: '42',
    });
  });

  test('empty, unknown and impossible values filter nothing', () => {
    expect(
      searchFromUrl(fields, { handleStatus: ' , ', isBillNo: 'maybe', blNo: '  ', other: 'x', handleRemark: ' ' }),
    ).toEqual({});
    expect(searchToUrl(fields, { handleStatus: [], handleRemark: '' })).toEqual({});
  });

  test('half a range counts as active and goes away as one', () => {
    const values = { createTimeTo: '2026-11-20', handleRemark: 'x' };
    expect(activeFields(fields, values).map((field) => field.name)).toEqual(['createTime', 'handleRemark']);
    expect(withoutField(fields[1] as SearchField, values)).toEqual({ handleRemark: 'x' });
  });
});
