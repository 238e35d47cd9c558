import { expect, test } from 'vitest';
import { queryOf, stateFromUrl, stateToUrl } from './list-state.ts';

test('what the URL asks for is asked of the server, and stands in the URL again', () => {
  const search = {
    keyword: 'MSKU1',
    state: 'refused,partly',
    receivedFrom: '2026-01-10',
    reason: 'unt_count',
    page: '3',
  };
  const state = stateFromUrl(search);
  expect(stateToUrl(state)).toEqual({ ...search, size: undefined });
  expect(queryOf(state, 'Asia/Shanghai')).toEqual({
    keyword: 'MSKU1',
    state: ['refused', 'partly'],
    reason: ['unt_count'],
    from: Date.UTC(2026, 0, 9, 16),
    currentPage: 3,
    pageSize: 20,
  });
});

test('nonsense in the URL is left out', () => {
  expect(stateFromUrl({ page: '-1', size: 'x', other: '1' })).toEqual({ values: {}, page: 1, pageSize: 20 });
});
