import { describe, expect, test } from 'vitest';
import { exceptionsList } from '#lists/exceptions.ts';
import { incidentsList } from '#lists/incidents.ts';
import { sortableOf } from '#shared/list/declare.ts';
import { addressOf, filterFields, questionOf } from '#web/list/list-address.ts';
import { incidentAddress } from './incident-address.ts';

const address = addressOf(exceptionsList);
const ask = (search: Record<string, string>) => questionOf(exceptionsList, address.fromUrl(search), 'UTC');
const askIncidents = (search: Record<string, string>) =>
  questionOf(incidentsList, incidentAddress.fromUrl(search), 'UTC');

test('the form has its filters in this order; two more come with links', () => {
  expect(filterFields(exceptionsList, false).map(({ name }) => name)).toEqual(
    [
      'blNo ctnNo testPurpose severity handleStatus endFlag chargeCode reason createTime carrierCode tenantCode vesselName',
      'voyage polCode podCode eta isBillNo bizSourceType processType subscribeTime handleTime handleRemark obmTkSubscribeId',
    ].flatMap((names) => names.split(' ')),
  );
  expect(filterFields(exceptionsList, true).map(({ name }) => name)).toEqual(['obmAutotestResultId', 'incidentId']);
});

test('the address sorts by every column the server sorts by, and by no other', () => {
  for (const columnName of sortableOf(exceptionsList))
    expect(address.fromUrl({ sort: `${columnName}.asc` }).sortRules).toEqual([{ columnName, sortType: 'asc' }]);
  expect(sortableOf(exceptionsList).size).toBe(19);
  expect(address.fromUrl({ sort: 'errorRemark.asc', all: '1' }).sortRules).toEqual([]);
});

test('what the URL asks for is requested from the server', () => {
  const search = {
    blNo: 'MERU1,MERU2',
    isBillNo: '0',
    createTimeFrom: '2026-11-01',
    incidentId: '7',
    sort: 'createTime.desc',
    page: '3',
  };
  expect(ask(search)).toEqual({
    parts: [],
    blNo: ['MERU1', 'MERU2'],
    isBillNo: 0,
    createTimeFrom: '2026-11-01',
    incidentId: '7',
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
  expect(ask({})).toMatchObject(opening);
  expect(ask({ page: '2' })).toMatchObject({ ...opening, currentPage: 2 });
  const reset = address.toUrl({ ...address.opening, page: 1, pageSize: 10 });
  expect(reset).toMatchObject({ handleStatus: '0,1,4', endFlag: '0', sort: 'severity.desc,createTime.desc' });
  expect(ask(reset as Record<string, string>)).toMatchObject(opening);
  const everything = address.toUrl({ values: {}, sortRules: [], page: 1, pageSize: 10 });
  expect(everything).toMatchObject({ all: '1' });
  expect(ask({ all: '1' })).toEqual({ parts: [], currentPage: 1, pageSize: 10 });
  expect(ask({ blNo: 'MERU1' })).not.toHaveProperty('handleStatus');
});

describe('incidents', () => {
  test('are filtered by what is theirs, then by what exceptions are filtered by', () => {
    const own = ['state', 'kind', 'incidentSeverity', 'keyword'];
    expect(filterFields(incidentsList, false).map(({ name }) => name)).toEqual([
      ...own,
      ...filterFields(exceptionsList, false).map(({ name }) => name),
    ]);
    expect(Object.keys(incidentsList.filters)).not.toContain('incidentId');
  });

  test('are requested as their address says, which says that it is theirs', () => {
    const search = { group: 'incident', state: 'onHold', blNo: 'MERU1', endFlag: '0', sort: 'open.desc' };
    expect(askIncidents(search)).toEqual({
      state: ['onHold'],
      blNo: ['MERU1'],
      endFlag: 0,
      currentPage: 1,
      pageSize: 10,
      sortRules: [{ columnName: 'open', sortType: 'desc' }],
    });
    expect(incidentAddress.toUrl(incidentAddress.fromUrl(search))).toMatchObject(search);
    // They open on everything.
    expect(askIncidents({ group: 'incident' })).toEqual({ currentPage: 1, pageSize: 10 });
  });
});
