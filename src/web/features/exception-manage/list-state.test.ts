import { describe, expect, test } from 'vitest';
import { exceptionFilters, exceptionSortColumns } from '#contract/exception.ts';
import { keysOf } from '#web/kit/search/search-values.ts';
import { allFields, exceptionFields, queryOf, sortableColumns, stateFromUrl, stateToUrl } from './list-state.ts';

describe('the list and its contract', () => {
  test('there are seventeen filters, and the server knows every key they send', () => {
    expect(exceptionFields).toHaveLength(17);
    const known = Object.keys(exceptionFilters.shape);
    expect(allFields.flatMap(keysOf).toSorted()).toEqual(known.toSorted());
  });

  test('the columns to sort by are those of the server', () => {
    expect([...sortableColumns].toSorted()).toEqual([...exceptionSortColumns].toSorted());
  });
});

describe('the list and its URL', () => {
  const search = {
    blNo: 'MERU1,MERU2',
    isBillNo: '0',
    createTimeFrom: '2026-11-01',
    sort: 'createTime.desc,blNo.asc',
    page: '3',
    size: '50',
  };

  test('a link opens exactly the list it was taken from', () => {
    const state = stateFromUrl(search);
    expect(stateToUrl(state)).toEqual(search);
    expect(queryOf(state)).toEqual({
      blNo: ['MERU1', 'MERU2'],
      isBillNo: 0,
      createTimeFrom: '2026-11-01',
      currentPage: 3,
      pageSize: 50,
      sortRules: [
        { columnName: 'createTime', sortType: 'desc' },
        { columnName: 'blNo', sortType: 'asc' },
      ],
    });
  });

  test('the standard list has an empty search, and nonsense becomes the standard', () => {
    const standard = stateFromUrl({});
    expect(Object.values(stateToUrl(standard)).every((value) => value === undefined)).toBe(true);
    expect(stateFromUrl({ page: '-1', size: '5000', sort: 'x.asc', other: '1' })).toEqual(standard);
    expect(standard).toMatchObject({ page: 1, pageSize: 10 });
  });
});
