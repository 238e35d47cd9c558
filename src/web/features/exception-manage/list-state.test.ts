import { describe, expect, test } from 'vitest';
import { exceptionFilters } from '#contract/exception.ts';
import { exceptionSortColumns } from '#contract/exception-names.ts';
import { keysOf } from '#web/kit/search/search-values.ts';
import { address, allFields, exceptionFields, queryOf } from './list-state.ts';

describe('the list and its contract', () => {
  test('there are seventeen filters, and the server knows every key they send', () => {
    expect(exceptionFields).toHaveLength(17);
    const known = Object.keys(exceptionFilters.shape);
    expect(allFields.flatMap(keysOf).toSorted()).toEqual(known.toSorted());
  });

  test('the columns to sort by are those of the server', () => {
    for (const columnName of exceptionSortColumns)
      expect(address.fromUrl({ sort: `${columnName}.asc` }).sortRules).toEqual([{ columnName, sortType: 'asc' }]);
    expect(address.fromUrl({ sort: 'errorRemark.asc', all: '1' }).sortRules).toEqual([]);
  });
});

test('what the URL asks for is asked of the server', () => {
  const search = {
    blNo: 'MERU1,MERU2',
    isBillNo: '0',
    createTimeFrom: '2026-11-01',
    sort: 'createTime.desc',
    page: '3',
  };
  expect(queryOf(address.fromUrl(search))).toEqual({
    blNo: ['MERU1', 'MERU2'],
    isBillNo: 0,
    createTimeFrom: '2026-11-01',
    currentPage: 3,
    pageSize: 10,
    sortRules: [{ columnName: 'createTime', sortType: 'desc' }],
  });
});

test('the list opens on what is open, of shipments that go on, the worst first; everything has an address of its own', () => {
  const opening = {
    handleStatus: ['0', '1', '4'],
    endFlag: 0,
    sortRules: [
      { columnName: 'severity', sortType: 'desc' },
      { columnName: 'createTime', sortType: 'desc' },
    ],
  };
  expect(queryOf(address.fromUrl({}))).toMatchObject(opening);
  expect(queryOf(address.fromUrl({ page: '2' }))).toMatchObject({ ...opening, currentPage: 2 });
  const reset = address.toUrl({ ...address.opening, page: 1, pageSize: 10 });
  expect(reset).toMatchObject({ handleStatus: '0,1,4', endFlag: '0', sort: 'severity.desc,createTime.desc' });
  expect(queryOf(address.fromUrl(reset as Record<string, string>))).toMatchObject(opening);
  const everything = address.toUrl({ values: {}, sortRules: [], page: 1, pageSize: 10 });
  expect(everything).toMatchObject({ all: '1' });
  expect(queryOf(address.fromUrl({ all: '1' }))).toEqual({ currentPage: 1, pageSize: 10, sortRules: [] });
  expect(queryOf(address.fromUrl({ blNo: 'MERU1' }))).not.toHaveProperty('handleStatus');
});
