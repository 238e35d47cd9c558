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
    expect(address.fromUrl({ sort: 'errorRemark.asc' }).sortRules).toEqual([]);
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
