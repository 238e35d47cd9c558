import { expect, test } from 'vitest';
import { subscriptionsList } from '#lists/subscriptions.ts';
import { addressOf, filterFields, questionOf } from '#web/list/list-address.ts';

const ask = (search: Record<string, string>) =>
  questionOf(subscriptionsList, addressOf(subscriptionsList).fromUrl(search), 'UTC');

test('what the URL asks for is requested from the server', () => {
  const search = {
    blNo: 'MERI1,MERI2',
    isBillNo: '0',
    subscribeTimeFrom: '2026-01-01',
    sort: 'carrierCode.asc,recordTime.desc',
    size: '50',
  };
  expect(ask(search)).toEqual({
    parts: [],
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

test('yes and no become 1 and 0, other filters stay', () => {
  expect(ask({ isBillNo: '1', voyage: '1' })).toMatchObject({ isBillNo: 1, voyage: '1' });
  expect(ask({ isBillNo: '0' })).toMatchObject({ isBillNo: 0 });
});

test('an empty address asks for the first page, and a column that nobody may sort by is no order', () => {
  expect(ask({ sort: 'testPurpose.asc' })).toEqual({ parts: [], currentPage: 1, pageSize: 10 });
});

test('there are twelve filters', () => {
  expect(filterFields(subscriptionsList, false)).toHaveLength(12);
  expect(filterFields(subscriptionsList, true)).toEqual([]);
});
