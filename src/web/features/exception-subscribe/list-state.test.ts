import { expect, test } from 'vitest';
import { address, queryOf, subscriptionFields } from './list-state.ts';

test('what the URL asks for is asked of the server', () => {
  const search = {
    blNo: 'MERI1,MERI2',
    isBillNo: '0',
    subscribeTimeFrom: '2026-01-01',
    sort: 'carrierCode.asc,recordTime.desc',
    size: '50',
  };
  expect(queryOf(address.fromUrl(search))).toEqual({
    blNo: ['MERI1', 'MERI2'],
    isBillNo: 0,
    subscribeTimeFrom: '2026-01-01',
    currentPage: 1,
    pageSize: 50,
    sortRules: [
      { columnName: 'carrierCode', sortType: 'asc' },
      { columnName: 'recordTime', sortType: 'desc' },
    ],
  });
});

test('there are eleven filters', () => {
  expect(subscriptionFields).toHaveLength(11);
});
