import { expect, test } from 'vitest';
import { filtersOf, queryOf, stateFromUrl, stateToUrl, subscriptionFields } from './list-state.ts';

test('the state survives the way through the address', () => {
  const search = {
    blNo: 'MERI1,MERI2',
    isBillNo: '0',
    subscribeTimeFrom: '2026-01-01',
    processType: 'SHIPPING_TRACKING_WALI',
    sort: 'carrierCode.asc,recordTime.desc',
    page: '3',
    size: '50',
  };
  const state = stateFromUrl(search);
  expect(stateFromUrl(stateToUrl(state) as Record<string, string>)).toEqual(state);
  expect(state.sortRules).toHaveLength(2);
  expect(queryOf(state)).toMatchObject({ currentPage: 3, pageSize: 50, isBillNo: 0, blNo: ['MERI1', 'MERI2'] });
});

test('nonsense in the address is left out', () => {
  const state = stateFromUrl({ page: '-1', size: 'all', sort: 'password', isBillNo: 'x', other: 'y' });
  expect(state).toEqual({ values: {}, sortRules: [], page: 1, pageSize: 10 });
  expect(filtersOf(state.values)).toEqual({});
});

test('there are eleven filters', () => {
  expect(subscriptionFields).toHaveLength(11);
});
