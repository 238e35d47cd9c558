import { expect, test } from 'vitest';
import { address, queryOf } from './list-state.ts';

test('what the URL asks for is asked of the server', () => {
  const search = {
    keyword: 'MSKU1',
    state: 'refused,partly',
    receivedFrom: '2026-01-10',
    reason: 'unt_count',
    page: '3',
  };
  expect(queryOf(address.fromUrl(search), 'Asia/Shanghai')).toEqual({
    keyword: 'MSKU1',
    state: ['refused', 'partly'],
    reason: ['unt_count'],
    from: Date.UTC(2026, 0, 9, 16),
    currentPage: 3,
    pageSize: 20,
  });
});
